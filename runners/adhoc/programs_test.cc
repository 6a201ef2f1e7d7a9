#include "runners/adhoc/programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "runners/base/files.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class ProgramPinsTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(folder_).ok());
    for (const char* name : {"usual/tool", "own/tool", "own/rg"}) {
      ASSERT_TRUE(MakeFolder((folder_ / name).parent_path()).ok());
      ASSERT_TRUE(WriteFile(folder_ / name, name).ok());
      fs::permissions(folder_ / name, fs::perms::owner_all);
    }
  }

  std::string Folder(const char* name) { return folder_ / name; }

  fs::path folder_;
};

TEST_F(ProgramPinsTest, PinsTheFirstThatIsFound) {
  ProgramPins pins(Folder("none") + ":" + Folder("usual"), Folder("own"));
  ASSERT_TRUE(pins.Add("tool").ok());
  ASSERT_TRUE(pins.Add("tool").ok());
  ASSERT_TRUE(pins.Add(Folder("own/rg")).ok());
  EXPECT_THAT(pins.pins(), ElementsAre(Pair(Folder("own/rg"), Sha256OfBytes("own/rg")),
                                       Pair("tool", Sha256OfBytes("usual/tool"))));
  EXPECT_THAT(pins.added(), IsEmpty());
}

TEST_F(ProgramPinsTest, AFolderThatOnlyTheUserHasIsAdded) {
  ProgramPins pins(Folder("usual"), "relative::" + Folder("own"));
  ASSERT_TRUE(pins.Add("rg").ok());
  EXPECT_EQ(pins.search_path(), Folder("own") + ":" + Folder("usual"));
  EXPECT_THAT(pins.added(), ElementsAre(Folder("own")));
}

TEST_F(ProgramPinsTest, WhatIsNoProgramIsNotFound) {
  ProgramPins pins(Folder("usual"), "");
  EXPECT_EQ(pins.Add("rg").code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(pins.Add("rg").message()), HasSubstr("in " + Folder("usual")));
  EXPECT_EQ(pins.Add("/nowhere/x").code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(pins.Add(Folder("own")).code(), absl::StatusCode::kNotFound) << "a folder";
  fs::permissions(folder_ / "usual/tool", fs::perms::owner_read);
  EXPECT_EQ(pins.Add("tool").code(), absl::StatusCode::kNotFound) << "not executable";
}

}  // namespace
}  // namespace benchcell
