// The benchmark works: that it gives sensible numbers, not which.

#include "tests/perf/overhead.h"

#include <cstdlib>
#include <filesystem>

#include "gtest/gtest.h"
#include "runners/exec/warden_runner.h"

namespace benchcell {
namespace {

std::string Absolute(const char* variable) {
  return std::filesystem::absolute(std::getenv(variable)).string();
}

class OverheadTest : public testing::Test {
 protected:
  static WardenRunnerOptions Options() {
    WardenRunnerOptions options;
    options.warden = Absolute("WARDEN");
    return options;
  }

  WardenRunner runner_{Options()};
};

TEST_F(OverheadTest, AllNumbersArePositive) {
  const auto overhead = MeasureOverhead(runner_, Absolute("NOOP"), testing::TempDir(), 4);
  ASSERT_TRUE(overhead.ok()) << overhead.status();
  EXPECT_GT(overhead->spawn_ms, 0);
  EXPECT_GT(overhead->run_ms, 0);
  EXPECT_GT(overhead->around_ms, 0);
  EXPECT_GT(overhead->peak_mib, 0);
}

TEST_F(OverheadTest, BallastDoesNotCountAsTheProgramsMemory) {
  const Ballast ballast(size_t{256} << 20, 4);
  const auto overhead = MeasureOverhead(runner_, Absolute("NOOP"), testing::TempDir(), 1);
  ASSERT_TRUE(overhead.ok()) << overhead.status();
  EXPECT_LT(overhead->peak_mib, 128);
}

TEST_F(OverheadTest, AProgramThatFailsIsAnError) {
  EXPECT_EQ(MeasureOverhead(runner_, "/bin/false", testing::TempDir(), 1).status().code(),
            absl::StatusCode::kInternal);
  EXPECT_EQ(MeasureOverhead(runner_, "/no/such/program", testing::TempDir(), 1).status().code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace benchcell
