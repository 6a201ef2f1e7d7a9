#include "runners/interchange/own.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_replace.h"
#include "runners/interchange/testing.h"
#include "runners/report/json.h"
#include "runners/report/table.h"

namespace benchcell {
namespace {

using google::protobuf::util::MessageDifferencer;
using testing::HasSubstr;

std::string Exported(const v1::ExperimentRun& run) {
  return *RenderJson(run, *BuildTable(run, {}));
}

std::string Refusal(const v1::ExperimentRun& run) {
  const auto imported = ImportTexts({{"own.json", Exported(run)}});
  EXPECT_EQ(imported.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(imported.status().message());
}

TEST(OwnTest, TheExportIsTheSchemasOwnJsonAndComesBackEqual) {
  const v1::ExperimentRun run = AwkwardRun();
  const auto imported = ImportTexts({{"own.json", Exported(run)}});
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_TRUE(MessageDifferencer::Equals(imported->run, run));
  EXPECT_FALSE(imported->run.has_imported());
}

TEST(OwnTest, AnImportedRunComesBackEqualToo) {
  const v1::ExperimentRun run =
      ImportRecorded({"google-benchmark-1.7.1-old.json", "google-benchmark-1.7.1-new.json"})->run;
  const auto imported = ImportTexts({{"own.json", Exported(run)}});
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_TRUE(MessageDifferencer::Equals(imported->run, run));
}

TEST(OwnTest, RawOutputsAreSaidToBeMissing) {
  v1::ExperimentRun run = AwkwardRun();
  run.mutable_record(0)->add_raw_output()->set_name("stdout");
  EXPECT_THAT(ImportTexts({{"own.json", Exported(run)}})->remarks,
              testing::ElementsAre(HasSubstr("digests of raw outputs")));
}

TEST(OwnTest, WhatIsNoWholeRunIsRefused) {
  v1::ExperimentRun run = AwkwardRun();
  run.set_state(v1::ACTIVE);
  EXPECT_THAT(Refusal(run), HasSubstr("at /run: the run is ACTIVE, expected COMPLETE"));
  run = AwkwardRun();
  run.clear_id();
  EXPECT_THAT(Refusal(run), HasSubstr("no id"));
  run = AwkwardRun();
  run.mutable_record(3)->set_cell(99);
  EXPECT_THAT(Refusal(run), HasSubstr("record 3 is of cell 99"));
  run = AwkwardRun();
  run.mutable_record(3)->mutable_planned()->set_build(2);
  EXPECT_THAT(Refusal(run), HasSubstr("record 3 is of build 2, and the run has 2"));
  run = AwkwardRun();
  run.mutable_record(3)->mutable_sample(0)->set_value(std::nan(""));
  EXPECT_THAT(Refusal(run), HasSubstr("record 3 has a value of wall_time that is not finite"));
  run = AwkwardRun();
  run.mutable_resolved()->mutable_experiment()->mutable_build(1)->set_name(AwkwardNames()[0]);
  EXPECT_THAT(Refusal(run), HasSubstr("two builds named a, b=c"));
}

TEST(OwnTest, WhatDoesNotFitTheSchemaIsRefused) {
  const std::string text = Exported(AwkwardRun());
  for (const auto& [from, to] :
       {std::pair("\"state\":\"COMPLETE\"", "\"state\":\"SOON\""),
        std::pair("\"digest\":\"d1\"", "\"digest\":17.5e"), std::pair("\"run\":{", "\"run\":[{"),
        std::pair("\"digest\":\"d1\"", "\"digset\":\"d1\"")}) {
    const auto imported = ImportTexts({{"own.json", absl::StrReplaceAll(text, {{from, to}})}});
    EXPECT_EQ(imported.status().code(), absl::StatusCode::kInvalidArgument) << to;
    EXPECT_THAT(std::string(imported.status().message()), HasSubstr("own.json: ")) << to;
  }
}

TEST(OwnTest, ItIsImportedByItself) {
  const std::string text = Exported(AwkwardRun());
  EXPECT_THAT(std::string(ImportTexts({{"a.json", text}, {"b.json", text}}).status().message()),
              HasSubstr("import it by itself"));
}

}  // namespace
}  // namespace benchcell
