#include "runners/store/encoded.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

TEST(EncodedTest, RunIsWithoutWhatHasRowsOfItsOwn) {
  v1::ExperimentRun run = SampleRun("r", 2);
  run.set_state(v1::COMPLETE);
  *run.add_machine() = SampleMachine("m", "6.1");
  run.add_record()->set_message("x");
  const EncodedRun encoded = *EncodeRun(run);
  ASSERT_EQ(encoded.blocks.size(), 2);
  for (int i = 0; i < 2; ++i) {
    v1::Block block;
    ASSERT_TRUE(block.ParseFromString(encoded.blocks[i]));
    EXPECT_THAT(block, EqualsMessage(run.block(i)));
  }
  v1::ExperimentRun rest;
  ASSERT_TRUE(rest.ParseFromString(encoded.payload));
  v1::ExperimentRun expected = SampleRun("r", 2);
  expected.clear_block();
  EXPECT_THAT(rest, EqualsMessage(expected));
}

TEST(EncodedTest, RecordsAreInOrderAndTheBadOneIsNamed) {
  BlockRow row;
  row.key = {"r", 1, 0};
  row.block = SampleRun("r").block(1);
  std::vector<v1::RunRecord> records = SampleRecords(row);
  const std::vector<std::string> payloads = *EncodeRecords(row.key, records);
  ASSERT_EQ(payloads.size(), records.size());
  EXPECT_EQ(payloads[1], records[1].SerializeAsString());
  records[1].set_message("\xff");
  const absl::Status status = EncodeRecords(row.key, records).status();
  EXPECT_EQ(CodeOf(status), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("the record at position 1"));
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("cell 1, round 0 of run r"));
}

TEST(EncodedTest, FactsAreTheSameOrNot) {
  const v1::MachineFacts facts = SampleMachine("m", "6.1").facts();
  EXPECT_TRUE(SameFacts(facts, SampleMachine("other", "6.1").facts()));
  EXPECT_FALSE(SameFacts(facts, SampleMachine("m", "6.2").facts()));
}

}  // namespace
}  // namespace benchcell
