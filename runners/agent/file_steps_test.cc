#include "runners/agent/file_steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

class FileStepsTest : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path base = fs::path(testing::TempDir()) /
                          testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(base).ok());
    bundle_ = base / "bundle";
    directory_ = base / "directory";
    ASSERT_TRUE(MakeFolder(bundle_ / "lib" / "deep").ok());
    ASSERT_TRUE(MakeFolder(directory_).ok());
    ASSERT_TRUE(WriteFile(bundle_ / "lib" / "deep" / "file", "content").ok());
    fs::create_symlink("deep/file", bundle_ / "lib" / "link");
    fs::permissions(bundle_ / "lib" / "deep" / "file", fs::perms::owner_read);
    fs::permissions(bundle_ / "lib" / "deep", fs::perms::owner_read | fs::perms::owner_exec);
  }

  absl::Status Mount(v1::Mount::Mode mode, const std::string& from, const std::string& path) {
    v1::Mount mount;
    mount.set_sha256("abc");
    mount.set_mode(mode);
    mount.set_from(from);
    mount.set_path(path);
    return PerformMount(mount, bundle_, directory_);
  }

  absl::Status Write(const std::string& path, const std::string& content) {
    v1::WriteFile write;
    write.set_path(path);
    write.set_content(content);
    return PerformWriteFile(write, directory_);
  }

  fs::path bundle_;
  fs::path directory_;
};

TEST_F(FileStepsTest, SharedMountIsALinkIntoTheBundle) {
  ASSERT_TRUE(Mount(v1::Mount::SHARED, "lib", "node_modules/lib").ok());
  EXPECT_TRUE(fs::is_symlink(directory_ / "node_modules" / "lib"));
  EXPECT_EQ(*ReadFile(directory_ / "node_modules/lib/deep/file"), "content");
}

TEST_F(FileStepsTest, CopiedMountIsWritableAndKeepsLinks) {
  ASSERT_TRUE(Mount(v1::Mount::COPY, "", "app").ok());
  EXPECT_EQ(fs::read_symlink(directory_ / "app/lib/link"), "deep/file");
  struct stat info;
  ASSERT_EQ(stat((directory_ / "app/lib/deep/file").c_str(), &info), 0);
  EXPECT_TRUE(info.st_mode & S_IWUSR);
  EXPECT_TRUE(WriteFile(directory_ / "app/lib/deep/file", "changed").ok());
  EXPECT_EQ(*ReadFile(bundle_ / "lib/deep/file"), "content");
}

TEST_F(FileStepsTest, MountOfWhatIsNotThereNamesIt) {
  const absl::Status status = Mount(v1::Mount::SHARED, "none", "x");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("\"none\""));
}

