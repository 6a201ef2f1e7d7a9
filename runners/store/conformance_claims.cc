// Claims: the first block that can be leased, with all blocks of a cell on one machine.

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runners/store/store_conformance.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

using Claimed = std::optional<ClaimedBlock>;

LeaseTerms On(const std::string& machine, uint32_t epoch = 1) {
  return {.machine = machine, .epoch = epoch, .expires = absl::UnixEpoch() + absl::Hours(1)};
}

// The candidate's index, or -1.
int IndexOf(const absl::StatusOr<Claimed>& claimed) {
  EXPECT_TRUE(claimed.ok()) << claimed.status();
  return claimed.ok() && claimed->has_value() ? static_cast<int>((*claimed)->candidate) : -1;
}

TEST_P(StoreConformance, ClaimIsALeaseOfTheFirstCandidate) {
  Create(SampleRun("r", 3));
  const BlockKey key{"r", 2, 0};
  const LeaseTerms terms = On("m7", 4);
  const Claimed claimed = *store().Claim({key, {"r", 0, 0}}, terms);
  ASSERT_TRUE(claimed.has_value());
  const BlockRow row = Row(key);
  EXPECT_EQ(*claimed, (ClaimedBlock{0, row.fencing_token, 1}));
  EXPECT_GT(row.fencing_token, 0);
  EXPECT_EQ(row.state, BlockState::kLeased);
  EXPECT_EQ(row.attempt, 1);
  EXPECT_EQ(row.machine, "m7");
  EXPECT_EQ(row.epoch, 4);
  EXPECT_EQ(row.lease_expires, terms.expires);
  EXPECT_EQ(Row({"r", 0, 0}).state, BlockState::kPending);
  EXPECT_TRUE(store().Finish(key, row.fencing_token, SampleRecords(row)).ok());
}

TEST_P(StoreConformance, ClaimsAndLeasesShareTokensAndAttempts) {
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  const uint64_t leased = Lease(key);
  ASSERT_TRUE(store().Requeue(key, leased).ok());
  const Claimed claimed = *store().Claim({key}, SampleTerms());
  ASSERT_TRUE(claimed.has_value());
  EXPECT_EQ(claimed->attempt, 2);
  EXPECT_GT(claimed->fencing_token, leased);
  EXPECT_GT(Lease({"r", 1, 0}), claimed->fencing_token);
}

TEST_P(StoreConformance, ClaimPassesOverWhatCanNotBeLeased) {
  Create(SampleRun("r", 3));
  Create(SampleRun("cancelled"));
  ASSERT_TRUE(store().SetRunState("cancelled", v1::ACTIVE, v1::CANCELLED).ok());
  Measure({"r", 0, 0});
  Lease({"r", 1, 0});
  const std::vector<BlockKey> candidates = {{"none", 0, 0}, {"\xff", 0, 0},      {"r", 9, 0},
                                            {"r", 0, 0},    {"cancelled", 0, 0}, {"r", 1, 0},
                                            {"r", 2, 0},    {"r", 2, 1}};
  EXPECT_EQ(IndexOf(store().Claim(candidates, SampleTerms())), 6);
  EXPECT_EQ(IndexOf(store().Claim(candidates, SampleTerms())), -1);
  EXPECT_EQ(IndexOf(store().Claim({}, SampleTerms())), -1);
  EXPECT_EQ(Row({"cancelled", 0, 0}).attempt, 0);
}

TEST_P(StoreConformance, ClaimKeepsACellOnOneMachineAndEpoch) {
  Create(SampleRun("r", 2, 3));
  const std::vector<BlockKey> cell = {{"r", 0, 0}, {"r", 0, 1}, {"r", 0, 2}};
  const Claimed first = *store().Claim(cell, On("m1"));
  ASSERT_TRUE(first.has_value());
  // Leased elsewhere.
  EXPECT_EQ(IndexOf(store().Claim(cell, On("m2"))), -1);
  EXPECT_EQ(IndexOf(store().Claim(cell, On("m1", 2))), -1);
  EXPECT_EQ(IndexOf(store().Claim({{"r", 0, 1}, {"r", 1, 1}}, On("m2"))), 1);
  EXPECT_EQ(IndexOf(store().Claim(cell, On("m1"))), 1);
  // Done elsewhere.
  const BlockRow row = Row(cell[0]);
  ASSERT_TRUE(store().Finish(cell[0], row.fencing_token, SampleRecords(row)).ok());
  ASSERT_TRUE(store().Requeue(cell[1], Row(cell[1]).fencing_token).ok());
  EXPECT_EQ(IndexOf(store().Claim(cell, On("m2"))), -1);
  EXPECT_EQ(IndexOf(store().Claim(cell, On("m1", 2))), -1);
  EXPECT_EQ(IndexOf(store().Claim(cell, On("m1"))), 1);
}

