// A store in a file that fails for a while, for tests of those who use it.

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_OUTAGE_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_OUTAGE_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "runners/store/sqlite_connection.h"

namespace benchcell {

// While this lives, all calls about machines' standings fail, and all others go on.
class SqliteOutage {
 public:
  explicit SqliteOutage(const std::filesystem::path& file)
      : connection_(*sqlite::Connection::Open(file.string(), {})) {
    Execute("ALTER TABLE standing RENAME TO standing_away");
  }
  ~SqliteOutage() { Execute("ALTER TABLE standing_away RENAME TO standing"); }
  SqliteOutage(const SqliteOutage&) = delete;
  SqliteOutage& operator=(const SqliteOutage&) = delete;

 private:
  void Execute(const std::string& sql) {
    const absl::Status status = connection_->Execute(sql);
    EXPECT_TRUE(status.ok()) << status;
  }

  const std::unique_ptr<sqlite::Connection> connection_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_OUTAGE_H_
