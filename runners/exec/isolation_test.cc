#include "runners/exec/isolation.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

WardenReport Settled(const ProcessSpec& spec) {
  WardenReport report;
  report.open_files = spec.limits.open_files;
  return report;
}

TEST(IsolationOf, NothingIsShortWhereAllCouldBeHad) {
  ProcessSpec spec;
  spec.limits.memory_bytes = 1 << 30;
  const v1::Isolation isolation = IsolationOf(spec, Settled(spec), absl::OkStatus(), true);
  EXPECT_EQ(isolation.network(), v1::Isolation::LOOPBACK_ONLY);
  EXPECT_THAT(isolation.shortfall(), IsEmpty());
}

TEST(IsolationOf, TellsAskedNetworkFromWant) {
  ProcessSpec spec;
  const v1::Isolation want =
      IsolationOf(spec, Settled(spec), absl::PermissionDeniedError("not allowed"), false);
  EXPECT_EQ(want.network(), v1::Isolation::MACHINE_FOR_WANT_OF_ANOTHER);
  EXPECT_THAT(want.shortfall(), ElementsAre("network: the machine's; not allowed"));
  spec.network = true;
  const v1::Isolation asked = IsolationOf(spec, Settled(spec), absl::OkStatus(), false);
  EXPECT_EQ(asked.network(), v1::Isolation::MACHINE_AS_ASKED);
  EXPECT_THAT(asked.shortfall(), IsEmpty());
}

TEST(IsolationOf, NamesEveryShortfall) {
  ProcessSpec spec;
  spec.limits.memory_bytes = 1 << 30;
  WardenReport report = Settled(spec);
  report.open_files = 1024;
  report.nice = 10;
  report.counts_processes = 1;
  report.holds_memory = 1;
  EXPECT_THAT(IsolationOf(spec, report, absl::OkStatus(), false).shortfall(),
              ElementsAre(HasSubstr("processes: "), HasSubstr("memory: held for each process"),
                          HasSubstr("no more than 1024"), HasSubstr("nice value: 10")));
}

// What a warden on a Mac reports.
TEST(IsolationOf, SaysWhatMacOsCantGive) {
  ProcessSpec spec;
  spec.limits.memory_bytes = 1 << 30;
  WardenReport report = Settled(spec);
  report.counts_processes = 1;
  report.background = 1;
  const v1::Isolation isolation = IsolationOf(
      spec, report, absl::UnimplementedError("this system has no network namespaces"), false);
  EXPECT_EQ(isolation.network(), v1::Isolation::MACHINE_FOR_WANT_OF_ANOTHER);
  EXPECT_THAT(
      isolation.shortfall(),
      ElementsAre("network: the machine's; this system has no network namespaces",
                  HasSubstr("processes: only counted now and then"),
                  HasSubstr("memory: only looked at now and then"), HasSubstr("background: ")));
}

}  // namespace
}  // namespace benchcell
