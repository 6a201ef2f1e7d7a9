#include "runners/store/sqlite_connection.h"

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/store/sqlite_error.h"

namespace benchcell::sqlite {

Statement::Statement(Connection* connection, std::string sql, sqlite3_stmt* statement,
                     absl::Status status)
    : connection_(connection),
      sql_(std::move(sql)),
      statement_(statement),
      status_(std::move(status)) {}

Statement::Statement(Statement&& other) noexcept
    : connection_(other.connection_),
      sql_(std::move(other.sql_)),
      statement_(std::exchange(other.statement_, nullptr)),
      status_(std::move(other.status_)),
      bound_(other.bound_) {}

Statement::~Statement() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
  // The same text may be in use twice at a time; one compiled statement is kept.
  if (!connection_->idle_.emplace(std::move(sql_), statement_).second) {
    sqlite3_finalize(statement_);
  }
}

void Statement::Bound(int code) {
  if (code != SQLITE_OK && status_.ok()) status_ = connection_->Error(code, "binding: " + sql_);
}

Statement& Statement::Int(int64_t value) {
  if (status_.ok()) Bound(sqlite3_bind_int64(statement_, ++bound_, value));
  return *this;
}

Statement& Statement::Text(std::string_view value) {
  if (!status_.ok()) return *this;
  // A null pointer would bind NULL, not the empty text.
  const char* data = value.empty() ? "" : value.data();
  Bound(sqlite3_bind_text64(statement_, ++bound_, data, value.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement& Statement::Blob(std::string_view value) {
  if (!status_.ok()) return *this;
  const char* data = value.empty() ? "" : value.data();
  Bound(sqlite3_bind_blob64(statement_, ++bound_, data, value.size(), SQLITE_STATIC));
  return *this;
}

absl::StatusOr<bool> Statement::Step() {
  if (!status_.ok()) return status_;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  status_ = connection_->Error(code, sql_);
  return status_;
}

absl::Status Statement::Run() {
  while (true) {
    absl::StatusOr<bool> more = Step();
    if (!more.ok()) return more.status();
    if (!*more) return absl::OkStatus();
  }
}

int64_t Statement::GetInt(int column) const { return sqlite3_column_int64(statement_, column); }

std::string Statement::GetText(int column) const { return std::string(GetBlob(column)); }

std::string_view Statement::GetBlob(int column) const {
  // Also right for text: SQLite gives its bytes. The pointer has to be asked for before the size.
  const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  if (data == nullptr) return {};
  return {data, static_cast<size_t>(sqlite3_column_bytes(statement_, column))};
}

Connection::Connection(std::string path, sqlite3* database)
    : path_(std::move(path)), database_(database) {}

absl::StatusOr<std::unique_ptr<Connection>> Connection::Open(const std::string& path,
                                                             const ConnectionOptions& options) {
  sqlite3* database = nullptr;
  const int flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int code = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
  // Even a failed open leaves something that has to be closed.
  std::unique_ptr<Connection> connection(new Connection(path, database));
  if (code != SQLITE_OK) return connection->Error(code, "opening the database");
  sqlite3_busy_timeout(database, static_cast<int>(absl::ToInt64Milliseconds(options.busy_timeout)));
  return connection;
}

Connection::~Connection() {
  for (const auto& [sql, statement] : idle_) sqlite3_finalize(statement);
  sqlite3_close(database_);
}

Statement Connection::Prepare(const std::string& sql) {
  if (auto node = idle_.extract(sql)) {
    return Statement(this, std::move(node.key()), node.mapped(), absl::OkStatus());
  }
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database_, sql.c_str(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  absl::Status status = code == SQLITE_OK ? absl::OkStatus() : Error(code, sql);
  return Statement(this, sql, statement, std::move(status));
}

absl::Status Connection::Execute(const std::string& sql) {
  const int code = sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? absl::OkStatus() : Error(code, sql);
}

absl::StatusOr<int64_t> Connection::QueryInt(const std::string& sql) {
  Statement statement = Prepare(sql);
  absl::StatusOr<bool> more = statement.Step();
  if (!more.ok()) return more.status();
  if (!*more) return absl::InternalError(absl::StrCat(path_, ": no row from: ", sql));
  return statement.GetInt(0);
}

bool Connection::InTransaction() const { return sqlite3_get_autocommit(database_) == 0; }

absl::Status Connection::Error(int code, const std::string& doing) const {
  Failure failure{.code = code, .message = sqlite3_errstr(code)};
  if (database_ != nullptr) {
    failure.message = sqlite3_errmsg(database_);
    const int primary = code & 0xff;
    // For other codes it may be left from an earlier call.
    if (primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_FULL) {
      failure.system_error = sqlite3_system_errno(database_);
    }
  }
  return ToStatus(failure, path_, doing);
}

}  // namespace benchcell::sqlite
