// Many callers at once: of one store, and of several stores on one database.

#include <atomic>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "runners/store/store_conformance.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

// What one caller got when it tried to measure every block.
struct Outcome {
  std::vector<uint64_t> tokens;
  std::vector<absl::Status> unexpected;
};

// Tries to lease and finish every block of run `r`; each block goes to whoever comes first.
void MeasureAll(Store& store, Outcome& outcome) {
  const absl::StatusOr<std::vector<BlockRow>> rows = store.ActiveBlocks();
  if (!rows.ok()) return outcome.unexpected.push_back(rows.status());
  for (BlockRow row : *rows) {
    const absl::StatusOr<uint64_t> token = store.Lease(row.key, SampleTerms());
    if (CodeOf(token) == absl::StatusCode::kAborted) continue;
    if (!token.ok()) return outcome.unexpected.push_back(token.status());
    outcome.tokens.push_back(*token);
    row.attempt = 1;
    for (int i = 0; i < 2; ++i) {
      const absl::Status status = store.Finish(row.key, *token, SampleRecords(row));
      if (!status.ok()) outcome.unexpected.push_back(status);
    }
  }
}

void RunAll(const std::vector<Store*>& stores, std::vector<Outcome>& outcomes) {
  outcomes.resize(stores.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < stores.size(); ++i) {
    threads.emplace_back([&, i] { MeasureAll(*stores[i], outcomes[i]); });
  }
  for (std::thread& thread : threads) thread.join();
}

void ExpectEachBlockOnce(const std::vector<Outcome>& outcomes, const v1::ExperimentRun& run) {
  std::set<uint64_t> tokens;
  size_t leases = 0;
  for (const Outcome& outcome : outcomes) {
    for (const absl::Status& status : outcome.unexpected) ADD_FAILURE() << status;
    leases += outcome.tokens.size();
    tokens.insert(outcome.tokens.begin(), outcome.tokens.end());
  }
  EXPECT_EQ(leases, static_cast<size_t>(run.block_size()));
  EXPECT_EQ(tokens.size(), leases);
  EXPECT_EQ(run.state(), v1::COMPLETE);
  EXPECT_EQ(run.record_size(), 2 * run.block_size());
}

TEST_P(StoreConformance, ThreadsOfOneStoreMeasureEachBlockOnce) {
  Create(SampleRun("r", 10, 4));
  std::vector<Outcome> outcomes;
  RunAll(std::vector<Store*>(8, &store()), outcomes);
  ExpectEachBlockOnce(outcomes, Load("r"));
}

TEST_P(StoreConformance, StoresOnOneDatabaseMeasureEachBlockOnce) {
  Create(SampleRun("r", 10, 4));
  const std::unique_ptr<Store> second = *database().Open(nullptr);
  std::vector<Outcome> outcomes;
  RunAll({&store(), second.get(), &store(), second.get()}, outcomes);
  ExpectEachBlockOnce(outcomes, Load("r"));
  EXPECT_EQ(second->LoadRun("r")->record_size(), 80);
}

TEST_P(StoreConformance, StoreSeesAtOnceWhatAnotherOneWrote) {
  const std::unique_ptr<Store> second = *database().Open(nullptr);
  Create(SampleRun("r"));
  const BlockKey key{"r", 0, 0};
  const uint64_t token = *second->Lease(key, SampleTerms());
  EXPECT_EQ(Row(key).fencing_token, token);
  ASSERT_TRUE(store().Requeue(key, token).ok());
  EXPECT_EQ(CodeOf(second->Requeue(key, token)), absl::StatusCode::kAborted);
}

TEST_P(StoreConformance, ReaderSeesARunBeforeOrAfterABlockWasFinished) {
  Create(SampleRun("r", 40));
  std::atomic<bool> finished = false;
  std::vector<std::string> torn;
  std::thread reader([&] {
    while (!finished) {
      const absl::StatusOr<v1::ExperimentRun> run = store().LoadRun("r");
      if (!run.ok()) {
        torn.push_back(run.status().ToString());
      } else if (run->record_size() % 2 != 0 ||
                 (run->state() == v1::COMPLETE) != (run->record_size() == 80)) {
        torn.push_back(v1::RunState_Name(run->state()) + " with " +
                       std::to_string(run->record_size()));
      }
    }
  });
  for (uint32_t cell = 0; cell < 40; ++cell) Measure({"r", cell, 0});
  finished = true;
  reader.join();
  EXPECT_EQ(torn, std::vector<std::string>());
}

TEST_P(StoreConformance, MachineEnrolledByManyAtOnceHasOneEpoch) {
  const std::unique_ptr<Store> second = *database().Open(nullptr);
  std::vector<std::thread> threads;
  std::atomic<int> ones = 0;
  for (int i = 0; i < 8; ++i) {
    Store* const each = i % 2 == 0 ? &store() : second.get();
    threads.emplace_back([&ones, each] {
      const absl::StatusOr<v1::Machine> machine = each->EnrollMachine(SampleMachine("m", "6.1"));
      if (machine.ok() && machine->epoch() == 1) ++ones;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ones, 8);
}

}  // namespace
}  // namespace benchcell
