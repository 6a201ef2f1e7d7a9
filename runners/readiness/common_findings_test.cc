#include "runners/readiness/common_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell {
namespace {

using testing::HasSubstr;

TEST(CommonFindingsTest, QuietnessNamesWhatDisturbs) {
  v1::Quietness quietness;
  quietness.set_quiet(true);
  EXPECT_EQ(QuietFinding(quietness).verdict, Verdict::kGood);
  quietness.set_quiet(false);
  quietness.add_disturbance("other programs kept 0.97 processors busy: cc1plus 0.95");
  quietness.add_disturbance("a hypervisor took 3%");
  const Finding loud = QuietFinding(quietness);
  EXPECT_EQ(loud.verdict, Verdict::kLacks);
  EXPECT_EQ(loud.found,
            "other programs kept 0.97 processors busy: cc1plus 0.95; a hypervisor took 3%");
  EXPECT_EQ(QuietFinding(absl::NotFoundError("/proc/stat can't be read")).verdict,
            Verdict::kUnknown);
}

TEST(CommonFindingsTest, RoomIsCountedInGibibytes) {
  const Finding plenty = RoomFinding("/state", uint64_t{80} << 30);
  EXPECT_EQ(plenty.verdict, Verdict::kGood);
  EXPECT_EQ(plenty.found, "80.0 GiB in /state");
  EXPECT_EQ(RoomFinding("/state", uint64_t{5} << 30).verdict, Verdict::kGood);
  EXPECT_EQ(RoomFinding("/state", (uint64_t{5} << 30) - 1).verdict, Verdict::kLacks);
  EXPECT_EQ(RoomFinding("/state", std::nullopt).verdict, Verdict::kUnknown);
}

TEST(CommonFindingsTest, LimitsAreThoseThatAProgramMayUse) {
  EXPECT_EQ(OpenFilesFinding(65536).verdict, Verdict::kGood);
  EXPECT_EQ(OpenFilesFinding(65535).verdict, Verdict::kLacks);
  EXPECT_EQ(OpenFilesFinding(~uint64_t{0}).found, "unlimited");
  EXPECT_EQ(ProcessesFinding(4096).verdict, Verdict::kGood);
  const Finding few = ProcessesFinding(1024);
  EXPECT_EQ(few.verdict, Verdict::kLacks);
  EXPECT_EQ(few.found, "1024");
  EXPECT_THAT(few.remedy, HasSubstr("ulimit -Hu 4096"));
}

TEST(CommonFindingsTest, ValgrindIsThereWithAVersionOrNot) {
  const Finding there = ValgrindFinding("valgrind-3.19.0\n");
  EXPECT_EQ(there.verdict, Verdict::kGood);
  EXPECT_EQ(there.found, "valgrind-3.19.0");
  EXPECT_EQ(ValgrindFinding("").verdict, Verdict::kLacks);
  EXPECT_EQ(ValgrindFinding("").found, "none");
}

}  // namespace
}  // namespace benchcell
