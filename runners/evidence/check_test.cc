#include "runners/evidence/check.h"

#include <gtest/gtest.h>

#include <sstream>

namespace benchcell {
namespace {

TEST(PrintChecks, ALineForEachAndNothingThatSteersATerminal) {
  std::ostringstream out;
  PrintChecks({CheckOf("one", std::string("fine")),
               CheckOf("two", absl::InvalidArgumentError("bad\x1b[2J \xff\nand more")),
               {"three", CheckOutcome::kNotMade, "why"}},
              out);
  EXPECT_EQ(out.str(),
            "ok      one: fine\n"
            "FAILED  two: bad \xef\xbf\xbd\n"
            "        and more\n"
            "skipped three: why\n");
}

TEST(Hold, OnlyFailuresCount) {
  EXPECT_TRUE(Hold({}));
  EXPECT_TRUE(Hold({{"a", CheckOutcome::kNotMade, ""}, {"b", CheckOutcome::kHolds, ""}}));
  EXPECT_FALSE(Hold({{"a", CheckOutcome::kHolds, ""}, {"b", CheckOutcome::kFails, ""}}));
}

}  // namespace
}  // namespace benchcell
