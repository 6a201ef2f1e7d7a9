// What every store has to do, as a suite of tests: each sentence of store.h, over whichever
// database. A test target for a store links these and says how to get a database:
//
//     INSTANTIATE_TEST_SUITE_P(Sqlite, StoreConformance, testing::Values(StoreBackend{...}),
//                              BackendName);

#ifndef BENCHCELL_RUNNERS_STORE_STORE_CONFORMANCE_H_
#define BENCHCELL_RUNNERS_STORE_STORE_CONFORMANCE_H_

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "runners/store/store.h"
#include "runners/store/write_hook.h"

namespace benchcell {

// A database of one test, empty at first; gone when this is destroyed.
class TestDatabase {
 public:
  virtual ~TestDatabase() = default;

  // One more store on this database. `hook` may be null. Works in a forked child too.
  virtual absl::StatusOr<std::unique_ptr<Store>> Open(WriteHook* hook) = 0;
};

struct StoreBackend {
  // Letters and digits.
  std::string name;
  std::function<std::unique_ptr<TestDatabase>()> create;

  // How GoogleTest shows it.
  friend void PrintTo(const StoreBackend& backend, std::ostream* out) { *out << backend.name; }
};

std::string BackendName(const testing::TestParamInfo<StoreBackend>& info);

// Has an open store, and calls that are expected to work and fail the test otherwise.
class StoreConformance : public testing::TestWithParam<StoreBackend> {
 protected:
  void SetUp() override;

  // Closes the store and opens it again.
  void Reopen();

  Store& store() { return *store_; }
  TestDatabase& database() { return *database_; }

  void Create(const v1::ExperimentRun& run);
  // Leases on machine `m1` in epoch 1, for an hour from 1970 on.
  uint64_t Lease(const BlockKey& key);
  // Leases the block and finishes it.
  void Measure(const BlockKey& key);
  BlockRow Row(const BlockKey& key);
  v1::ExperimentRun Load(const std::string& run_id);
  v1::RunState StateOf(const std::string& run_id);

 private:
  std::unique_ptr<TestDatabase> database_;
  std::unique_ptr<Store> store_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_STORE_CONFORMANCE_H_
