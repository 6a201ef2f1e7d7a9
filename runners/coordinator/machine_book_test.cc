#include "runners/coordinator/machine_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/base/files.h"
#include "runners/store/sqlite_store.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

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

  // The reason if machine 1 is quarantined now.
  std::optional<std::string> Failed(uint32_t cell) {
    const auto reason = book_->NoteFailed("1", {"run", cell}, "no disk");
    EXPECT_TRUE(reason.ok()) << reason.status();
    return *reason;
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
    EXPECT_FALSE(Failed(0).has_value()) << "one cell can be the cell's own fault";
  }
  for (uint32_t cell = 1; cell < kMaxFailedCells - 1; ++cell) {
    EXPECT_FALSE(Failed(cell).has_value());
  }
  const auto reason = Failed(99);
  ASSERT_TRUE(reason.has_value());
  EXPECT_THAT(*reason, HasSubstr("no disk"));
  EXPECT_EQ(book_->Find("1")->quarantine, *reason);
  EXPECT_FALSE(Failed(100).has_value()) << "already";

  EXPECT_TRUE(absl::IsNotFound(book_->Release("lab-2")));
  EXPECT_TRUE(absl::IsNotFound(book_->Release("")));
  EXPECT_TRUE(book_->Release("lab-1").ok());
  EXPECT_EQ(book_->Find("1")->quarantine, "");
}

TEST_F(MachineBookTest, ABlockThatIsMeasuredEndsTheRow) {
  Enroll("1");
  for (uint32_t cell = 0; cell < 10 * kMaxFailedCells; ++cell) {
    EXPECT_FALSE(Failed(cell).has_value());
    if (cell % 2 == 1) book_->NoteMeasured("1");
  }
}

// Another coordinator of the store, or this one after it was started again.
class TwoBooksTest : public MachineBookTest {
 protected:
  void SetUp() override {
    MachineBookTest::SetUp();
    other_ = std::make_unique<MachineBook>(*store_, absl::Seconds(20));
  }

  void Exchange(absl::Time now) {
    ASSERT_TRUE(book_->Exchange(now).ok());
    ASSERT_TRUE(other_->Exchange(now).ok());
  }

  std::unique_ptr<MachineBook> other_;
};

TEST_F(TwoBooksTest, EachKnowsWhomTheOtherHasHeardOf) {
  Enroll("1", "performance", kStart);
  ASSERT_TRUE(store_->EnrollMachine(v1::Machine()).ok()) << "of no coordinator";
  Exchange(kStart);
  std::vector<MachineBook::Entry> entries = other_->Entries();
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].machine.name(), "lab-1");
  EXPECT_EQ(entries[0].machine.facts().governor(), "performance");
  EXPECT_EQ(entries[0].last_seen, kStart);

  Enroll("1", "performance", kStart + absl::Seconds(7));
  Exchange(kStart + absl::Seconds(1));
  EXPECT_EQ(other_->Find("1")->last_seen, kStart) << "a moment ago";
  Exchange(kStart + absl::Seconds(8));
  EXPECT_EQ(other_->Find("1")->last_seen, kStart + absl::Seconds(7));
}

TEST_F(TwoBooksTest, AMachineThatGoesOverHasTheEpochThatTheOtherGave) {
  Enroll("1", "performance", kStart);
  Exchange(kStart);
  v1::Machine machine = other_->Find("1")->machine;
  machine.mutable_facts()->set_governor("powersave");
  EXPECT_EQ(other_->Enroll(machine, "", kStart + absl::Seconds(6))->epoch(), 2u);
  ASSERT_TRUE(other_->Exchange(kStart + absl::Seconds(6)).ok());
  ASSERT_TRUE(book_->Exchange(kStart + absl::Seconds(6)).ok());
  EXPECT_EQ(book_->Find("1")->machine.epoch(), 2u);
  EXPECT_EQ(Enroll("1", "performance", kStart + absl::Seconds(7)).epoch(), 3u);
}

TEST_F(TwoBooksTest, OneAgentSpeaksForAMachineWhicheverCoordinatorItAsks) {
  v1::Machine machine;
  machine.set_id("1");
  ASSERT_TRUE(book_->Enroll(machine, "agent a", kStart).ok());
  Exchange(kStart);
  const absl::Time soon = kStart + absl::Seconds(1);
  EXPECT_EQ(other_->Enroll(machine, "agent b", soon).status().code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_TRUE(other_->Enroll(machine, "agent a", soon).ok()) << "it may go over";
}

TEST_F(TwoBooksTest, OfTwoAgentsThatBeganUnknownToEachOtherTheSameOneIsRefusedEverywhere) {
  v1::Machine machine;
  machine.set_id("1");
  absl::Time now = kStart;
  // Each coordinator hears its own agent again before it hears of the other one's.
  for (int i = 0; i < 3; ++i) {
    book_->Enroll(machine, "agent b", now).status().IgnoreError();
    ASSERT_TRUE(book_->Exchange(now).ok());
    now += absl::Seconds(3);
    ASSERT_TRUE(other_->Enroll(machine, "agent a", now).ok());
    ASSERT_TRUE(other_->Exchange(now).ok());
    now += absl::Seconds(3);
  }
  EXPECT_EQ(book_->Enroll(machine, "agent b", now).status().code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(book_->Doubles(now),
              ElementsAre(AllOf(HasSubstr("agent a is"), HasSubstr("agent b is refused"))));
  EXPECT_THAT(other_->Doubles(now), IsEmpty());
}

TEST_F(TwoBooksTest, AnAgentThatFollowsASilentOneIsNoDouble) {
  v1::Machine machine;
  machine.set_id("1");
  ASSERT_TRUE(book_->Enroll(machine, "agent a", kStart).ok());
  Exchange(kStart);
  const absl::Time later = kStart + absl::Seconds(20);
  ASSERT_TRUE(other_->Enroll(machine, "agent b", later).ok());
  Exchange(later);
  Exchange(later + absl::Seconds(5));
  EXPECT_EQ(book_->Find("1")->agent, "agent b");
  EXPECT_THAT(book_->Doubles(later), IsEmpty());
  EXPECT_THAT(other_->Doubles(later), IsEmpty());
}

TEST_F(TwoBooksTest, AQuarantineHoldsForAllUntilOneReleasesTheMachine) {
  Enroll("1");
  for (uint32_t cell = 0; cell < kMaxFailedCells; ++cell) Failed(cell);
  Exchange(kStart);
  EXPECT_THAT(other_->Find("1")->quarantine, HasSubstr("no disk"));

  ASSERT_TRUE(other_->Release("lab-1").ok());
  Exchange(kStart + absl::Seconds(6));
  EXPECT_EQ(book_->Find("1")->quarantine, "");
  EXPECT_FALSE(Failed(99).has_value()) << "the row begins anew";
}

TEST_F(TwoBooksTest, WhoWasNotHeardOfForLongIsForgottenUnlessQuarantined) {
  Enroll("1");
  Enroll("2");
  for (uint32_t cell = 0; cell < kMaxFailedCells; ++cell) Failed(cell);
  Exchange(kStart);
  const absl::Time late = kStart + kForgottenAfter + absl::Seconds(1);
  Exchange(late);
  for (MachineBook* book : {book_.get(), other_.get()}) {
    ASSERT_EQ(book->Entries().size(), 1u);
    EXPECT_EQ(book->Entries()[0].machine.id(), "1");
  }
  Enroll("2", "performance", late);
  Exchange(late + absl::Seconds(6));
  EXPECT_EQ(other_->Entries().size(), 2u) << "it is back";
}

}  // namespace
}  // namespace benchcell
