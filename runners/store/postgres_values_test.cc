#include "runners/store/postgres_values.h"

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace benchcell::postgres {
namespace {

using std::string_literals::operator""s;

std::string Bytes(const Params& params, int i) {
  return std::string(params.data()[i], params.sizes()[i]);
}

TEST(PostgresValuesTest, NumbersAreBigEndian) {
  const Params params = std::move(Params().Int(258).Int(-2));
  ASSERT_EQ(params.count(), 2);
  EXPECT_EQ(Bytes(params, 0), "\0\0\0\0\0\0\1\2"s);
  EXPECT_EQ(Bytes(params, 1), "\xff\xff\xff\xff\xff\xff\xff\xfe"s);
  EXPECT_EQ(params.types()[0], 20);
  EXPECT_EQ(params.formats(), std::vector<int>(2, 1));
  EXPECT_EQ(params.bytes(), 16);
}

TEST(PostgresValuesTest, EmptyTextAndBytesAreNotNull) {
  const Params params = std::move(Params().Text("").Blob({}).Text("a\0b"s));
  for (int i = 0; i < 3; ++i) EXPECT_NE(params.data()[i], nullptr);
  EXPECT_EQ(params.sizes(), (std::vector<int>{0, 0, 3}));
  EXPECT_EQ(params.types(), (std::vector<uint32_t>{25, 17, 25}));
}

TEST(PostgresValuesTest, ArrayIsAHeaderAndItsElements) {
  const Params params = std::move(Params().Ints({5}).Texts({"ab", ""}).Blobs({}));
  EXPECT_EQ(Bytes(params, 0),
            "\0\0\0\1\0\0\0\0\0\0\0\24\0\0\0\1\0\0\0\1"s + "\0\0\0\10\0\0\0\0\0\0\0\5"s);
  EXPECT_EQ(Bytes(params, 1), "\0\0\0\1\0\0\0\0\0\0\0\31\0\0\0\2\0\0\0\1"s + "\0\0\0\2ab\0\0\0\0"s);
  EXPECT_EQ(Bytes(params, 2), "\0\0\0\0\0\0\0\0\0\0\0\21"s);
  EXPECT_EQ(params.types(), (std::vector<uint32_t>{1016, 1009, 1001}));
}

// A result with one row of these values.
Result ResultOf(const std::vector<std::string>& values) {
  PGresult* const result = PQmakeEmptyPGresult(nullptr, PGRES_TUPLES_OK);
  std::vector<PGresAttDesc> columns(values.size() + 1);
  for (PGresAttDesc& column : columns) column.name = const_cast<char*>("c");
  EXPECT_EQ(PQsetResultAttrs(result, static_cast<int>(columns.size()), columns.data()), 1);
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(PQsetvalue(result, 0, static_cast<int>(i), const_cast<char*>(values[i].data()),
                         static_cast<int>(values[i].size())),
              1);
  }
  return Result(result);
}

TEST(PostgresValuesTest, ResultReadsEveryWidth) {
  const Result result =
      ResultOf({"\1"s, "\xff\xfe"s, "\0\1\0\0"s, "\x80\0\0\0\0\0\0\0"s, "\0\0\0\0\0\0\0\xff"s});
  ASSERT_EQ(result.rows(), 1);
  EXPECT_EQ(result.Int(0, 0), 1);
  EXPECT_EQ(result.Int(0, 1), -2);
  EXPECT_EQ(result.Int(0, 2), 65536);
  EXPECT_EQ(result.Int(0, 3), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(result.Int(0, 4), 255);
  EXPECT_EQ(result.Text(0, 1), "\xff\xfe");
  EXPECT_FALSE(result.IsNull(0, 4));
  EXPECT_TRUE(result.IsNull(0, 5));
  EXPECT_EQ(result.Int(0, 5), 0);
  EXPECT_EQ(result.Blob(0, 5), "");
}

TEST(PostgresValuesTest, WhatWasEncodedIsRead) {
  for (const int64_t value : {int64_t{0}, int64_t{-1}, std::numeric_limits<int64_t>::max(),
                              std::numeric_limits<int64_t>::min(), int64_t{1} << 40}) {
    EXPECT_EQ(ResultOf({Bytes(std::move(Params().Int(value)), 0)}).Int(0, 0), value);
  }
}

}  // namespace
}  // namespace benchcell::postgres
