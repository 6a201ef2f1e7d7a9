#include "runners/blobs/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"
#include "runners/blobs/digest.h"
#include "runners/blobs/tar_reader.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class ArchiveTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(RemoveAll(root_).ok());
    ASSERT_TRUE(MakeFolder(tree_).ok());
  }

  void Put(const std::string& path, const std::string& content, int mode = 0644) {
    ASSERT_TRUE(MakeFolder((tree_ / path).parent_path()).ok());
    ASSERT_TRUE(WriteFile(tree_ / path, content).ok());
    ASSERT_EQ(chmod((tree_ / path).c_str(), mode), 0);
  }

  // Paths in the archive, in its order.
  std::vector<std::string> Paths() {
    std::vector<std::string> paths;
    const auto reader = TarReader::Open(archive_);
    while (reader.ok() && (*reader)->Next().value()) paths.push_back((*reader)->entry().path);
    return paths;
  }

  const fs::path root_ = fs::path(testing::TempDir()) / "archive_test";
  const fs::path tree_ = root_ / "tree";
  const fs::path archive_ = root_ / "tree.tar";
  const fs::path copy_ = root_ / "copy";
};

TEST_F(ArchiveTest, ThereAndBack) {
  Put("bin/tool", "#!", 0700);
  Put("z", "plain", 0606);
  Put("empty file", "");
  Put("große/файл 文件", "names are bytes");
  Put("invalid \xff\xfe", "even those");
  Put(std::string(200, 'l') + "/" + std::string(200, 'n'), "long");
  ASSERT_TRUE(MakeFolder(tree_ / "empty" / "inner").ok());
  fs::create_symlink("../z", tree_ / "bin" / "link");
  fs::create_symlink("nothing-there", tree_ / "dangling");
  fs::create_symlink("bin", tree_ / "to-folder");

  const auto blob = PackDirectory(tree_, archive_);
  ASSERT_TRUE(blob.ok()) << blob.status();
  EXPECT_EQ(blob->sha256, Sha256OfFile(archive_).value());
  EXPECT_EQ(blob->size, fs::file_size(archive_));
  const absl::Status unpacked = Unpack(archive_, copy_);
  ASSERT_TRUE(unpacked.ok()) << unpacked;

  EXPECT_EQ(fs::status(copy_ / "bin/tool").permissions(), fs::perms(0755));
  EXPECT_EQ(fs::status(copy_ / "z").permissions(), fs::perms(0644));
  EXPECT_EQ(ReadFile(copy_ / "z").value(), "plain");
  EXPECT_EQ(ReadFile(copy_ / "große/файл 文件").value(), "names are bytes");
  EXPECT_EQ(fs::read_symlink(copy_ / "bin/link"), "../z");
  EXPECT_EQ(fs::read_symlink(copy_ / "dangling"), "nothing-there");
  EXPECT_TRUE(fs::is_symlink(copy_ / "to-folder"));
  EXPECT_TRUE(fs::is_directory(copy_ / "empty/inner"));
  EXPECT_EQ(PackDirectory(copy_, root_ / "again.tar").value(), *blob);
}

// A digest that changes with the library or the machine would make every bundle another one.
TEST_F(ArchiveTest, BytesAreFixed) {
  Put("a/b", "content\n");
  Put("run", "x", 0755);
  fs::create_symlink("a/b", tree_ / "link");
  const auto blob = PackDirectory(tree_, archive_);
  ASSERT_TRUE(blob.ok()) << blob.status();
  EXPECT_EQ(blob->size, 4 * 512 + 2 * 512 + 2 * 512);
  EXPECT_EQ(blob->sha256, "b33c7710331878521b84a835540b9f3575750de8b60c6facae91566ef27a3ce5");
}

