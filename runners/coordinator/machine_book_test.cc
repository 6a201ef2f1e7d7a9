#include "runners/coordinator/machine_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/base/files.h"
#include "runners/store/sqlite_store.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

const absl::Time kStart = absl::FromUnixSeconds(1000);

class MachineBookTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) /
        testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(folder).ok());
    store_ = *SqliteStore::Open(folder / "store.db", {});
    book_ = std::make_unique<MachineBook>(*store_, absl::Seconds(20));
  }

  v1::Machine Enroll(const std::string& id, const std::string& governor = "performance",
                     absl::Time now = kStart) {
    v1::Machine machine;
    machine.set_id(id);
    machine.set_name("lab-" + id);
    machine.mutable_facts()->set_governor(governor);
    const auto enrolled = book_->Enroll(machine, "", now);
    EXPECT_TRUE(enrolled.ok()) << enrolled.status();
    return *enrolled;
  }

  std::unique_ptr<SqliteStore> store_;
  std::unique_ptr<MachineBook> book_;
};

TEST_F(MachineBookTest, ChangedFactsOpenAnEpoch) {
  EXPECT_EQ(Enroll("1").epoch(), 1u);
  EXPECT_EQ(Enroll("1").epoch(), 1u);
  EXPECT_EQ(Enroll("1", "powersave").epoch(), 2u);
  EXPECT_EQ(Enroll("1").epoch(), 3u) << "what was is not what is";
  EXPECT_EQ(Enroll("1").name(), "lab-1");
}

TEST_F(MachineBookTest, KnowsWhoWasSeenSince) {
  Enroll("1");
  Enroll("2", "performance", kStart + absl::Seconds(5));
  EXPECT_EQ(book_->CountSeen(kStart), 2u);
  EXPECT_EQ(book_->CountSeen(kStart + absl::Seconds(1)), 1u);
  EXPECT_EQ(book_->Entries()[1].last_seen, kStart + absl::Seconds(5));
  EXPECT_FALSE(book_->Find("3").has_value());
}

TEST_F(MachineBookTest, OneAgentSpeaksForAMachine) {
  v1::Machine machine;
  machine.set_id("1");
  machine.set_name("lab-1");
  ASSERT_TRUE(book_->Enroll(machine, "agent a", kStart).ok());
  const absl::Time soon = kStart + absl::Seconds(19);
  const absl::Status refused = book_->Enroll(machine, "agent b", soon).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kAlreadyExists);
  for (const std::string& sentence : {std::string(refused.message()), book_->Doubles(soon).at(0)}) {
    EXPECT_THAT(sentence, HasSubstr("lab-1"));
    EXPECT_THAT(sentence, HasSubstr("agent a"));
    EXPECT_THAT(sentence, HasSubstr("agent b"));
  }
  EXPECT_EQ(book_->Find("1")->last_seen, kStart) << "nothing was heard of the one that is";

  const absl::Time late = kStart + absl::Seconds(20);
  EXPECT_TRUE(book_->Enroll(machine, "agent b", late).ok()) << "the other one is silent";
  EXPECT_TRUE(book_->Doubles(late).empty()) << "it speaks now";
  EXPECT_FALSE(book_->Enroll(machine, "agent a", late).ok());
  EXPECT_TRUE(book_->Enroll(machine, "agent b", late + absl::Seconds(10)).ok());
  EXPECT_TRUE(book_->Doubles(late + absl::Seconds(20)).empty()) << "that was long ago";
}

TEST_F(MachineBookTest, FailuresOfSeveralCellsInARowQuarantineAMachine) {
  Enroll("1");
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(book_->NoteFailed("1", {"run", 0}, "no disk").has_value())
        << "one cell can be the cell's own fault";
  }
  for (uint32_t cell = 1; cell < kMaxFailedCells - 1; ++cell) {
    EXPECT_FALSE(book_->NoteFailed("1", {"run", cell}, "no disk").has_value());
  }
  const auto reason = book_->NoteFailed("1", {"run", 99}, "no disk");
  ASSERT_TRUE(reason.has_value());
  EXPECT_THAT(*reason, HasSubstr("no disk"));
  EXPECT_EQ(book_->Find("1")->quarantine, *reason);
  EXPECT_FALSE(book_->NoteFailed("1", {"run", 100}, "no disk").has_value()) << "already";

  EXPECT_TRUE(absl::IsNotFound(book_->Release("lab-2")));
  EXPECT_TRUE(absl::IsNotFound(book_->Release("")));
  EXPECT_TRUE(book_->Release("lab-1").ok());
  EXPECT_EQ(book_->Find("1")->quarantine, "");
}

TEST_F(MachineBookTest, ABlockThatIsMeasuredEndsTheRow) {
  Enroll("1");
  for (uint32_t cell = 0; cell < 10 * kMaxFailedCells; ++cell) {
    EXPECT_FALSE(book_->NoteFailed("1", {"run", cell}, "no disk").has_value());
    if (cell % 2 == 1) book_->NoteMeasured("1");
  }
}

}  // namespace
}  // namespace benchcell
