// The SQLite store under the tests of every store.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>

#include "runners/store/sqlite_store.h"
#include "runners/store/store_conformance.h"

namespace benchcell {
namespace {

class SqliteDatabase final : public TestDatabase {
 public:
  SqliteDatabase() {
    std::string pattern = testing::TempDir() + "/sqlite-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) ADD_FAILURE() << "no folder " << pattern;
    folder_ = pattern;
  }
  ~SqliteDatabase() override { std::filesystem::remove_all(folder_); }

  absl::StatusOr<std::unique_ptr<Store>> Open(WriteHook* hook) override {
    return SqliteStore::Open(folder_ / "store.db", {.hook = hook});
  }

 private:
  std::filesystem::path folder_;
};

INSTANTIATE_TEST_SUITE_P(Sqlite, StoreConformance,
                         testing::Values(StoreBackend{
                             .name = "Sqlite",
                             .create = [] { return std::make_unique<SqliteDatabase>(); },
                         }),
                         BackendName);

}  // namespace
}  // namespace benchcell
