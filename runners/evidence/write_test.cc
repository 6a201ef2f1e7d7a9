#include "runners/evidence/write.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/evidence/forge.h"
#include "runners/evidence/testing.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

std::vector<std::string> NamesOf(const fs::path& file) {
  std::vector<std::string> names;
  for (const ForgedMember& member : ReadMembers(file)) names.push_back(member.name);
  return names;
}

TEST(WriteEvidence, EqualRequestsGiveEqualFiles) {
  ASSERT_TRUE(WriteTest(NumberRun(), TestFile("one.tar")).ok());
  ASSERT_TRUE(WriteTest(NumberRun(), TestFile("two.tar")).ok());
  EXPECT_EQ(*ReadFile(TestFile("one.tar")), *ReadFile(TestFile("two.tar")));
  ASSERT_TRUE(WriteTest(NumberRun(), TestFile("two.tar"), false, 'x').ok());
  EXPECT_NE(*ReadFile(TestFile("one.tar")), *ReadFile(TestFile("two.tar")));
}

TEST(WriteEvidence, HoldsEachRawOutputOnce) {
  const StoredRun stored = NumberRun();
  ASSERT_TRUE(WriteTest(stored, TestFile("one.tar"), /*with_inputs=*/true).ok());
  const std::vector<std::string> names = NamesOf(TestFile("one.tar"));
  EXPECT_EQ(names[0], "statement.dsse.json");
  EXPECT_EQ(names[4], "run.json");
  EXPECT_EQ(names.size(), 1 + 6 + stored.blobs.size());
  EXPECT_THAT(names.back(), testing::StartsWith("inputs/"));
}

TEST(WriteEvidence, WhatIsNoEvidenceIsRefused) {
  const auto refusal = [](const std::function<void(v1::ExperimentRun&)>& change) {
    StoredRun stored = NumberRun();
    change(stored.run);
    const absl::Status status = WriteTest(stored, TestFile("refused.tar"));
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    return std::string(status.message());
  };
  EXPECT_THAT(refusal([](v1::ExperimentRun& run) { run.set_state(v1::CANCELLED); }),
              AllOf(HasSubstr("run numbers-"), HasSubstr("is not complete")));
  EXPECT_THAT(refusal([](v1::ExperimentRun& run) { run.set_discovery(true); }),
              HasSubstr("only asked the workload"));
  EXPECT_THAT(refusal([](v1::ExperimentRun& run) { run.mutable_imported()->set_format("x"); }),
              HasSubstr("measured elsewhere"));
}

TEST(WriteEvidence, AStoredOutputThatIsAnotherIsRefused) {
  StoredRun stored = NumberRun();
  const std::string digest = stored.run.record(0).raw_output(0).sha256();
  stored.blobs[digest][0] ^= 1;
  EXPECT_THAT(std::string(WriteTest(stored, TestFile("refused.tar")).message()),
              AllOf(HasSubstr("raw/" + digest), HasSubstr("another digest")));
  stored.blobs[digest] += "more";
  EXPECT_EQ(WriteTest(stored, TestFile("refused.tar")).code(), absl::StatusCode::kDataLoss);
  stored.blobs[digest] = "";
  EXPECT_EQ(WriteTest(stored, TestFile("refused.tar")).code(), absl::StatusCode::kDataLoss);
  stored.blobs.erase(digest);
  EXPECT_THAT(std::string(WriteTest(stored, TestFile("refused.tar")).message()),
              HasSubstr("no such blob"));
}

TEST(WriteEvidence, APlaceThatCannotBeWrittenIsNamed) {
  EXPECT_THAT(std::string(WriteTest(NumberRun(), TestFile("none") / "x.tar").message()),
              HasSubstr("none/x.tar"));
}

}  // namespace
}  // namespace benchcell
