#include "runners/interchange/import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "runners/interchange/testing.h"

namespace benchcell {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kOneCommand[] = R"({"results": [{"command": "a", "times": [1, 2]}]})";

std::string MessageOf(const absl::StatusOr<ImportedRun>& imported) {
  EXPECT_EQ(imported.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(imported.status().message());
}

std::vector<std::string> BuildsOf(const v1::ExperimentRun& run) {
  std::vector<std::string> names;
  for (const v1::Build& build : run.resolved().experiment().build()) names.push_back(build.name());
  return names;
}

TEST(ImportTest, FilesOfOtherToolsAreRefusedWithWhatWasFound) {
  EXPECT_THAT(
      MessageOf(ImportTexts({{"x.json", R"({"machine_info": {}, "benchmarks": []})"}})),
      HasSubstr("found an object with benchmarks, machine_info, expected the JSON of hyper"));
  EXPECT_THAT(MessageOf(ImportTexts({{"x.json", "[1]"}})), HasSubstr("found an array of 1"));
  EXPECT_THAT(MessageOf(ImportTexts({{"x.json", "{}"}})), HasSubstr("found an empty object"));
  EXPECT_THAT(MessageOf(ImportTexts({{"x.json", "a,b\n1,2\n"}})), HasSubstr("x.json: not JSON"));
}

TEST(ImportTest, TheFormatCanBeSaid) {
  EXPECT_THAT(MessageOf(ImportTexts({{"x.json", kOneCommand}}, "google-benchmark")),
              HasSubstr("found no member context"));
  EXPECT_TRUE(ImportTexts({{"x.json", kOneCommand}}, "hyperfine").ok());
}

TEST(ImportTest, FilesOfOneImportAreOfOneFormat) {
  EXPECT_THAT(MessageOf(ImportTexts({{"x.json", kOneCommand}, {"y.json", R"({"files": []})"}})),
              HasSubstr("y.json: found the format vitest-bench, expected hyperfine"));
}

TEST(ImportTest, BuildsAreNamedOrTakeTheNamesOfTheirFiles) {
  const auto dir = std::filesystem::path(testing::TempDir());
  for (const char* folder : {"one", "two"}) {
    ASSERT_TRUE(MakeFolder(dir / folder).ok());
    ASSERT_TRUE(WriteFile(dir / folder / "r.json", kOneCommand).ok());
  }
  const auto one = dir / "one" / "r.json";
  const auto two = dir / "two" / "r.json";
  EXPECT_THAT(BuildsOf(Import({{{one, "old"}, {two, "new"}}, ""}, Facts())->run),
              ElementsAre("old", "new"));
  EXPECT_THAT(BuildsOf(Import({{{one, "old"}, {two, ""}}, ""}, Facts())->run),
              ElementsAre("old", "r"));
  EXPECT_THAT(BuildsOf(Import({{{one, ""}, {two, ""}}, ""}, Facts())->run),
              ElementsAre(one.string(), two.string()));
}

TEST(ImportTest, SeveralFilesOfOneBuildAreMoreRunsOfIt) {
  const auto path = std::filesystem::path(testing::TempDir()) / "r.json";
  const auto more = std::filesystem::path(testing::TempDir()) / "more.json";
  ASSERT_TRUE(WriteFile(path, kOneCommand).ok());
  ASSERT_TRUE(WriteFile(more, absl::StrCat(kOneCommand, "\n")).ok());
  const auto imported = Import({{{path, "old"}, {more, "old"}, {path, "new"}}, ""}, Facts());
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_THAT(BuildsOf(imported->run), ElementsAre("old", "new"));
  EXPECT_EQ(imported->run.block(0).run_size(), 6);
  EXPECT_EQ(imported->run.imported().file_size(), 3);
  EXPECT_EQ(imported->run.resolved().experiment().protocol().runs(), 4u);
}

TEST(ImportTest, TheSameRunsAreNotCountedTwice) {
  const auto path = std::filesystem::path(testing::TempDir()) / "r.json";
  ASSERT_TRUE(WriteFile(path, kOneCommand).ok());
  EXPECT_THAT(std::string(Import({{{path, "old"}, {path, "old"}}, ""}, Facts()).status().message()),
              HasSubstr("the build \"old\" has these runs already"));
}

TEST(ImportTest, TooManyRunsAreRefused) {
  std::string times = "1";
  for (size_t i = 0; i < kMostMeasuredRuns; ++i) times += ",1";
  EXPECT_THAT(MessageOf(ImportTexts({{"x.json", absl::StrCat(R"({"results": [{"command": "a",
                                     "times": [)",
                                                             times, "]}]}")}})),
              HasSubstr("more than 200000 runs"));
}

TEST(ImportTest, JsonIsToldFromCsv) {
  const auto path = std::filesystem::path(testing::TempDir()) / "kind";
  for (const auto& [text, json] : {std::pair("\n  {}", true), std::pair("[1]", true),
                                   std::pair("\"binary\",\"rate\"", false), std::pair("", false)}) {
    ASSERT_TRUE(WriteFile(path, text).ok());
    EXPECT_EQ(LooksLikeJson(path), json) << text;
  }
  EXPECT_FALSE(LooksLikeJson("no/such/file"));
}

}  // namespace
}  // namespace benchcell
