#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/base/files.h"
#include "runners/blobs/digest.h"
#include "runners/blobs/tar_reader.h"
#include "runners/blobs/tar_writer.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// An archive as nobody means well writes it.
class HostileTar {
 public:
  explicit HostileTar(const fs::path& path) : tar_(archive_write_new()) {
    archive_write_set_format_pax_restricted(tar_);
    archive_write_open_filename(tar_, path.c_str());
  }
  ~HostileTar() { archive_write_free(tar_); }

  HostileTar& Add(const std::string& path, unsigned type, const std::string& target = "") {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, path.c_str());
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, 0);
    if (type == AE_IFLNK) archive_entry_set_symlink(entry, target.c_str());
    if (type == AE_IFREG && !target.empty()) archive_entry_set_hardlink(entry, target.c_str());
    EXPECT_EQ(archive_write_header(tar_, entry), ARCHIVE_OK) << archive_error_string(tar_);
    archive_entry_free(entry);
    return *this;
  }

 private:
  archive* tar_;
};

class TarTest : public testing::Test {
 protected:
  // Reads all entries; the status of the first failure.
  absl::Status ReadAll() {
    const auto reader = TarReader::Open(path_);
    if (!reader.ok()) return reader.status();
    while (true) {
      const auto more = (*reader)->Next();
      if (!more.ok()) return more.status();
      if (!*more) return absl::OkStatus();
      const auto content = (*reader)->ReadContent();
      if (!content.ok()) return content.status();
    }
  }

  void ExpectRefused(const std::string& entry, const std::string& why) {
    const absl::Status status = ReadAll();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(path_.string()));
    EXPECT_THAT(std::string(status.message()), HasSubstr("\"" + entry + "\""));
    EXPECT_THAT(std::string(status.message()), HasSubstr(why));
  }

  const fs::path path_ = fs::path(testing::TempDir()) / "test.tar";
};

TEST_F(TarTest, WritesWhatItReads) {
  const std::string long_name = std::string(150, 'd') + "/" + std::string(150, 'f');
  const auto writer = TarWriter::Open(path_);
  ASSERT_TRUE(writer.ok()) << writer.status();
  ASSERT_TRUE((*writer)->AddFolder("bin").ok());
  ASSERT_TRUE((*writer)->AddFile("bin/node", true, 5).ok());
  ASSERT_TRUE((*writer)->Append("#!/no").ok());
  ASSERT_TRUE((*writer)->AddLink("link", "bin/node").ok());
  ASSERT_TRUE((*writer)->AddFile(long_name, false, 0).ok());
  const auto blob = (*writer)->Finish();
  ASSERT_TRUE(blob.ok()) << blob.status();
  EXPECT_EQ(blob->sha256, Sha256OfFile(path_).value());
  EXPECT_EQ(blob->size, fs::file_size(path_));

  const auto reader = TarReader::Open(path_);
  ASSERT_TRUE(reader.ok()) << reader.status();
  ASSERT_TRUE((*reader)->Next().value());
  EXPECT_EQ((*reader)->entry().path, "bin");
  EXPECT_EQ((*reader)->entry().kind, TarEntry::Kind::kFolder);
  ASSERT_TRUE((*reader)->Next().value());
  EXPECT_EQ((*reader)->entry().path, "bin/node");
  EXPECT_EQ((*reader)->entry().kind, TarEntry::Kind::kFile);
  EXPECT_TRUE((*reader)->entry().executable);
  EXPECT_EQ((*reader)->entry().size, 5);
  EXPECT_EQ((*reader)->ReadContent().value(), "#!/no");
  ASSERT_TRUE((*reader)->Next().value());
  EXPECT_EQ((*reader)->entry().kind, TarEntry::Kind::kLink);
  EXPECT_EQ((*reader)->entry().target, "bin/node");
  ASSERT_TRUE((*reader)->Next().value());
  EXPECT_EQ((*reader)->entry().path, long_name);
  EXPECT_FALSE((*reader)->entry().executable);
  EXPECT_FALSE((*reader)->Next().value());
}

