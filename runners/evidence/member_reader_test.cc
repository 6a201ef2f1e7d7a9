#include "runners/evidence/member_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/tar_writer.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

using Members = std::vector<std::pair<std::string, std::string>>;

fs::path Path(const std::string& name) { return fs::path(testing::TempDir()) / name; }

std::string Archive(const Members& members) {
  const fs::path path = Path("whole.tar");
  auto tar = TarWriter::Open(path);
  EXPECT_TRUE(tar.ok()) << tar.status();
  for (const auto& [name, content] : members) {
    EXPECT_TRUE((*tar)->AddFile(name, false, content.size()).ok());
    EXPECT_TRUE((*tar)->Append(content).ok());
  }
  EXPECT_TRUE((*tar)->Finish().ok());
  return *ReadFile(path);
}

absl::StatusOr<Members> ReadFileOf(const fs::path& path) {
  ASSIGN_OR_RETURN(const auto reader, MemberReader::Open(path));
  Members members;
  while (true) {
    ASSIGN_OR_RETURN(const bool more, reader->Next());
    if (!more) return members;
    ASSIGN_OR_RETURN(std::string content, reader->ReadAll(1 << 20));
    members.emplace_back(reader->name(), std::move(content));
  }
}

absl::StatusOr<Members> ReadAll(const std::string& bytes) {
  const fs::path path = Path("read.tar");
  EXPECT_TRUE(WriteFile(path, bytes).ok());
  return ReadFileOf(path);
}

std::string Refusal(const std::string& bytes) {
  const auto members = ReadAll(bytes);
  EXPECT_EQ(members.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(members.status().message());
}

const Members& Example() {
  static const auto* const members =
      new Members{{"first.json", "{}\n"},
                  {"raw/" + std::string(64, 'a'), std::string(700, 'x')},
                  {"empty", ""},
                  {"block", std::string(512, '\0')}};
  return *members;
}

TEST(MemberReader, ReadsWhatTarWriterWrites) {
  const auto members = ReadAll(Archive(Example()));
  ASSERT_TRUE(members.ok()) << members.status();
  EXPECT_EQ(*members, Example());
  EXPECT_EQ(ReadAll(Archive({}))->size(), 0);
}

TEST(MemberReader, EveryChangedByteIsSeen) {
  const std::string whole = Archive(Example());
  const fs::path path = Path("changed.tar");
  ASSERT_TRUE(WriteFile(path, whole).ok());
  // In place: writing a file anew five thousand times takes half a minute.
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  const auto put = [&file](size_t at, char byte) {
    file.seekp(static_cast<std::streamoff>(at));
    file.put(byte).flush();
  };
  std::mt19937 random(1);
  for (size_t i = 0; i < whole.size(); ++i) {
    put(i, static_cast<char>(whole[i] ^ (1 + random() % 255)));
    const auto members = ReadFileOf(path);
    EXPECT_TRUE(!members.ok() || *members != Example()) << "byte " << i;
    put(i, whole[i]);
  }
  EXPECT_TRUE(ReadFileOf(path).ok());
}

TEST(MemberReader, EveryTruncationIsSeen) {
  const fs::path path = Path("truncated.tar");
  ASSERT_TRUE(WriteFile(path, Archive(Example())).ok());
  for (size_t size = fs::file_size(path); size-- > 0;) {
    fs::resize_file(path, size);
    EXPECT_THAT(std::string(ReadFileOf(path).status().message()),
                HasSubstr(absl::StrCat("byte ", size, ": ")));
  }
}

TEST(MemberReader, PlacesAreNamed) {
  const std::string whole = Archive(Example());
  std::string changed = whole;
  changed[520] = 'x';
  EXPECT_THAT(Refusal(changed), HasSubstr("byte 520: the padding behind first.json"));
  changed = whole;
  changed[1030] = 'x';
  EXPECT_THAT(Refusal(changed), HasSubstr("bytes 1024 to 1535 are not the header"));
  EXPECT_THAT(Refusal(whole.substr(0, 1600)), HasSubstr("the file ends in raw/aaa"));
  EXPECT_THAT(Refusal(whole + "x"), HasSubstr("goes on behind its end"));
  EXPECT_THAT(Refusal(""), HasSubstr("byte 0"));
}

TEST(MemberReader, OtherKindsOfEntriesAreRefused) {
  // Links, folders, devices, long names and extended headers differ in the type, at byte 156.
  for (const char type : {'1', '2', '3', '5', 'L', 'S', 'g', 'x', '\0'}) {
    std::string changed = Archive(Example());
    const int difference = type - changed[156];
    changed[156] = type;
    // The checksum of a header, octal, so that only the type is wrong.
    int sum = std::stoi(changed.substr(148, 6), nullptr, 8) + difference;
    for (int digit = 5; digit >= 0; --digit, sum /= 8) {
      changed[148 + digit] = static_cast<char>('0' + sum % 8);
    }
    EXPECT_THAT(Refusal(changed), HasSubstr("not the header of a plain file")) << type;
  }
  EXPECT_THAT(Refusal(Archive({{std::string(150, 'n'), "long"}})), HasSubstr("bytes 0 to 511"));
}

TEST(MemberReader, HugeSizesCostNothing) {
  // What a header claims, the file must have. 8 GiB and more are written in another way.
  for (const std::string& size :
       {std::string("77777777777\0", 12), std::string("\x80\0\0\0\1\0\0\0\0\0\0\0", 12),
        std::string(12, '\xff'),
        std::string("\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 12)}) {
    std::string changed = Archive(Example());
    changed.replace(124, 12, size);
    EXPECT_FALSE(ReadAll(changed).ok());
  }
}

TEST(MemberReader, MoreThanIsWantedIsRefused) {
  const fs::path path = Path("big.tar");
  ASSERT_TRUE(WriteFile(path, Archive(Example())).ok());
  const auto reader = MemberReader::Open(path);
  ASSERT_TRUE(*(*reader)->Next());
  ASSERT_TRUE(*(*reader)->Next());
  EXPECT_EQ((*reader)->size(), 700);
  EXPECT_EQ((*reader)->offset(), 1536);
  EXPECT_THAT(std::string((*reader)->ReadAll(699).status().message()),
              HasSubstr("has 700 bytes; expected at most 699"));
  ASSERT_TRUE(*(*reader)->Next()) << "it is passed over";
  EXPECT_EQ((*reader)->name(), "empty");
}

TEST(MemberReader, WhatIsNoFileIsNamed) {
  EXPECT_EQ(MemberReader::Open(Path("none")).status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(MemberReader::Open(testing::TempDir()).status().message()),
              HasSubstr("not a file"));
  EXPECT_EQ(MemberReader::Open("/dev/zero").status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace benchcell