// Whoever unpacks as root must not make a way to become root.
TEST_F(ArchiveTest, NoModeButThatOfAPlainFileIsUnpacked) {
  archive* const tar = archive_write_new();
  ASSERT_TRUE(MakeFolder(root_).ok());
  archive_write_set_format_pax_restricted(tar);
  archive_write_open_filename(tar, archive_.c_str());
  for (const auto& [name, mode] : {std::pair{"setuid", 06777}, std::pair{"closed", 0}}) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, mode);
    archive_entry_set_size(entry, 0);
    ASSERT_EQ(archive_write_header(tar, entry), ARCHIVE_OK) << archive_error_string(tar);
    archive_entry_free(entry);
  }
  archive_write_free(tar);
  ASSERT_TRUE(Unpack(archive_, copy_).ok());
  struct stat found;
  ASSERT_EQ(stat((copy_ / "setuid").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0755u);
  ASSERT_EQ(stat((copy_ / "closed").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777, 0644u);
}

TEST_F(ArchiveTest, SortedBytewiseWhateverTheOrderOnDisk) {
  for (const char* name : {"b", "a/x", "a-b", "B", "a.b", "é"}) Put(name, name);
  ASSERT_TRUE(PackDirectory(tree_, archive_).ok());
  EXPECT_THAT(Paths(), ElementsAre("B", "a", "a-b", "a.b", "a/x", "b", "é"));
}

TEST_F(ArchiveTest, ExecuteBitsCanBeLeftOut) {
  Put("file", "x", 0755);
  ASSERT_TRUE(PackDirectory(tree_, archive_, {.executables = false}).ok());
  ASSERT_TRUE(Unpack(archive_, copy_).ok());
  EXPECT_EQ(fs::status(copy_ / "file").permissions(), fs::perms(0644));
}

TEST_F(ArchiveTest, SkipsNamesDirectlyInTheFolderOnly) {
  Put(".git/objects/x", "x");
  Put("inner/.git", "y");
  PackOptions options;
  options.skip = {".git"};
  ASSERT_TRUE(PackDirectory(tree_, archive_, options).ok());
  EXPECT_THAT(Paths(), ElementsAre("inner", "inner/.git"));
}

TEST_F(ArchiveTest, AFileOfTwoNamesBecomesTwoFiles) {
  Put("first", "x");
  fs::create_hard_link(tree_ / "first", tree_ / "second");
  ASSERT_TRUE(PackDirectory(tree_, archive_).ok());
  ASSERT_TRUE(Unpack(archive_, copy_).ok());
  EXPECT_EQ(fs::hard_link_count(copy_ / "second"), 1);
  EXPECT_EQ(ReadFile(copy_ / "second").value(), "x");
}

TEST_F(ArchiveTest, AnEmptyTree) {
  ASSERT_TRUE(PackDirectory(tree_, archive_).ok());
  ASSERT_TRUE(Unpack(archive_, copy_).ok());
  EXPECT_TRUE(fs::is_empty(copy_));
}

TEST_F(ArchiveTest, TheTreeMayBeBehindALink) {
  Put("file", "x");
  fs::create_symlink("tree", root_ / "way");
  EXPECT_EQ(PackDirectory(root_ / "way", archive_).value(), PackDirectory(tree_, archive_).value());
  EXPECT_THAT(Paths(), ElementsAre("file"));
}

TEST_F(ArchiveTest, WhatCantBePackedIsNamed) {
  fs::create_symlink("../outside", tree_ / "leaves");
  const absl::Status link = PackDirectory(tree_, archive_).status();
  EXPECT_EQ(link.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(link.message()), HasSubstr("tree/leaves"));
  EXPECT_THAT(std::string(link.message()), HasSubstr("../outside"));

  fs::remove(tree_ / "leaves");
  ASSERT_EQ(mkfifo((tree_ / "pipe").c_str(), 0600), 0);
  const absl::Status pipe = PackDirectory(tree_, archive_).status();
  EXPECT_EQ(pipe.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(pipe.message()), HasSubstr("tree/pipe"));

  EXPECT_EQ(PackDirectory(root_ / "absent", archive_).status().code(), absl::StatusCode::kNotFound);
}

TEST_F(ArchiveTest, UnpacksOnlyIntoAnEmptyFolder) {
  Put("file", "x");
  ASSERT_TRUE(PackDirectory(tree_, archive_).ok());
  const absl::Status status = Unpack(archive_, tree_);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("is not empty"));
}

TEST_F(ArchiveTest, ATruncatedArchiveIsRefused) {
  Put("file", std::string(5000, 'x'));
  ASSERT_TRUE(PackDirectory(tree_, archive_).ok());
  fs::resize_file(archive_, fs::file_size(archive_) - 3000);
  const absl::Status status = Unpack(archive_, copy_);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("tree.tar"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("truncated"));
}

}  // namespace
}  // namespace benchcell