TEST_F(TarTest, MoreBytesThanAnnouncedAreRefused) {
  const auto writer = TarWriter::Open(path_);
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE((*writer)->AddFile("f", false, 2).ok());
  EXPECT_EQ((*writer)->Append("abc").code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(TarTest, AFullDiskIsNamed) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const auto writer = TarWriter::Open("/dev/full");
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE((*writer)->AddFile("f", false, 2).ok());
  ASSERT_TRUE((*writer)->Append("ab").ok());
  const absl::Status status = (*writer)->Finish().status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("/dev/full"));
}

TEST_F(TarTest, PathsOutOfTheTreeAreRefused) {
  for (const std::string path : {"/etc/passwd", "../x", "a/../../x", "a//b", "./a", ".."}) {
    HostileTar(path_).Add(path, AE_IFREG);
    ExpectRefused(path, "is no relative path inside the tree");
  }
}

TEST_F(TarTest, LinksOutOfTheTreeAreRefused) {
  HostileTar(path_).Add("link", AE_IFLNK, "../x");
  ExpectRefused("link", "is a symbolic link out of the tree: ../x");
  HostileTar(path_).Add("link", AE_IFLNK, "/etc");
  ExpectRefused("link", "is a symbolic link out of the tree: /etc");
}

TEST_F(TarTest, EntriesBelowALinkAreRefused) {
  HostileTar(path_).Add("a", AE_IFDIR).Add("link", AE_IFLNK, "a").Add("link/b", AE_IFREG);
  ExpectRefused("link/b", "lies below link, which is a file or a symbolic link");
}

TEST_F(TarTest, OtherKindsAreRefused) {
  HostileTar(path_).Add("device", AE_IFCHR);
  ExpectRefused("device", "is neither a folder nor a file nor a symbolic link");
  HostileTar(path_).Add("pipe", AE_IFIFO);
  ExpectRefused("pipe", "is neither a folder nor a file nor a symbolic link");
  HostileTar(path_).Add("a", AE_IFREG).Add("b", AE_IFREG, "a");
  ExpectRefused("b", "is a hard link");
}

TEST_F(TarTest, FilesOfNothingAreRefused) {
  archive* const tar = archive_write_new();
  archive_write_set_format_pax(tar);
  archive_write_open_filename(tar, path_.c_str());
  archive_entry* const entry = archive_entry_new();
  archive_entry_set_pathname(entry, "huge");
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_size(entry, int64_t{1} << 40);
  archive_entry_sparse_add_entry(entry, 0, 1);
  ASSERT_EQ(archive_write_header(tar, entry), ARCHIVE_OK) << archive_error_string(tar);
  ASSERT_EQ(archive_write_data(tar, "x", 1), 1);
  archive_entry_free(entry);
  archive_write_free(tar);
  ASSERT_LT(fs::file_size(path_), 100'000u);
  ExpectRefused("huge", "is a sparse file");
}

TEST_F(TarTest, TheSameNameTwiceIsRefused) {
  HostileTar(path_).Add("a", AE_IFLNK, "b").Add("a", AE_IFREG);
  ExpectRefused("a", "is there twice");
}

TEST_F(TarTest, EveryTruncationIsAnError) {
  const auto writer = TarWriter::Open(path_);
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE((*writer)->AddFolder("d").ok());
  ASSERT_TRUE((*writer)->AddFile("d/zeros", false, 2048).ok());
  ASSERT_TRUE((*writer)->Append(std::string(2048, '\0')).ok());
  ASSERT_TRUE((*writer)->AddFile("d/x", false, 1).ok());
  ASSERT_TRUE((*writer)->Append("x").ok());
  ASSERT_TRUE((*writer)->Finish().ok());
  ASSERT_TRUE(ReadAll().ok());
  const std::string whole = ReadFile(path_).value();
  ASSERT_EQ(whole.size() % 512, 0);
  for (size_t size = 0; size < whole.size(); size += 256) {
    ASSERT_TRUE(WriteFile(path_, whole.substr(0, size)).ok());
    const absl::Status status = ReadAll();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << size << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("truncated")) << size;
  }
}

TEST_F(TarTest, WhatIsNoArchive) {
  ASSERT_TRUE(WriteFile(path_, std::string(5000, 'x')).ok());
  EXPECT_THAT(std::string(ReadAll().message()), HasSubstr("no tar archive"));
  EXPECT_EQ(TarReader::Open(path_.string() + ".absent").status().code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace benchcell
