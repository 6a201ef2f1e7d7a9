#include "runners/store/postgres_values.h"

#include <libpq-fe.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace benchcell::postgres {
namespace {

// Numbers of the types in pg_type, which never change.
constexpr uint32_t kBytea = 17;
constexpr uint32_t kInt8 = 20;
constexpr uint32_t kText = 25;
constexpr uint32_t kByteaArray = 1001;
constexpr uint32_t kTextArray = 1009;
constexpr uint32_t kInt8Array = 1016;

void AppendBigEndian(std::string& to, uint64_t value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i) to.push_back(static_cast<char>(value >> (8 * i)));
}

std::string Encoded(int64_t value) {
  std::string bytes;
  AppendBigEndian(bytes, static_cast<uint64_t>(value), 8);
  return bytes;
}
const std::string& Encoded(const std::string& value) { return value; }

// One dimension, no NULLs, counted from 1: array_recv of PostgreSQL.
template <typename T>
std::string EncodedArray(uint32_t element_type, const std::vector<T>& values) {
  std::string bytes;
  AppendBigEndian(bytes, values.empty() ? 0 : 1, 4);
  AppendBigEndian(bytes, 0, 4);
  AppendBigEndian(bytes, element_type, 4);
  if (values.empty()) return bytes;
  AppendBigEndian(bytes, values.size(), 4);
  AppendBigEndian(bytes, 1, 4);
  for (const T& value : values) {
    const std::string& element = Encoded(value);
    AppendBigEndian(bytes, element.size(), 4);
    bytes += element;
  }
  return bytes;
}

}  // namespace

Params& Params::Add(uint32_t type, std::string_view value) {
  types_.push_back(type);
  // A null pointer would be NULL, not the empty value.
  data_.push_back(value.empty() ? "" : value.data());
  sizes_.push_back(static_cast<int>(value.size()));
  formats_.push_back(1);
  bytes_ += value.size();
  return *this;
}

Params& Params::AddOwned(uint32_t type, std::string value) {
  return Add(type, owned_.emplace_back(std::move(value)));
}

Params& Params::Int(int64_t value) { return AddOwned(kInt8, Encoded(value)); }
Params& Params::Text(std::string_view value) { return Add(kText, value); }
Params& Params::Blob(std::string_view value) { return Add(kBytea, value); }

Params& Params::Ints(const std::vector<int64_t>& values) {
  return AddOwned(kInt8Array, EncodedArray(kInt8, values));
}

Params& Params::Texts(const std::vector<std::string>& values) {
  return AddOwned(kTextArray, EncodedArray(kText, values));
}

Params& Params::Blobs(const std::vector<std::string>& values) {
  return AddOwned(kByteaArray, EncodedArray(kBytea, values));
}

void Result::Clear::operator()(pg_result* result) const { PQclear(result); }

Result::Result(pg_result* result) : result_(result) {}

int Result::rows() const { return PQntuples(result_.get()); }

bool Result::IsNull(int row, int column) const {
  return PQgetisnull(result_.get(), row, column) != 0;
}

int64_t Result::Int(int row, int column) const {
  const std::string_view bytes = Blob(row, column);
  if (bytes.empty()) return 0;
  // The sign is in the first byte.
  int64_t value = static_cast<signed char>(bytes[0]);
  for (const char byte : bytes.substr(1)) value = value * 256 + static_cast<unsigned char>(byte);
  return value;
}

std::string_view Result::Blob(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<size_t>(PQgetlength(result_.get(), row, column))};
}

}  // namespace benchcell::postgres
