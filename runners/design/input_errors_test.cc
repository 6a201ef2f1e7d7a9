#include "runners/design/input_errors.h"

#include <gtest/gtest.h>

#include <string>

namespace benchcell {
namespace {

TEST(InputErrorsTest, AreToldInTheOrderOfTheTextEachOnce) {
  InputErrors errors;
  EXPECT_TRUE(errors.ToStatus("f").ok());
  errors.Add({2, 3}, "second");
  errors.Add({1, 9}, "first");
  errors.Add({2, 3}, "third");
  errors.Add({2, 3}, "second");
  EXPECT_EQ(errors.ToStatus("f").code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(std::string(errors.ToStatus("f").message()),
            "f:1:9: first\nf:2:3: second\nf:2:3: third");
}

TEST(InputErrorsTest, OnlyTheFirstHundredAreListed) {
  InputErrors errors;
  for (int line = 100; line >= 1; --line) errors.Add({line, 1}, "bad");
  std::string message(errors.ToStatus("f").message());
  EXPECT_EQ(message.substr(message.rfind('\n') + 1), "f:100:1: bad");
  errors.Add({101, 1}, "bad");
  EXPECT_EQ(std::string(errors.ToStatus("f").message()), message + "\nf: and 1 more");
  errors.Add({5, 5}, "bad");
  message = std::string(errors.ToStatus("f").message());
  EXPECT_EQ(message.substr(message.find("f:99:1")), "f:99:1: bad\nf: and 2 more");
}

}  // namespace
}  // namespace benchcell
