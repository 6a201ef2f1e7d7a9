#include "runners/store/postgres_connection.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell::postgres {
namespace {

// How much longer than the server the client waits.
constexpr absl::Duration kGrace = absl::Seconds(2);
// The protocol has 1 GB for a message; names and headers need some of it.
constexpr uint64_t kMostBytes = (uint64_t{1} << 30) - (1 << 20);
constexpr int kOldestServer = 120000;

// The first line of a message of libpq: below it are hints and places in the server's source.
std::string FirstLine(const std::string& message) {
  return std::string(absl::StripAsciiWhitespace(message.substr(0, message.find('\n'))));
}

std::string Milliseconds(absl::Duration duration) {
  return absl::StrCat(absl::ToInt64Milliseconds(duration));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Connection>> Connection::Open(const Uri& uri,
                                                             const ConnectionOptions& options) {
  std::unique_ptr<Connection> connection(new Connection(uri, options));
  RETURN_IF_ERROR(connection->Connect());
  RETURN_IF_ERROR(connection->PrepareSession());
  return connection;
}

Connection::Connection(const Uri& uri, const ConnectionOptions& options)
    : uri_(uri), options_(options), name_(uri.name()) {}

Connection::~Connection() { PQfinish(connection_); }

absl::Status Connection::Connect() {
  // A machine that vanished is noticed within some twenty seconds, unless the user says otherwise.
  std::map<std::string, std::string> parameters = {{"application_name", "benchcell"},
                                                   {"keepalives_idle", "10"},
                                                   {"keepalives_interval", "3"},
                                                   {"keepalives_count", "3"},
                                                   {"tcp_user_timeout", "20000"}};
  for (const auto& [key, value] : uri_.parameters()) parameters[key] = value;
  parameters["client_encoding"] = "UTF8";
  std::vector<const char*> keys;
  std::vector<const char*> values;
  for (const auto& [key, value] : parameters) {
    keys.push_back(key.c_str());
    values.push_back(value.c_str());
  }
  keys.push_back(nullptr);
  values.push_back(nullptr);
  const Deadline deadline =
      std::chrono::steady_clock::now() + absl::ToChronoNanoseconds(options_.connect_timeout);
  connection_ = PQconnectStartParams(keys.data(), values.data(), /*expand_dbname=*/0);
  if (connection_ == nullptr) return absl::ResourceExhaustedError("out of memory");
  // With it the message has the SQLSTATE, which libpq doesn't give otherwise for connections.
  PQsetErrorVerbosity(connection_, PQERRORS_VERBOSE);
  PostgresPollingStatusType next = PGRES_POLLING_WRITING;
  while (next != PGRES_POLLING_OK) {
    if (next == PGRES_POLLING_FAILED || PQstatus(connection_) == CONNECTION_BAD) {
      lost_ = true;
      return Error(nullptr, "connecting");
    }
    RETURN_IF_ERROR(Await(next == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline));
    next = PQconnectPoll(connection_);
  }
  PQsetnonblocking(connection_, 1);
  // Notices are for people at a terminal.
  PQsetNoticeReceiver(
      connection_, [](void*, const PGresult*) {}, nullptr);
  return absl::OkStatus();
}

absl::Status Connection::PrepareSession() {
  if (PQserverVersion(connection_) < kOldestServer) {
    return absl::FailedPreconditionError(absl::StrCat(name_, ": the server is PostgreSQL ",
                                                      PQserverVersion(connection_) / 10000,
                                                      "; expected 12 or newer"));
  }
  const char* const encoding = PQparameterStatus(connection_, "server_encoding");
  if (encoding == nullptr || std::string(encoding) != "UTF8") {
    return absl::FailedPreconditionError(
        absl::StrCat(name_, ": the database is in encoding ", encoding ? encoding : "unknown",
                     "; expected UTF8. Make another one: createdb --encoding=UTF8 "
                     "--template=template0 DATABASE."));
  }
  const std::unique_ptr<char, void (*)(void*)> schema(
      PQescapeIdentifier(connection_, options_.schema.data(), options_.schema.size()), PQfreemem);
  if (schema == nullptr) return absl::InvalidArgumentError("the schema's name is not UTF-8");
  // The server notices by itself when this client vanishes, so that its locks go with it.
  return Execute(absl::StrCat(
      "SET search_path = ", schema.get(),
      "; SET default_transaction_isolation = 'read committed'; SET synchronous_commit = on; "
      "SET statement_timeout = ",
      Milliseconds(options_.statement_timeout),
      "; SET lock_timeout = ", Milliseconds(options_.statement_timeout),
      "; SET idle_in_transaction_session_timeout = ", Milliseconds(2 * options_.statement_timeout),
      "; SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 3; "
      "SET tcp_keepalives_count = 3"));
}

absl::Status Connection::Await(short events, Deadline deadline) {
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd waiting = {.fd = PQsocket(connection_), .events = events, .revents = 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::max<int64_t>(0, left.count())));
    if (ready > 0) return absl::OkStatus();
    if (ready < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    lost_ = true;
    state_.clear();
    return ToStatus({.state = "", .message = "no answer in time"}, name_, "");
  }
}

absl::StatusOr<Result> Connection::Run(const std::string& sql, const Params& params) {
  if (params.bytes() > kMostBytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        name_, ": ", params.bytes(), " bytes are more than PostgreSQL takes at once (1 GB)"));
  }
  ASSIGN_OR_RETURN(const std::string name, Prepare(sql, params));
  if (PQsendQueryPrepared(connection_, name.c_str(), params.count(), params.data().data(),
                          params.sizes().data(), params.formats().data(),
                          /*resultFormat=*/1) == 0) {
    return Error(nullptr, sql);
  }
  return Finish(sql);
}

