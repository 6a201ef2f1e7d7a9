#include "runners/evidence/tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "runners/evidence/testing.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string Refusal(const absl::Status& status) {
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(RenderTables, IsWhatReportPrints) {
  const auto tables = RenderTables(NumberRun().run, {});
  ASSERT_TRUE(tables.ok()) << tables.status();
  EXPECT_THAT(tables->markdown, HasSubstr("| size |"));
  EXPECT_THAT(tables->json, HasSubstr("\"metric\":\"time\""));
  EXPECT_FALSE(RenderTables(NumberRun().run, {.metric = "none"}).ok());
}

TEST(SameText, TheFirstLineThatDiffersIsNamed) {
  EXPECT_TRUE(SameText("a\nb\n", "a\nb\n").ok());
  EXPECT_THAT(Refusal(SameText("a\nbad\nc\n", "a\nbed\nc\n")),
              AllOf(HasSubstr("line 2, byte 3"), HasSubstr("`bad`"), HasSubstr("`bed`")));
  EXPECT_THAT(Refusal(SameText("", "a")), HasSubstr("line 1, byte 0"));
  EXPECT_THAT(Refusal(SameText("a\n", "a")), HasSubstr("line 1, byte 1"));
  const std::string message =
      Refusal(SameText(std::string(1 << 20, 'x') + "y", std::string(1 << 20, 'x') + "z"));
  EXPECT_LT(message.size(), 500);
}

TEST(SameNumbers, LastDigitsAndWordsMayDiffer) {
  const std::string json = RenderTables(NumberRun().run, {})->json;
  EXPECT_TRUE(SameNumbers(json, json).ok());
  EXPECT_TRUE(SameNumbers(R"({"rows":[{"ratio":1.0000000001,"text":"old words"}]})",
                          R"({"rows":[{"ratio":1,"text":"words","new":2}],"other":1})")
                  .ok());
}

TEST(SameNumbers, WhatDiffersIsNamed) {
  const auto refusal = [](const std::string& claimed) {
    return Refusal(SameNumbers(
        claimed, R"({"rows":[{"ratio":1.5,"verdict":"DIFFERS","median":null,"complete":false}]})"));
  };
  EXPECT_THAT(refusal(R"({"rows":[{"ratio":1.6}]})"),
              HasSubstr("rows[0].ratio: claimed is 1.6, the records give 1.5"));
  EXPECT_THAT(refusal(R"({"rows":[{"verdict":"AGREES"}]})"), HasSubstr("rows[0].verdict"));
  EXPECT_THAT(refusal(R"({"rows":[{"median":1}]})"), HasSubstr("the records give null"));
  EXPECT_THAT(refusal(R"({"rows":[{"complete":true}]})"), HasSubstr("rows[0].complete"));
  EXPECT_THAT(refusal(R"({"rows":[{"more":1}]})"), HasSubstr("the records give nothing"));
  EXPECT_THAT(refusal(R"({"rows":[]})"), HasSubstr("rows: claimed is 0 entries"));
  EXPECT_THAT(refusal(R"({"rows":[{"ratio":[1]}]})"), HasSubstr("claimed is array"));
  EXPECT_THAT(refusal("{}"), HasSubstr("no table"));
  EXPECT_THAT(refusal(std::string(1 << 20, '[')), HasSubstr("no table"));
  EXPECT_THAT(refusal(absl::StrCat("{\"rows\":", std::string(1 << 16, '['),
                                   std::string(1 << 16, ']'), "}")),
              HasSubstr("rows"));
}

}  // namespace
}  // namespace benchcell
