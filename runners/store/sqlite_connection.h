// A thin layer over sqlite3: connections and statements that clean up after themselves and report
// errors as statuses.
//
//     auto connection = sqlite::Connection::Open(path, {});
//     sqlite::Statement row = (*connection)->Prepare("SELECT name FROM run WHERE id = ?");
//     absl::StatusOr<bool> more = row.Text(id).Step();
//     if (more.ok() && *more) Use(row.GetText(0));

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_CONNECTION_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_CONNECTION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

struct sqlite3;
struct sqlite3_stmt;

namespace benchcell::sqlite {

class Connection;

// One use of a prepared statement. Binds its parameters in order, then steps. An error of preparing
// or binding is kept and comes out of the first Step or Run. Must not outlive its connection.
class Statement {
 public:
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&&) = delete;
  ~Statement();

  // Bind the next parameter. Text and blobs are not copied: they must live until the last Step.
  Statement& Int(int64_t value);
  Statement& Text(std::string_view value);
  Statement& Blob(std::string_view value);

  // Goes to the next row. False: there are no more.
  absl::StatusOr<bool> Step();

  // Runs to the end, for statements whose rows are not wanted.
  absl::Status Run();

  // Columns of the current row, counted from 0. The blob is valid until the next Step.
  int64_t GetInt(int column) const;
  std::string GetText(int column) const;
  std::string_view GetBlob(int column) const;

 private:
  friend class Connection;
  Statement(Connection* connection, std::string sql, sqlite3_stmt* statement, absl::Status status);
  void Bound(int code);

  Connection* connection_;
  std::string sql_;
  sqlite3_stmt* statement_;
  absl::Status status_;
  int bound_ = 0;
};

struct ConnectionOptions {
  // How long to wait for a lock of another connection.
  absl::Duration busy_timeout = absl::Seconds(10);
};

// One connection. For one thread at a time.
class Connection {
 public:
  // Opens the database in file `path`, which is made if it isn't there.
  static absl::StatusOr<std::unique_ptr<Connection>> Open(const std::string& path,
                                                          const ConnectionOptions& options);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // A statement for one use. Statements that were used before are not compiled again.
  Statement Prepare(const std::string& sql);

  // Runs any number of statements without parameters, ignoring their rows.
  absl::Status Execute(const std::string& sql);

  // The first column of the first row of a statement that has one.
  absl::StatusOr<int64_t> QueryInt(const std::string& sql);

  // False also after an error that made SQLite roll back by itself.
  bool InTransaction() const;

  const std::string& path() const { return path_; }

 private:
  friend class Statement;
  Connection(std::string path, sqlite3* database);
  // The status of the call that just failed with `code` while `doing` something.
  absl::Status Error(int code, const std::string& doing) const;

  std::string path_;
  sqlite3* database_;
  std::unordered_map<std::string, sqlite3_stmt*> idle_;
};

// A transaction, or a savepoint inside of one: rolled back when it goes out of scope, unless it was
// committed before.
class Transaction {
 public:
  enum class Kind {
    // Sees one state of the database throughout.
    kRead,
    // Waits for other writers before it begins, so that it can't fail for their sake later.
    kWrite,
    // Undoes its own statements alone.
    kSavepoint,
  };

  Transaction(Connection& connection, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  // Whether it could be begun.
  const absl::Status& status() const { return status_; }

  // Makes it durable (a savepoint: a part of its transaction). On error it is rolled back.
  absl::Status Commit();

 private:
  Connection& connection_;
  const Kind kind_;
  absl::Status status_;
  bool open_;
};

}  // namespace benchcell::sqlite

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_CONNECTION_H_