TEST_F(FileStepsTest, MountOverSomethingIsRefused) {
  ASSERT_TRUE(Mount(v1::Mount::SHARED, "lib", "x").ok());
  EXPECT_EQ(Mount(v1::Mount::COPY, "lib", "x").code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(FileStepsTest, NothingIsWrittenThroughASharedMount) {
  ASSERT_TRUE(Mount(v1::Mount::SHARED, "lib", "lib").ok());
  EXPECT_EQ(Write("lib/deep/new", "x").code(), absl::StatusCode::kInvalidArgument);
  v1::Wipe wipe;
  wipe.add_path("lib/deep/file");
  EXPECT_EQ(PerformWipe(wipe, directory_).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(fs::exists(bundle_ / "lib/deep/file"));
}

TEST_F(FileStepsTest, WriteReplacesALinkInsteadOfFollowingIt) {
  fs::create_symlink(bundle_ / "lib/deep/file", directory_ / "config");
  ASSERT_TRUE(Write("config", "mine").ok());
  EXPECT_EQ(*ReadFile(directory_ / "config"), "mine");
  EXPECT_EQ(*ReadFile(bundle_ / "lib/deep/file"), "content");
}

TEST_F(FileStepsTest, WipeRemovesMatchesAndTheLinkNotItsTarget) {
  ASSERT_TRUE(Write("cache/a/results", "1").ok());
  ASSERT_TRUE(Write("cache/b/results", "1").ok());
  ASSERT_TRUE(Write("cache/b/kept", "1").ok());
  ASSERT_TRUE(Mount(v1::Mount::SHARED, "lib", "lib").ok());
  v1::Wipe wipe;
  wipe.add_path("cache/*/results");
  wipe.add_path("lib");
  wipe.add_path("never/was");
  ASSERT_TRUE(PerformWipe(wipe, directory_).ok());
  EXPECT_FALSE(fs::exists(directory_ / "cache/a/results"));
  EXPECT_TRUE(fs::exists(directory_ / "cache/b/kept"));
  EXPECT_FALSE(fs::exists(fs::symlink_status(directory_ / "lib")));
  EXPECT_TRUE(fs::exists(bundle_ / "lib/deep/file"));
}

TEST_F(FileStepsTest, CollectCopiesFilesAndOnlyFiles) {
  ASSERT_TRUE(Write("out/report", "numbers").ok());
  fs::create_symlink(bundle_ / "lib/deep/file", directory_ / "out/link");
  v1::CollectFile collect;
  collect.set_path("out/report");
  EXPECT_TRUE(*PerformCollectFile(collect, directory_, directory_ / "kept"));
  EXPECT_TRUE(*PerformCollectFile(collect, directory_, directory_ / "a folder/kept"));
  EXPECT_EQ(*ReadFile(directory_ / "kept"), "numbers");
  for (const std::string path : {"out/none", "out/link", "out"}) {
    collect.set_path(path);
    EXPECT_FALSE(*PerformCollectFile(collect, directory_, directory_ / "other")) << path;
  }
}

TEST_F(FileStepsTest, CollectsEveryFileThatMatches) {
  ASSERT_TRUE(Write("out/2.log", "two").ok());
  ASSERT_TRUE(Write("out/1.log", "one").ok());
  ASSERT_TRUE(Write("out/1.txt", "other").ok());
  ASSERT_TRUE(Write("out/.hidden.log", "hidden").ok());
  ASSERT_TRUE(Write("out/deeper.log/3.log", "inside").ok());
  ASSERT_TRUE(Write("out/\xff.log", "odd name").ok());
  std::filesystem::create_symlink("/etc/passwd", directory_ / "out/link.log");
  v1::CollectFiles collect;
  collect.set_path("out/*.log");
  collect.set_prefix("logs/");
  const std::filesystem::path target = directory_ / "kept";
  EXPECT_THAT(*PerformCollectFiles(collect, directory_, target),
              ElementsAre("logs/1.log", "logs/2.log", "logs/\uFFFD.log"));
  EXPECT_EQ(*ReadFile(target / "logs/2.log"), "two");

  collect.set_path("none/*.log");
  EXPECT_THAT(*PerformCollectFiles(collect, directory_, target), IsEmpty());
  for (const std::string path : {"../*", "/etc/*", ""}) {
    collect.set_path(path);
    EXPECT_EQ(PerformCollectFiles(collect, directory_, target).status().code(),
              absl::StatusCode::kInvalidArgument)
        << path;
  }
}

TEST_F(FileStepsTest, TheDirectoryItselfStays) {
  ASSERT_TRUE(Write("kept", "x").ok());
  for (const std::string path : {".", "./", "././."}) {
    v1::Wipe wipe;
    wipe.add_path(path);
    EXPECT_EQ(PerformWipe(wipe, directory_).code(), absl::StatusCode::kInvalidArgument) << path;
    EXPECT_EQ(Write(path, "x").code(), absl::StatusCode::kInvalidArgument) << path;
    EXPECT_EQ(Mount(v1::Mount::SHARED, "lib", path).code(), absl::StatusCode::kInvalidArgument);
  }
  EXPECT_TRUE(fs::exists(directory_ / "kept"));
}

TEST_F(FileStepsTest, ASlashAtTheEndFollowsNoLink) {
  ASSERT_TRUE(Mount(v1::Mount::SHARED, "lib", "lib").ok());
  v1::Wipe wipe;
  wipe.add_path("lib/");
  wipe.add_path("*/");
  ASSERT_TRUE(PerformWipe(wipe, directory_).ok());
  EXPECT_FALSE(fs::exists(fs::symlink_status(directory_ / "lib")));
  EXPECT_TRUE(fs::exists(bundle_ / "lib/deep/file"));
}

// Whatever a workload left where a step of the next run works, it is not the machine that failed.
TEST_F(FileStepsTest, WhatAWorkloadLeftInTheWayIsRefused) {
  fs::create_symlink("nowhere", directory_ / "dangling");
  fs::create_symlink("loop", directory_ / "loop");
  ASSERT_TRUE(Write("file", "x").ok());
  ASSERT_EQ(mkfifo((directory_ / "pipe").c_str(), 0644), 0);
  for (const std::string way : {"dangling", "loop", "file", "pipe"}) {
    EXPECT_EQ(Write(way + "/x", "x").code(), absl::StatusCode::kInvalidArgument) << way;
    EXPECT_EQ(Mount(v1::Mount::COPY, "lib", way + "/x").code(), absl::StatusCode::kInvalidArgument);
    v1::CollectFile collect;
    collect.set_path(way + "/x");
    EXPECT_EQ(PerformCollectFile(collect, directory_, directory_ / "kept").status().code(),
              absl::StatusCode::kInvalidArgument)
        << way;
    // At the end of a path, all of them are replaced.
    EXPECT_TRUE(Write(way, "new").ok()) << way;
  }
  EXPECT_FALSE(fs::exists(directory_ / "nowhere"));
}

TEST_F(FileStepsTest, ADirectoryThatIsALinkByNowIsNotWorkedIn) {
  const fs::path elsewhere = directory_.parent_path() / "elsewhere";
  ASSERT_TRUE(MakeFolder(elsewhere).ok());
  fs::remove_all(directory_);
  fs::create_directory_symlink(elsewhere, directory_);
  EXPECT_EQ(Write("x", "x").code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Mount(v1::Mount::COPY, "lib", "x").code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(fs::is_empty(elsewhere));
}

TEST_F(FileStepsTest, AHardLinkIntoABundleIsNoWayIntoIt) {
  fs::create_hard_link(bundle_ / "lib/deep/file", directory_ / "config");
  ASSERT_TRUE(Write("config", "mine").ok());
  EXPECT_EQ(*ReadFile(bundle_ / "lib/deep/file"), "content");
}

TEST_F(FileStepsTest, FilesThatWouldBecomeOneOrReplaceAnotherAreRefused) {
  ASSERT_TRUE(Write("out/\xff", "one").ok());
  ASSERT_TRUE(Write("out/\xfe", "two").ok());
  v1::CollectFiles collect;
  collect.set_path("out/*");
  const fs::path target = directory_ / "kept";
  EXPECT_EQ(PerformCollectFiles(collect, directory_, target).status().code(),
            absl::StatusCode::kInvalidArgument);
  ASSERT_TRUE(RemoveAll(directory_ / "out").ok());
  ASSERT_TRUE(RemoveAll(target).ok());
  ASSERT_TRUE(MakeFolder(target).ok());
  ASSERT_TRUE(WriteFile(target / "stdout", "what was measured").ok());
  ASSERT_TRUE(Write("out/stdout", "forged").ok());
  EXPECT_EQ(PerformCollectFiles(collect, directory_, target).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(*ReadFile(target / "stdout"), "what was measured");
}

TEST_F(FileStepsTest, MoreFilesThanCanBeKeptAreRefused) {
  for (size_t i = 0; i <= kMostCollectedFiles; ++i) {
    ASSERT_TRUE(Write("out/" + std::to_string(i), "").ok());
  }
  v1::CollectFiles collect;
  collect.set_path("out/*");
  const auto names = PerformCollectFiles(collect, directory_, directory_ / "kept");
  EXPECT_EQ(names.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(names.status().message()), HasSubstr("more than 10000 files"));
}

TEST_F(FileStepsTest, NamesWithLineEndsForgeNoLine) {
  ASSERT_TRUE(Write("out/a\n5 5 forged", "1").ok());
  ASSERT_TRUE(Write("out/b\\n", "1").ok());
  v1::ListFiles list;
  list.add_path("out");
  EXPECT_THAT(*PerformListFiles(list, directory_), MatchesRegex(R"(1 [0-9]+ out/a\\n5 5 forged
1 [0-9]+ out/b\\\\n
)"));
  v1::CollectFiles collect;
  collect.set_path("out/a*");
  EXPECT_THAT(*PerformCollectFiles(collect, directory_, directory_ / "kept"),
              ElementsAre("a\uFFFD5 5 forged"));
}

TEST_F(FileStepsTest, ListingIsSortedWithSizes) {
  ASSERT_TRUE(Write("cache/b", "123").ok());
  ASSERT_TRUE(Write("cache/a/x", "1").ok());
  v1::ListFiles list;
  list.add_path("cache");
  list.add_path("none");
  EXPECT_THAT(*PerformListFiles(list, directory_),
              MatchesRegex("1 [0-9]+ cache/a/x\n3 [0-9]+ cache/b\n"));
}

}  // namespace
}  // namespace benchcell
