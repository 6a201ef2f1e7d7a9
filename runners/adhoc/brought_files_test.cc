#include "runners/adhoc/brought_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class BroughtFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(root_).ok());
    for (const char* name : {"here/tool", "here/data/a", "here/data/b", "here/sp ace", "up.csv"}) {
      ASSERT_TRUE(MakeFolder((root_ / name).parent_path()).ok());
      ASSERT_TRUE(WriteFile(root_ / name, "12345").ok());
    }
  }

  // What words bring.
  std::vector<std::string> Named(const std::vector<std::string>& words) {
    BroughtFiles files(root_ / "here");
    for (const std::string& word : words) {
      const absl::Status status = files.AddNamed(word);
      EXPECT_TRUE(status.ok()) << status;
    }
    std::vector<std::string> names;
    for (const auto& [name, size] : files.Take()) names.push_back(name);
    return names;
  }

  fs::path root_;
};

TEST_F(BroughtFilesTest, WordsThatNameSomethingBringIt) {
  EXPECT_THAT(Named({"./tool", "tool", "data/", "sp ace", "../up.csv", "--x=data/a", "if=tool"}),
              ElementsAre("../up.csv", "data", "sp ace", "tool"));
}

TEST_F(BroughtFilesTest, OtherWordsBringNothing) {
  EXPECT_THAT(Named({"", "-n", "10", "gone", (root_ / "up.csv").string(), "/etc/passwd", "=",
                     std::string("tool\0x", 6), "tool/x"}),
              IsEmpty());
}

TEST_F(BroughtFilesTest, WhatIsInsideOfAFolderComesWithIt) {
  EXPECT_THAT(Named({"data/a", ".", "../up.csv"}), ElementsAre(".", "../up.csv"));
  EXPECT_THAT(Named({"data/a", "data/../data/b"}), ElementsAre("data/a", "data/b"));
}

TEST_F(BroughtFilesTest, AFolderAboveIsNotBroughtAsAWhole) {
  for (const char* word : {"..", "../", "data/../..", "../.."}) {
    EXPECT_THAT(std::string(BroughtFiles(root_ / "here").AddNamed(word).message()),
                HasSubstr("a folder above this one"))
        << word;
  }
}

TEST_F(BroughtFilesTest, WhatIsLargeComesOnlyIfAsked) {
  fs::resize_file(root_ / "here/data/a", kMostNamedBytes);
  BroughtFiles files(root_ / "here");
  EXPECT_THAT(std::string(files.AddNamed("./data").message()),
              AllOf(HasSubstr("\"./data\" has more than 5000 files or 67.1 MB"),
                    HasSubstr("--bring data"), HasSubstr("absolute path")));
  ASSERT_TRUE(files.AddAsked("data").ok());
  EXPECT_TRUE(files.AddNamed("./data").ok());
  fs::resize_file(root_ / "here/tool", kMostBroughtBytes + 1);
  EXPECT_EQ(files.AddAsked("tool").code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(BroughtFilesTest, WhatIsAskedForMustBeThere) {
  BroughtFiles files(root_ / "here");
  EXPECT_EQ(files.AddAsked("gone").code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(files.AddAsked("").code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(files.AddAsked("/etc/passwd").code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(BroughtFilesTest, SizesAreTold) {
  BroughtFiles files(root_ / "here");
  ASSERT_TRUE(files.AddNamed("data").ok());
  ASSERT_TRUE(files.AddNamed("tool").ok());
  EXPECT_EQ(SizeInWords(files.Take().at("data")), "2 files, 10 B");
  EXPECT_EQ(SizeInWords(files.Take().at("tool")), "5 B");
  EXPECT_EQ(SizeInWords({1'234'567, 1, true}), "1 file, 1.2 MB");
}

}  // namespace
}  // namespace benchcell
