#include "runners/plugin_check/recorded_runs.h"

#include <filesystem>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class RecordedRunsTest : public ::testing::Test {
 protected:
  RecordedRunsTest() { fs::create_directories(folder_); }
  ~RecordedRunsTest() override { fs::remove_all(folder_); }

  std::string File(const std::string& name, const std::string& content) {
    fs::create_directories((folder_ / name).parent_path());
    EXPECT_TRUE(WriteFile(folder_ / name, content).ok());
    return folder_ / name;
  }

  const fs::path folder_ = fs::path(::testing::TempDir()) /
                           ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(RecordedRunsTest, WhatIsWrittenIsReadAgain) {
  v1::ParseRequest request;
  request.set_build("main");
  request.mutable_record()->mutable_usage()->set_wall_ns(5);
  for (const char* name : {"stdout", "profile/1.out"}) {
    v1::RawOutputFile& output = *request.add_raw_output();
    output.set_name(name);
    output.set_path(File(std::string("from/") + name, std::string("content of ") + name));
  }
  ASSERT_TRUE(WriteRecordedRun(request, folder_ / "to" / "good").ok());
  EXPECT_TRUE(absl::IsAlreadyExists(WriteRecordedRun(request, folder_ / "to" / "good")));

  const auto runs = ReadRecordedRuns(folder_ / "to");
  ASSERT_TRUE(runs.ok()) << runs.status();
  ASSERT_EQ(runs->size(), 1u);
  const RecordedRun& run = runs->front();
  EXPECT_EQ(run.name, "good");
  EXPECT_EQ(run.request.build(), "main");
  EXPECT_EQ(run.request.record().usage().wall_ns(), 5u);
  ASSERT_EQ(run.request.raw_output_size(), 2);
  EXPECT_EQ(run.request.raw_output(0).name(), "profile/1.out");
  EXPECT_EQ(*ReadFile(run.request.raw_output(0).path()), "content of profile/1.out");
}

TEST_F(RecordedRunsTest, NoNameLeadsOutOfTheFolder) {
  v1::ParseRequest request;
  v1::RawOutputFile& output = *request.add_raw_output();
  output.set_name("../stdout");
  output.set_path(File("from/stdout", "x"));
  EXPECT_THAT(std::string(WriteRecordedRun(request, folder_ / "to").message()),
              HasSubstr("\"../stdout\" holds `..`"));
}

TEST_F(RecordedRunsTest, FoldersWithoutARequestAreNoRuns) {
  File("notes/README.md", "x");
  const auto runs = ReadRecordedRuns(folder_);
  ASSERT_TRUE(runs.ok());
  EXPECT_TRUE(runs->empty());
  EXPECT_TRUE(ReadRecordedRuns(folder_ / "missing")->empty());
}

TEST_F(RecordedRunsTest, NamesARequestThatIsNone) {
  File("bad/request.json", "{\"cel\": 1}");
  EXPECT_THAT(std::string(ReadRecordedRuns(folder_).status().message()),
              HasSubstr("bad/request.json"));
}

TEST_F(RecordedRunsTest, DiscoveriesAreByBuild) {
  File("discovered/old/list", "1");
  File("discovered/new/list", "2");
  const std::vector<v1::Discovered> discovered = ReadDiscovered(folder_);
  ASSERT_EQ(discovered.size(), 2u);
  EXPECT_EQ(discovered[0].build(), "new");
  ASSERT_EQ(discovered[0].raw_output_size(), 1);
  EXPECT_EQ(discovered[0].raw_output(0).name(), "list");
  EXPECT_EQ(*ReadFile(discovered[0].raw_output(0).path()), "2");
}

}  // namespace
}  // namespace benchcell
