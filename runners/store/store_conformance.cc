#include "runners/store/store_conformance.h"

#include <memory>
#include <string>
#include <vector>

#include "runners/store/store_samples.h"

namespace benchcell {

std::string BackendName(const testing::TestParamInfo<StoreBackend>& info) {
  return info.param.name;
}

void StoreConformance::SetUp() {
  database_ = GetParam().create();
  Reopen();
}

void StoreConformance::Reopen() {
  store_.reset();
  absl::StatusOr<std::unique_ptr<Store>> opened = database_->Open(nullptr);
  ASSERT_TRUE(opened.ok()) << opened.status();
  store_ = *std::move(opened);
}

void StoreConformance::Create(const v1::ExperimentRun& run) {
  const absl::Status status = store_->CreateRun(run);
  ASSERT_TRUE(status.ok()) << status;
}

uint64_t StoreConformance::Lease(const BlockKey& key) {
  const absl::StatusOr<uint64_t> token = store_->Lease(key, SampleTerms());
  EXPECT_TRUE(token.ok()) << token.status();
  return token.ok() ? *token : 0;
}

void StoreConformance::Measure(const BlockKey& key) {
  const uint64_t token = Lease(key);
  const absl::Status status = store_->Finish(key, token, SampleRecords(Row(key)));
  ASSERT_TRUE(status.ok()) << status;
}

BlockRow StoreConformance::Row(const BlockKey& key) {
  const absl::StatusOr<std::vector<BlockRow>> rows = store_->Blocks(key.run_id);
  EXPECT_TRUE(rows.ok()) << rows.status();
  if (rows.ok()) {
    for (const BlockRow& row : *rows) {
      if (row.key == key) return row;
    }
  }
  ADD_FAILURE() << "no such block";
  return {};
}

v1::ExperimentRun StoreConformance::Load(const std::string& run_id) {
  absl::StatusOr<v1::ExperimentRun> run = store_->LoadRun(run_id);
  EXPECT_TRUE(run.ok()) << run.status();
  return run.ok() ? *std::move(run) : v1::ExperimentRun();
}

v1::RunState StoreConformance::StateOf(const std::string& run_id) { return Load(run_id).state(); }

}  // namespace benchcell
