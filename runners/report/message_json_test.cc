#include "runners/report/message_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "benchcell/v1/result.pb.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

TEST(MessageJson, IsReadAsItWasWritten) {
  v1::RunRecord record;
  record.set_message("commas, \"quotes\"\n\xf0\x9f\x98\x80 \xd7\xa9");
  record.mutable_usage()->set_wall_ns(std::numeric_limits<uint64_t>::max());
  for (const char* name : {"z", "a", "m"}) (*record.mutable_observed())[name] = name;
  // No short decimal is this number.
  record.add_sample()->set_value(0.1 + 0.2);
  const auto json = MessageToJson(record);
  ASSERT_TRUE(json.ok()) << json.status();
  EXPECT_THAT(*json, HasSubstr(R"("observed":{"a":"a","m":"m","z":"z"})"));
  v1::RunRecord again;
  ASSERT_TRUE(MessageFromJson(*json, again).ok());
  EXPECT_EQ(again.sample(0).value(), record.sample(0).value());
  EXPECT_EQ(*MessageToJson(again), *json);
}

TEST(MessageJson, WhatIsNoSuchMessageIsRefused) {
  for (const std::string& json :
       {std::string("{\"unknown\":1}"), std::string("[]"), std::string("{"),
        std::string("{\"cell\":\"x\"}"), std::string(1 << 20, '[')}) {
    v1::RunRecord record;
    const absl::Status status = MessageFromJson(json, record);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << json.substr(0, 40);
    EXPECT_THAT(std::string(status.message()), HasSubstr("no benchcell.v1.RunRecord"));
  }
}

}  // namespace
}  // namespace benchcell