absl::StatusOr<std::string> Connection::Prepare(const std::string& sql, const Params& params) {
  if (const auto found = prepared_.find(sql); found != prepared_.end()) return found->second;
  const std::string name = absl::StrCat("s", prepared_.size());
  if (PQsendPrepare(connection_, name.c_str(), sql.c_str(), params.count(),
                    params.types().data()) == 0) {
    return Error(nullptr, sql);
  }
  RETURN_IF_ERROR(Finish(sql).status());
  return prepared_.emplace(sql, name).first->second;
}

absl::Status Connection::Execute(const std::string& sql) {
  if (PQsendQuery(connection_, sql.c_str()) == 0) return Error(nullptr, sql);
  return Finish(sql).status();
}

absl::StatusOr<Result> Connection::Finish(const std::string& doing) {
  const Deadline deadline = std::chrono::steady_clock::now() +
                            absl::ToChronoNanoseconds(options_.statement_timeout + kGrace);
  while (true) {
    const int left = PQflush(connection_);
    if (left == 0) break;
    if (left < 0) return Error(nullptr, doing);
    RETURN_IF_ERROR(Await(POLLIN | POLLOUT, deadline));
    // The server may have to be read from before it goes on reading.
    if (PQconsumeInput(connection_) == 0) return Error(nullptr, doing);
  }
  return TakeResults(doing, deadline);
}

absl::StatusOr<Result> Connection::TakeResults(const std::string& doing, Deadline deadline) {
  std::optional<Result> last;
  absl::Status failed;
  while (true) {
    while (PQisBusy(connection_) != 0) {
      RETURN_IF_ERROR(Await(POLLIN, deadline));
      if (PQconsumeInput(connection_) == 0) {
        const absl::Status lost = Error(nullptr, doing);
        // What the server said before it went says more.
        return failed.ok() ? lost : failed;
      }
    }
    // The statement is committed only after its rows were sent: what counts is that no error comes
    // before the end.
    PGresult* const result = PQgetResult(connection_);
    if (result == nullptr) break;
    const ExecStatusType status = PQresultStatus(result);
    last.emplace(result);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK && status != PGRES_EMPTY_QUERY &&
        failed.ok()) {
      failed = Error(result, doing);
    }
  }
  if (!failed.ok()) return failed;
  if (!last.has_value()) return Error(nullptr, doing);
  return *std::move(last);
}

absl::Status Connection::Error(pg_result* result, const std::string& doing) {
  if (PQstatus(connection_) == CONNECTION_BAD) lost_ = true;
  Failure failure;
  if (result != nullptr) {
    const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char* const primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    failure.state = state == nullptr ? "" : state;
    failure.message = primary == nullptr ? PQresultErrorMessage(result) : primary;
  } else {
    failure.message = PQerrorMessage(connection_);
    failure.state = StateIn(failure.message);
  }
  failure.message = uri_.Redact(FirstLine(failure.message));
  state_ = failure.state;
  return ToStatus(failure, name_, doing);
}

bool Connection::Lost() {
  // An idle connection has nothing to read but notifications, or the server's farewell.
  pollfd socket = {.fd = PQsocket(connection_), .events = POLLIN, .revents = 0};
  while (!lost_ && poll(&socket, 1, 0) > 0) lost_ = PQconsumeInput(connection_) == 0;
  return lost_;
}

bool Connection::TakeNotifications() {
  bool others = false;
  while (PGnotify* const notification = PQnotifies(connection_)) {
    others |= notification->be_pid != PQbackendPID(connection_);
    PQfreemem(notification);
  }
  return others;
}

int Connection::socket() const { return PQsocket(connection_); }

}  // namespace benchcell::postgres
