#include "runners/evidence/sample_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/base/files.h"
#include "runners/evidence/testing.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class SampleChecksTest : public testing::Test {
 protected:
  SampleChecksTest() : stored_(NumberRun()), run_(stored_.run), folder_(TestFile("raw")) {
    EXPECT_TRUE(RemoveAll(folder_).ok());
    EXPECT_TRUE(MakeFolder(folder_).ok());
    for (const auto& [sha256, content] : stored_.blobs) {
      if (sha256 == run_.resolved().bundle(0).sha256()) continue;
      EXPECT_TRUE(WriteFile(folder_ / sha256, content).ok());
      digests_.insert(sha256);
    }
  }

  absl::StatusOr<std::string> Samples() {
    NumberPlugin plugin("3");
    return CheckSamples(run_, plugin, folder_);
  }

  StoredRun stored_;
  v1::ExperimentRun& run_;
  const std::filesystem::path folder_;
  std::set<std::string> digests_;
};

std::string Refusal(const absl::StatusOr<std::string>& detail) {
  EXPECT_EQ(detail.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(detail.status().message());
}

TEST_F(SampleChecksTest, WhatWasMeasuredHolds) {
  EXPECT_TRUE(CheckRawOutputs(run_, digests_, folder_).ok());
  const auto detail = Samples();
  ASSERT_TRUE(detail.ok()) << detail.status();
  EXPECT_THAT(*detail, HasSubstr("32 records"));
}

TEST_F(SampleChecksTest, RawOutputsThatAreMissingOrTooManyAreNamed) {
  digests_.insert(std::string(64, 'f'));
  EXPECT_THAT(Refusal(CheckRawOutputs(run_, digests_, folder_)), HasSubstr("belongs to no record"));
  digests_.erase(run_.record(2).raw_output(0).sha256());
  EXPECT_THAT(Refusal(CheckRawOutputs(run_, digests_, folder_)),
              AllOf(HasSubstr("stdout of cell"), HasSubstr("is missing or damaged")));
  run_.mutable_record(0)->mutable_raw_output(0)->set_sha256("../../../etc/passwd");
  EXPECT_THAT(Refusal(CheckRawOutputs(run_, digests_, folder_)), HasSubstr("is missing"));
}

TEST_F(SampleChecksTest, ASizeThatIsNotTheFilesIsNamed) {
  run_.mutable_record(0)->mutable_raw_output(0)->set_size(1000);
  EXPECT_THAT(Refusal(CheckRawOutputs(run_, digests_, folder_)),
              HasSubstr("bytes; the record says 1000"));
}

TEST_F(SampleChecksTest, AnInventedSampleIsNamed) {
  v1::Sample& sample = *run_.mutable_record(4)->mutable_sample(0);
  sample.set_value(sample.value() * (1 + 1e-15));
  EXPECT_THAT(Refusal(Samples()),
              AllOf(HasSubstr("sample 0 is time = "), HasSubstr("the plugin reads time = ")));
  run_.mutable_record(4)->clear_sample();
  EXPECT_THAT(Refusal(Samples()), HasSubstr("sample 0 is missing"));
}

TEST_F(SampleChecksTest, ASlowRunThatIsCalledAFailureIsNamed) {
  v1::RunRecord& record = *run_.mutable_record(4);
  record.set_status(v1::GENUINE_FAILURE);
  record.clear_sample();
  EXPECT_THAT(Refusal(Samples()), HasSubstr("its status is GENUINE_FAILURE, the plugin gives OK"));
}

TEST_F(SampleChecksTest, FailuresMayBeTheAgents) {
  v1::RunRecord& record = *run_.mutable_record(4);
  record.clear_sample();
  record.set_status(v1::TIMEOUT);
  record.mutable_exit()->set_timed_out(true);
  EXPECT_TRUE(Samples().ok());
  // The plugin would call it another failure, with other words.
  v1::RunRecord& failed = *run_.mutable_record(5);
  failed.clear_sample();
  failed.set_status(v1::GENUINE_FAILURE);
  failed.mutable_raw_output()->SwapElements(0, 1);
  EXPECT_TRUE(Samples().ok());
}

}  // namespace
}  // namespace benchcell
