#include "plugins/node_core/messages.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell::node_core {
namespace {

using ::testing::HasSubstr;
using Kind = JsonValue::Kind;

Messages Read(const std::string& text) {
  const auto messages = ParseMessages(text);
  EXPECT_TRUE(messages.ok()) << messages.status();
  return messages.value_or(Messages());
}

Report ReadReport(const std::string& fields) {
  const Messages messages = Read("{\"type\":\"report\"," + fields + "}\n");
  EXPECT_EQ(messages.report.size(), 1u);
  return messages.report.empty() ? Report() : messages.report[0];
}

TEST(MessagesTest, ReadsAReport) {
  const Report report = ReadReport(
      R"("name":"a/b.js","conf":{"n":30,"mode":"process","on":true},"rate":17.52,"time":"0.114")");
  EXPECT_EQ(report.name, "a/b.js");
  EXPECT_EQ(report.rate.text, "17.52");
  EXPECT_EQ(report.rate.kind, Kind::kNumber);
  EXPECT_EQ(report.time.text, "0.114");
  EXPECT_EQ(report.time.kind, Kind::kString);
  EXPECT_EQ(report.Find("mode").text, "process");
  EXPECT_EQ(report.Find("on").kind, Kind::kBoolean);
  EXPECT_EQ(report.Find("other").kind, Kind::kMissing);
  EXPECT_EQ(ConfigurationText(report), "n=30 mode='process' on=true");
}

TEST(MessagesTest, KeepsTheDigitsOfANumber) {
  for (const char* digits :
       {"14.049723172965429", "1e+21", "1e-7", "100000", "0.1", "-1", "9007199254740993",
        "18446744073709551615", "36893488147419103000", "5e-324", "1.7976931348623157e+308"}) {
    EXPECT_EQ(ReadReport(std::string("\"rate\":") + digits).rate.text, digits);
  }
}

TEST(MessagesTest, OnlyTheConfigurationItselfIsRead) {
  const Report report = ReadReport(
      R"("conf":{"a":{"rate":1,"deep":{"x":2}},"b":[1,{"c":3}],"d":4},"other":{"conf":{"e":5}},"rate":6)");
  EXPECT_EQ(report.Find("a").kind, Kind::kOther);
  EXPECT_EQ(report.Find("b").kind, Kind::kOther);
  EXPECT_EQ(report.Find("d").text, "4");
  EXPECT_EQ(report.configuration.size(), 3u);
  EXPECT_EQ(report.rate.text, "6");
}

TEST(MessagesTest, TellsNullFromMissing) {
  EXPECT_EQ(ReadReport(R"("rate":null)").rate.kind, Kind::kNull);
  EXPECT_EQ(ReadReport(R"("name":"x")").rate.kind, Kind::kMissing);
}

TEST(MessagesTest, LeavesOutWhatIsNotItsOwn) {
  const Messages messages = Read(
      "{\"cmd\":\"NODE_HANDLE\",\"type\":\"report\"}\n{\"type\":\"coverage\",\"module\":\"fs\"}\n"
      "{\"type\":\"config\",\"name\":\"x\",\"queueLength\":6}\n");
  EXPECT_TRUE(messages.report.empty());
  EXPECT_EQ(messages.queue_length, 6);
}

TEST(MessagesTest, AnEndWithoutLineBreakIsLeftOut) {
  const Messages messages = Read("{\"type\":\"report\",\"rate\":1}\n{\"type\":\"report\",\"ra");
  EXPECT_EQ(messages.report.size(), 1u);
  EXPECT_FALSE(messages.queue_length.has_value());
}

TEST(MessagesTest, NamesALineThatIsNoObject) {
  for (const char* line : {"[]", "1", "", "{", "{\"a\":1}x", "\xFF"}) {
    const auto messages = ParseMessages(std::string("{}\n") + line + "\n");
    EXPECT_THAT(std::string(messages.status().message()), HasSubstr("line 2 ")) << line;
  }
}

TEST(ConfigurationTextTest, QuotesAsNodeDoes) {
  const Report report = ReadReport(R"("conf":{"a":"it's","b":"","c":"a\nb","d":null})");
  EXPECT_EQ(ConfigurationText(report), R"(a="it's" b='' c='a\nb' d=null)");
}

}  // namespace
}  // namespace benchcell::node_core
