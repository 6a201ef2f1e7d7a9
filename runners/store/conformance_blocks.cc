// The state machine of a block: every state with every call.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/store/store_conformance.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using testing::ElementsAre;

constexpr absl::StatusCode kOk = absl::StatusCode::kOk;
constexpr absl::StatusCode kAborted = absl::StatusCode::kAborted;
constexpr absl::StatusCode kNotFound = absl::StatusCode::kNotFound;

void ExpectSame(const BlockRow& a, const BlockRow& b) {
  EXPECT_EQ(a.key, b.key);
  EXPECT_THAT(a.block, EqualsMessage(b.block));
  EXPECT_EQ(a.state, b.state);
  EXPECT_EQ(a.attempt, b.attempt);
  EXPECT_EQ(a.fencing_token, b.fencing_token);
  EXPECT_EQ(a.machine, b.machine);
  EXPECT_EQ(a.epoch, b.epoch);
  EXPECT_EQ(a.lease_expires, b.lease_expires);
}

TEST_P(StoreConformance, NewBlockIsPendingAndWasNeverLeased) {
  const v1::ExperimentRun run = SampleRun("r");
  Create(run);
  BlockRow expected;
  expected.key = {"r", 1, 0};
  expected.block = run.block(1);
  ExpectSame(Row({"r", 1, 0}), expected);
}

TEST_P(StoreConformance, LeaseSaysWhoHasTheBlockAndUntilWhen) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 1, 0};
  BlockRow expected = Row(key);
  expected.fencing_token = Lease(key);
  expected.state = BlockState::kLeased;
  expected.attempt = 1;
  expected.machine = "m1";
  expected.epoch = 1;
  expected.lease_expires = SampleTerms().expires;
  ExpectSame(Row(key), expected);
  Reopen();
  ExpectSame(Row(key), expected);
}

TEST_P(StoreConformance, RequeuedBlockKeepsWhatItsLastLeaseWas) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  const uint64_t token = Lease(key);
  BlockRow expected = Row(key);
  ASSERT_TRUE(store().Requeue(key, token).ok());
  expected.state = BlockState::kPending;
  ExpectSame(Row(key), expected);
}

TEST_P(StoreConformance, RenewMovesTheEndAndNothingElse) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  const uint64_t token = Lease(key);
  BlockRow expected = Row(key);
  for (const absl::Time end :
       {absl::UnixEpoch() - absl::Hours(5), absl::FromUnixMicros(1'796'000'000'123'456),
        absl::InfiniteFuture(), absl::InfinitePast()}) {
    ASSERT_TRUE(store().Renew(key, token, end).ok());
    expected.lease_expires = end;
    ExpectSame(Row(key), expected);
  }
  ASSERT_TRUE(store().Renew(key, token, absl::FromUnixMicros(7) + absl::Nanoseconds(999)).ok());
  EXPECT_EQ(Row(key).lease_expires, absl::FromUnixMicros(7));
}

TEST_P(StoreConformance, LeasingAgainCountsAttemptsAndTakesTheNewTerms) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  ASSERT_TRUE(store().Requeue(key, Lease(key)).ok());
  const LeaseTerms terms{.machine = "m2", .epoch = 7, .expires = absl::FromUnixSeconds(9)};
  const uint64_t token = *store().Lease(key, terms);
  const BlockRow row = Row(key);
  EXPECT_EQ(row.attempt, 2);
  EXPECT_EQ(row.fencing_token, token);
  EXPECT_EQ(row.machine, "m2");
  EXPECT_EQ(row.epoch, 7);
  EXPECT_EQ(row.lease_expires, terms.expires);
}

TEST_P(StoreConformance, TokensGrowOverBlocksRunsAndReopening) {
  Create(SampleRun("r"));
  Create(SampleRun("s"));
  uint64_t last = 0;
  for (int i = 0; i < 3; ++i) {
    for (const BlockKey& key : {BlockKey{"s", 0, 0}, BlockKey{"r", 1, 0}, BlockKey{"r", 0, 0}}) {
      const uint64_t token = Lease(key);
      EXPECT_GT(token, last);
      last = token;
      ASSERT_TRUE(store().Requeue(key, token).ok());
    }
    Reopen();
  }
}

TEST_P(StoreConformance, LeaseIsOnlyForBlocksOfActiveRuns) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  ASSERT_TRUE(store().SetRunState("r", v1::ACTIVE, v1::CANCELLED).ok());
  EXPECT_EQ(CodeOf(store().Lease(key, SampleTerms())), kAborted);
  EXPECT_EQ(Row(key).attempt, 0);
  ASSERT_TRUE(store().SetRunState("r", v1::CANCELLED, v1::ACTIVE).ok());
  EXPECT_GT(Lease(key), 0);
}

