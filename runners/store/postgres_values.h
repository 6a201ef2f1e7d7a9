// Parameters and results of statements, in PostgreSQL's binary format: numbers are big-endian
// integers of 8 bytes, text and bytes are what they are, an array is a header and its elements.

#ifndef BENCHCELL_RUNNERS_STORE_POSTGRES_VALUES_H_
#define BENCHCELL_RUNNERS_STORE_POSTGRES_VALUES_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct pg_result;

namespace benchcell::postgres {

// The parameters of one statement, $1 first. Their types are part of the call, so that the server
// need not guess them: BIGINT, TEXT, BYTEA and arrays of these.
class Params {
 public:
  Params() = default;
  Params(Params&&) = default;
  Params& operator=(Params&&) = default;

  Params& Int(int64_t value);
  // Not copied: must live until the statement has run.
  Params& Text(std::string_view value);
  Params& Blob(std::string_view value);
  Params& Ints(const std::vector<int64_t>& values);
  Params& Texts(const std::vector<std::string>& values);
  Params& Blobs(const std::vector<std::string>& values);

  // For libpq, one of each per parameter.
  int count() const { return static_cast<int>(types_.size()); }
  const std::vector<uint32_t>& types() const { return types_; }
  const std::vector<const char*>& data() const { return data_; }
  const std::vector<int>& sizes() const { return sizes_; }
  const std::vector<int>& formats() const { return formats_; }

  // Bytes of all values. The protocol can carry 1 GB.
  uint64_t bytes() const { return bytes_; }

 private:
  Params& Add(uint32_t type, std::string_view value);
  Params& AddOwned(uint32_t type, std::string value);

  std::vector<uint32_t> types_;
  std::vector<const char*> data_;
  std::vector<int> sizes_;
  std::vector<int> formats_;
  uint64_t bytes_ = 0;
  // Of numbers and arrays; a deque doesn't move them.
  std::deque<std::string> owned_;
};

// The rows of a statement that was sent with binary results.
class Result {
 public:
  explicit Result(pg_result* result);

  int rows() const;
  bool IsNull(int row, int column) const;
  // Of SMALLINT, INTEGER, BIGINT and BOOLEAN; 0 for NULL.
  int64_t Int(int row, int column) const;
  // Of TEXT and BYTEA; valid as long as the result is. Empty for NULL.
  std::string_view Blob(int row, int column) const;
  std::string Text(int row, int column) const { return std::string(Blob(row, column)); }

 private:
  struct Clear {
    void operator()(pg_result* result) const;
  };
  std::unique_ptr<pg_result, Clear> result_;
};

}  // namespace benchcell::postgres

#endif  // BENCHCELL_RUNNERS_STORE_POSTGRES_VALUES_H_