TEST_P(StoreConformance, LostLeasesBindNoCell) {
  Create(SampleRun("r", 1, 2));
  const std::vector<BlockKey> cell = {{"r", 0, 0}, {"r", 0, 1}};
  const Claimed lost = *store().Claim(cell, On("m1"));
  ASSERT_TRUE(store().Requeue(cell[0], lost->fencing_token).ok());
  EXPECT_EQ(IndexOf(store().Claim(cell, On("m2"))), 0);
  EXPECT_EQ(IndexOf(store().Claim(cell, On("m1"))), -1);
}

TEST_P(StoreConformance, ClaimOnAMachineWithAnImpossibleIdIsRefused) {
  Create(SampleRun("r"));
  EXPECT_EQ(CodeOf(store().Claim({{"r", 0, 0}}, On("\xff"))), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Row({"r", 0, 0}).attempt, 0);
}

// What the callers of a test have got.
struct Ledger {
  std::mutex mutex;
  std::set<uint64_t> tokens;
  std::map<std::pair<uint32_t, uint32_t>, int> claims;
  std::map<uint32_t, std::set<std::string>> machines_of_cell;
  std::vector<std::string> unexpected;

  void Add(const BlockKey& key, uint64_t token, const std::string& machine) {
    const std::lock_guard lock(mutex);
    if (!tokens.insert(token).second) unexpected.push_back("token twice");
    ++claims[{key.cell, key.round}];
    machines_of_cell[key.cell].insert(machine);
  }
  void Trouble(const absl::Status& status) {
    const std::lock_guard lock(mutex);
    unexpected.push_back(status.ToString());
  }
};

// Claims for one machine out of all blocks of the run, finishing each, until the run is complete.
void ClaimAll(Store& store, const std::string& machine, Ledger& ledger) {
  while (true) {
    const absl::StatusOr<std::vector<BlockRow>> rows = store.ActiveBlocks();
    if (!rows.ok()) return ledger.Trouble(rows.status());
    if (rows->empty()) return;
    std::vector<BlockKey> keys;
    for (const BlockRow& row : *rows) keys.push_back(row.key);
    const absl::StatusOr<Claimed> claimed = store.Claim(keys, On(machine));
    if (!claimed.ok()) return ledger.Trouble(claimed.status());
    if (!claimed->has_value()) continue;
    BlockRow row = (*rows)[(*claimed)->candidate];
    ledger.Add(row.key, (*claimed)->fencing_token, machine);
    row.attempt = (*claimed)->attempt;
    const absl::Status status =
        store.Finish(row.key, (*claimed)->fencing_token, SampleRecords(row));
    if (!status.ok()) return ledger.Trouble(status);
  }
}

TEST_P(StoreConformance, MachinesOfSeveralStoresClaimEachBlockOnceAndNoCellTwice) {
  Create(SampleRun("r", 12, 4));
  const std::unique_ptr<Store> second = *database().Open(nullptr);
  Ledger ledger;
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    Store& each = i % 2 == 0 ? store() : *second;
    threads.emplace_back([&ledger, &each, i] { ClaimAll(each, "m" + std::to_string(i), ledger); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(ledger.unexpected, testing::IsEmpty());
  EXPECT_EQ(ledger.claims.size(), 48);
  for (const auto& [block, times] : ledger.claims) EXPECT_EQ(times, 1);
  for (const auto& [cell, machines] : ledger.machines_of_cell) EXPECT_EQ(machines.size(), 1);
  EXPECT_EQ(StateOf("r"), v1::COMPLETE);
  EXPECT_EQ(Load("r").record_size(), 96);
}

// The last blocks of a run, finished at the same moment: neither may take the other for the last.
TEST_P(StoreConformance, RunIsCompleteWhoeverFinishesItsLastBlocksAtOnce) {
  const std::unique_ptr<Store> second = *database().Open(nullptr);
  for (int i = 0; i < 20 && !HasFailure(); ++i) {
    const std::string id = "r" + std::to_string(i);
    Create(SampleRun(id, 4));
    std::atomic<int> ready = 0;
    std::vector<std::thread> threads;
    for (uint32_t cell = 0; cell < 4; ++cell) {
      const BlockKey key{id, cell, 0};
      const uint64_t token = Lease(key);
      Store& each = cell % 2 == 0 ? store() : *second;
      threads.emplace_back([&ready, &each, key, token, row = Row(key)] {
        const std::vector<v1::RunRecord> records = SampleRecords(row);
        ++ready;
        while (ready < 4) std::this_thread::yield();
        const absl::Status status = each.Finish(key, token, records);
        EXPECT_TRUE(status.ok()) << status;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(StateOf(id), v1::COMPLETE);
  }
}

}  // namespace
}  // namespace benchcell
