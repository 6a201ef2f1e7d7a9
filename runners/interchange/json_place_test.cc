#include "runners/interchange/json_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace benchcell {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kFile = "a.json";

std::string MessageOf(const absl::Status& status) { return std::string(status.message()); }

TEST(JsonPlaceTest, ErrorsNameFilePlaceFoundAndExpected) {
  const json value = json::parse(R"({"results": [{"times": [1, "x"]}]})");
  const JsonPlace top(kFile, value);
  const auto results = top.Member("results")->Items();
  const auto times = (*results)[0].Member("times")->Items();
  EXPECT_EQ(MessageOf((*times)[1].Number().status()),
            "a.json: at /results/0/times/1: found the text \"x\", expected a number");
  EXPECT_EQ(MessageOf(top.Member("files").status()),
            "a.json: at the top: found no member files, expected an object that has it");
  EXPECT_EQ(MessageOf(top.Items().status()),
            "a.json: at the top: found an object of 1 members, expected an array");
  EXPECT_THAT(MessageOf((*times)[0].Text().status()), HasSubstr("found 1, expected a text"));
}

TEST(JsonPlaceTest, PointersAreEscaped) {
  const json value = {{"a/b~c", {{"x", nullptr}}}};
  const JsonPlace top(kFile, value);
  EXPECT_EQ(top.Member("a/b~c")->Member("x")->pointer(), "/a~1b~0c/x");
  EXPECT_FALSE(top.Member("a/b~c")->Find("x").has_value());
}

TEST(JsonPlaceTest, AmountsAreFiniteAndNotBelowZero) {
  const json value = json::array({0, -1, 1.5});
  const JsonPlace top(kFile, value);
  const auto items = *top.Items();
  EXPECT_EQ(*items[0].Amount(), 0);
  EXPECT_THAT(MessageOf(items[1].Amount().status()), HasSubstr("a number not below 0"));
  EXPECT_EQ(*items[2].Amount(), 1.5);
}

TEST(JsonPlaceTest, LongAndHostileTextStaysOnOneShortLine) {
  const json value = json::array({"\x1b[2Jevil\n" + std::string(10'000, 'x')});
  const JsonPlace top(kFile, value);
  const std::string message = MessageOf((*top.Items())[0].Number().status());
  EXPECT_LT(message.size(), 200u);
  EXPECT_EQ(message.find('\x1b'), std::string::npos);
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace benchcell
