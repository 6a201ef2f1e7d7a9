#include "runners/store/payload.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

TEST(PayloadTest, DecodesWhatWasEncoded) {
  const v1::ExperimentRun run = SampleRun("r");
  v1::ExperimentRun again;
  ASSERT_TRUE(Decode(*Encode(run, "run"), again, "run").ok());
  EXPECT_THAT(again, EqualsMessage(run));
}

TEST(PayloadTest, EmptyMessageIsNoBytesAndComesBack) {
  EXPECT_EQ(*Encode(v1::RunRecord(), "record"), "");
  v1::RunRecord record;
  EXPECT_TRUE(Decode({}, record, "record").ok());
}

TEST(PayloadTest, TextThatCouldNotBeReadAgainIsRefusedByName) {
  v1::RunRecord record;
  record.set_message("\xff");
  const absl::Status status = Encode(record, "record 7").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("record 7"));
}

TEST(PayloadTest, OtherBytesAreDataLossByName) {
  v1::RunRecord record;
  const absl::Status status = Decode("\xff\xff\xff", record, "record 7");
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(status.message()), HasSubstr("record 7"));
}

TEST(PayloadTest, IdsAreUtf8WithoutZeroBytes) {
  EXPECT_TRUE(CheckId("", "id").ok());
  EXPECT_TRUE(CheckId("a'\n\xf0\x9f\x90\x8c", "id").ok());
  EXPECT_FALSE(CheckId("\xf0\x9f", "id").ok());
  EXPECT_FALSE(CheckId(std::string_view("a\0", 2), "id").ok());
}

TEST(PayloadTest, TimesComeBackToTheMicrosecond) {
  for (const absl::Time time :
       {absl::InfinitePast(), absl::InfiniteFuture(), absl::UnixEpoch(), absl::FromUnixMicros(-1),
        absl::FromUnixMicros(1'796'000'000'000'001)}) {
    EXPECT_EQ(FromMicros(ToMicros(time)), time);
  }
  EXPECT_EQ(ToMicros(absl::UnixEpoch() - absl::Nanoseconds(1)), -1);
}

}  // namespace
}  // namespace benchcell
