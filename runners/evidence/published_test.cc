#include "runners/evidence/published.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/evidence/testing.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Verification Verified(const StoredRun& stored) {
  Verification evidence;
  evidence.run = stored.run;
  evidence.signer = "f00d";
  evidence.statement.claim.metric = "time";
  return evidence;
}

TEST(PublishedFrom, IsTheTableOfTheEvidence) {
  const auto published = PublishedFrom(Verified(NumberRun()), "x.tar");
  ASSERT_TRUE(published.ok()) << published.status();
  EXPECT_EQ(published->source(), "x.tar, signed by the key f00d");
  EXPECT_EQ(published->machine().processor_model(), "Test CPU");
  EXPECT_THAT(published->protocol(), HasSubstr("2 rounds of 4 runs"));
  ASSERT_EQ(published->row_size(), 2);
  const v1::PublishedRow& row = published->row(0);
  EXPECT_EQ(row.level(0).level(), "1");
  EXPECT_EQ(row.value_size(), 2);
  ASSERT_EQ(row.change_size(), 1);
  EXPECT_EQ(row.change(0).build(), "new");
  EXPECT_NEAR(row.change(0).percent(), -19.7, 0.1);
  EXPECT_EQ(row.change(0).round_percent_size(), 2);
  EXPECT_TRUE(published->difference().empty());
}

TEST(PublishedFrom, AgreesWithItself) {
  StoredRun stored = NumberRun();
  *stored.run.mutable_resolved()->mutable_experiment()->mutable_published() =
      *PublishedFrom(Verified(stored), "x.tar");
  const auto table = BuildTable(stored.run, {});
  ASSERT_TRUE(table.ok()) << table.status();
  for (const TableRow& row : table->rows) {
    EXPECT_EQ(row.changes[0].comparison->verdict, Verdict::kAgrees);
  }
}

TEST(PublishedFrom, IsOfTheFirstMetricAndSaysSo) {
  Verification evidence = Verified(NumberRun());
  evidence.statement.claim.metric = "memory";
  const auto published = PublishedFrom(evidence, "x.tar");
  ASSERT_TRUE(published.ok()) << published.status();
  EXPECT_EQ(published->row_size(), 2);
  EXPECT_THAT(published->difference(0), AllOf(HasSubstr("memory"), HasSubstr("time")));
}

v1::Bundle BundleOf(const std::string& label, const std::string& platform,
                    const std::string& sha256) {
  v1::Bundle bundle;
  bundle.set_label(label);
  bundle.set_platform(platform);
  bundle.set_sha256(sha256);
  return bundle;
}

TEST(CheckInputs, TheSameDigestsForThePlatformAreAsked) {
  const std::vector<v1::Bundle> evidence = {BundleOf("//a", "any", "1"),
                                            BundleOf("//b", "linux-x64", "2")};
  EXPECT_TRUE(CheckInputs(evidence, evidence, "linux-x64").ok());
  EXPECT_TRUE(CheckInputs(evidence, {BundleOf("//a", "any", "1")}, "linux-x64").ok())
      << "a filter may leave builds out";
  EXPECT_TRUE(CheckInputs(evidence, {BundleOf("//b", "linux-arm64", "9")}, "linux-x64").ok());
  const absl::Status other =
      CheckInputs(evidence, {BundleOf("//b", "linux-x64", "9")}, "linux-x64");
  EXPECT_EQ(other.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(other.message()),
              AllOf(HasSubstr("//b for linux-x64 is the bundle 9 here"), HasSubstr("with 2:")));
  EXPECT_THAT(
      std::string(
          CheckInputs(evidence, {BundleOf("//b", "linux-arm64", "9")}, "linux-arm64").message()),
      HasSubstr("none for that platform"));
}

}  // namespace
}  // namespace benchcell
