#include "runners/tune/tuning_journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<Change> kChanges = {{"/sys/a", "powersave", "performance"},
                                      {"x.timer", "active", "inactive"},
                                      {"/odd\tname", "two words\n", "\\"}};

class TuningJournalTest : public testing::Test {
 protected:
  TuningJournalTest()
      : path_(fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name() / "state" / "tuned") {
    EXPECT_TRUE(RemoveAll(path_.parent_path()).ok());
  }

  const fs::path path_;
};

TEST_F(TuningJournalTest, KeepsChanges) {
  EXPECT_THAT(*FileJournal(path_, "b1").Load(), IsEmpty());
  ASSERT_TRUE(FileJournal(path_, "b1").Save(kChanges).ok());
  EXPECT_THAT(*FileJournal(path_, "b1").Load(), ElementsAreArray(kChanges));
}

TEST_F(TuningJournalTest, AnotherBootHasUndoneThem) {
  ASSERT_TRUE(FileJournal(path_, "b1").Save(kChanges).ok());
  EXPECT_THAT(*FileJournal(path_, "b2").Load(), IsEmpty());
}

TEST_F(TuningJournalTest, LeavesNoFileWithoutChanges) {
  ASSERT_TRUE(FileJournal(path_, "b1").Save(kChanges).ok());
  ASSERT_TRUE(FileJournal(path_, "b1").Save({}).ok());
  EXPECT_FALSE(fs::exists(path_));
  EXPECT_TRUE(FileJournal(path_, "b1").Save({}).ok());
}

TEST_F(TuningJournalTest, ADamagedOneSaysWhereAndWhatToDo) {
  ASSERT_TRUE(FileJournal(path_, "b1").Save(kChanges).ok());
  for (const char* damage :
       {"boot\tb1\n/sys/a\tpowersave\n", "/sys/a\tb\tc\n", "boot\tb1\nx\\\n"}) {
    ASSERT_TRUE(WriteFile(path_, damage).ok());
    const absl::Status status = FileJournal(path_, "b1").Load().status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << damage;
    EXPECT_THAT(std::string(status.message()), HasSubstr(path_.string() + ":"));
    EXPECT_THAT(std::string(status.message()), HasSubstr("remove the file"));
  }
}

TEST_F(TuningJournalTest, WhereverItIsCutItIsDamaged) {
  ASSERT_TRUE(FileJournal(path_, "b1").Save(kChanges).ok());
  const std::string whole = ReadFile(path_).value();
  for (size_t size = 0; size < whole.size(); ++size) {
    ASSERT_TRUE(WriteFile(path_, whole.substr(0, size)).ok());
    EXPECT_EQ(FileJournal(path_, "b1").Load().status().code(), absl::StatusCode::kDataLoss) << size;
  }
  ASSERT_TRUE(WriteFile(path_, whole + "more\n").ok());
  EXPECT_EQ(FileJournal(path_, "b1").Load().status().code(), absl::StatusCode::kDataLoss);
}

TEST_F(TuningJournalTest, SaysWhatHinders) {
  ASSERT_TRUE(MakeFolder(path_).ok());
  EXPECT_FALSE(FileJournal(path_, "b1").Load().ok());
  EXPECT_THAT(std::string(FileJournal(path_, "b1").Save(kChanges).message()),
              HasSubstr(path_.string()));
}

}  // namespace
}  // namespace benchcell