TEST_P(StoreConformance, LeaseOfACancelledRunCanStillEndOrGoOn) {
  Create(SampleRun("r"));
  const BlockKey requeued{"r", 0, 0};
  const BlockKey finished{"r", 1, 0};
  const uint64_t first = Lease(requeued);
  const uint64_t second = Lease(finished);
  ASSERT_TRUE(store().SetRunState("r", v1::ACTIVE, v1::CANCELLED).ok());
  EXPECT_EQ(CodeOf(store().Renew(requeued, first, absl::Now())), kOk);
  EXPECT_EQ(CodeOf(store().Requeue(requeued, first)), kOk);
  EXPECT_EQ(CodeOf(store().Finish(finished, second, SampleRecords(Row(finished)))), kOk);
  EXPECT_EQ(StateOf("r"), v1::CANCELLED);
}

TEST_P(StoreConformance, UnknownBlocksAreNotFound) {
  Create(SampleRun("r"));
  const std::vector<BlockKey> unknown = {{"none", 0, 0}, {"r", 2, 0}, {"r", 0, 1}, {"R", 0, 0}};
  for (const BlockKey& key : unknown) {
    EXPECT_EQ(CodeOf(store().Lease(key, SampleTerms())), kNotFound);
    EXPECT_EQ(CodeOf(store().Renew(key, 1, absl::Now())), kNotFound);
    EXPECT_EQ(CodeOf(store().Requeue(key, 1)), kNotFound);
    EXPECT_EQ(CodeOf(store().Finish(key, 1, {})), kNotFound);
    EXPECT_EQ(CodeOf(store().KeepSuperseded(key, {})), kNotFound);
  }
}

// A state that a block can be in, as the calls that lead there.
enum class Reached { kNew, kLeased, kRequeued, kLeasedAgain, kDone };

// Which of the block's tokens a call names.
enum class Named { kNewest, kOlder, kNever };

TEST_P(StoreConformance, EveryStateWithEveryCallIsLegalOrRefused) {
  int number = 0;
  for (const Reached state : {Reached::kNew, Reached::kLeased, Reached::kRequeued,
                              Reached::kLeasedAgain, Reached::kDone}) {
    for (const Named named : {Named::kNewest, Named::kOlder, Named::kNever}) {
      for (const std::string call : {"Lease", "Renew", "Requeue", "Finish"}) {
        const std::string id = "r" + std::to_string(++number);
        SCOPED_TRACE(call + " in state " + std::to_string(static_cast<int>(state)) +
                     " with token " + std::to_string(static_cast<int>(named)));
        Create(SampleRun(id));
        const BlockKey key{id, 0, 0};
        uint64_t older = 0;
        uint64_t newest = 0;
        if (state != Reached::kNew) {
          older = Lease(key);
          ASSERT_TRUE(store().Requeue(key, older).ok());
          newest = Lease(key);
        }
        if (state == Reached::kRequeued || state == Reached::kLeasedAgain) {
          ASSERT_TRUE(store().Requeue(key, newest).ok());
        }
        if (state == Reached::kLeasedAgain) {
          older = newest;
          newest = Lease(key);
        }
        if (state == Reached::kDone) {
          ASSERT_TRUE(store().Finish(key, newest, SampleRecords(Row(key))).ok());
        }
        uint64_t token = newest;
        if (named == Named::kOlder) token = older;
        if (named == Named::kNever) token = newest + 1000;

        const BlockRow before = Row(key);
        const bool leased = before.state == BlockState::kLeased && named == Named::kNewest;
        absl::StatusCode code = kOk;
        absl::StatusCode expected = leased ? kOk : kAborted;
        if (call == "Lease") {
          code = CodeOf(store().Lease(key, SampleTerms()));
          expected = before.state == BlockState::kPending ? kOk : kAborted;
        } else if (call == "Renew") {
          code = CodeOf(store().Renew(key, token, absl::UnixEpoch()));
        } else if (call == "Requeue") {
          code = CodeOf(store().Requeue(key, token));
        } else {
          code = CodeOf(store().Finish(key, token, SampleRecords(before)));
          if (state == Reached::kDone && named == Named::kNewest) expected = kOk;
        }
        EXPECT_EQ(code, expected);
        if (expected != kOk) ExpectSame(Row(key), before);
      }
    }
  }
}

TEST_P(StoreConformance, ActiveBlocksAreThoseOfActiveRunsTheOldestRunFirst) {
  v1::ExperimentRun late = SampleRun("late", 1);
  late.mutable_created()->set_seconds(3000);
  Create(late);
  Create(SampleRun("cancelled"));
  ASSERT_TRUE(store().SetRunState("cancelled", v1::ACTIVE, v1::CANCELLED).ok());
  Create(SampleRun("complete", 1));
  Measure({"complete", 0, 0});
  v1::ExperimentRun early = SampleRun("early");
  early.mutable_block(0)->set_position(1);
  early.mutable_block(1)->set_position(0);
  Create(early);
  Measure({"early", 0, 0});

  const std::vector<BlockRow> rows = *store().ActiveBlocks();
  std::vector<BlockKey> keys;
  for (const BlockRow& row : rows) keys.push_back(row.key);
  ASSERT_THAT(
      keys, ElementsAre(BlockKey{"early", 1, 0}, BlockKey{"early", 0, 0}, BlockKey{"late", 0, 0}));
  for (const BlockRow& row : rows) ExpectSame(row, Row(row.key));
}

}  // namespace
}  // namespace benchcell
