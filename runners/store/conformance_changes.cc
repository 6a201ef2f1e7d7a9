// Waiting for changes: through the same store, and through another one on the database.

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "runners/store/store_conformance.h"
#include "runners/store/store_samples.h"

namespace benchcell {
namespace {

// Far above what any change takes to be seen: who waits so long fails.
constexpr absl::Duration kLong = absl::Seconds(60);

struct Call {
  std::string name;
  std::function<absl::Status()> make;
};

// Every kind of change, in an order in which they work.
std::vector<Call> EveryChange(Store& store) {
  const BlockKey first{"r", 0, 0};
  const BlockKey second{"r", 1, 0};
  const auto token = std::make_shared<uint64_t>();
  const auto lease = [=, &store]() -> absl::Status {
    const absl::StatusOr<uint64_t> leased = store.Lease(first, SampleTerms());
    if (leased.ok()) *token = *leased;
    return leased.status();
  };
  const auto finish = [=, &store](const BlockKey& key) -> absl::Status {
    const std::vector<BlockRow> rows = *store.Blocks(key.run_id);
    for (const BlockRow& row : rows) {
      if (row.key == key) return store.Finish(key, row.fencing_token, SampleRecords(row));
    }
    return absl::NotFoundError("block");
  };
  return {
      {"create", [&store] { return store.CreateRun(SampleRun("r")); }},
      {"lease", lease},
      {"requeue", [=, &store] { return store.Requeue(first, *token); }},
      {"lease again", lease},
      {"cancel", [&store] { return store.SetRunState("r", v1::ACTIVE, v1::CANCELLED); }},
      {"resume", [&store] { return store.SetRunState("r", v1::CANCELLED, v1::ACTIVE); }},
      {"finish", [=] { return finish(first); }},
      {"claim", [=, &store] { return store.Claim({second}, SampleTerms()).status(); }},
      {"finish the last one", [=] { return finish(second); }},
      {"create another", [&store] { return store.CreateRun(SampleRun("s", 1, 2)); }},
      {"lease its first block",
       [&store] {
         return store.Lease({"s", 0, 0}, SampleTerms()).status();
       }},
      {"finish it",
       [=] {
         return finish({"s", 0, 0});
       }},
      {"begin its cell anew", [&store] { return store.RestartCell("s", 0, "m1", 1); }},
  };
}

TEST_P(StoreConformance, NumberOfChangesStartsAboveZeroAndStandsStill) {
  const uint64_t number = store().WaitForChange(0, kLong);
  EXPECT_GT(number, 0);
  EXPECT_GE(store().WaitForChange(number, absl::ZeroDuration()), number);
  EXPECT_GE(store().WaitForChange(number, -absl::InfiniteDuration()), number);
}

TEST_P(StoreConformance, ChangeThroughTheSameStoreIsSeenAtOnce) {
  for (const Call& call : EveryChange(store())) {
    const uint64_t before = store().WaitForChange(0, kLong);
    ASSERT_TRUE(call.make().ok()) << call.name;
    EXPECT_GT(store().WaitForChange(before, absl::ZeroDuration()), before) << call.name;
  }
}

TEST_P(StoreConformance, ChangeThroughAnotherStoreWakesUp) {
  const std::unique_ptr<Store> other = *database().Open(nullptr);
  for (const Call& call : EveryChange(*other)) {
    // What came before has been told when nothing new comes for a while.
    uint64_t before = store().WaitForChange(0, kLong);
    while (true) {
      const uint64_t newest = store().WaitForChange(before, absl::Milliseconds(300));
      if (newest == before) break;
      before = newest;
    }
    std::thread changer([&] { EXPECT_TRUE(call.make().ok()) << call.name; });
    EXPECT_GT(store().WaitForChange(before, kLong), before) << call.name;
    changer.join();
  }
}

TEST_P(StoreConformance, EveryWaitingThreadIsWoken) {
  const std::unique_ptr<Store> other = *database().Open(nullptr);
  const uint64_t before = store().WaitForChange(0, kLong);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { EXPECT_GT(store().WaitForChange(before, kLong), before); });
  }
  EXPECT_TRUE(other->CreateRun(SampleRun("r")).ok());
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace benchcell
