#include "runners/store/postgres_schema.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell::postgres {
namespace {

constexpr auto kPause = std::chrono::milliseconds(20);

// Calls a function of advisory locks on the schema's lock. True also for those that return nothing.
absl::StatusOr<bool> Lock(Connection& connection, const std::string& function,
                          const Schema& schema) {
  ASSIGN_OR_RETURN(const Result result,
                   connection.Run(absl::StrCat("SELECT ", function,
                                               "(hashtextextended('benchcell schema ' || $1, 0))"),
                                  Params().Text(schema.name)));
  // Those that return nothing return an empty value, the others a BOOLEAN.
  return result.Blob(0, 0).empty() || result.Int(0, 0) != 0;
}

// The version; 0 if there is nothing yet. FAILED_PRECONDITION for what isn't ours or too new.
absl::StatusOr<int64_t> Version(Connection& connection, const Schema& schema) {
  ASSIGN_OR_RETURN(const Result found,
                   connection.Run("SELECT to_regclass(quote_ident($1) || '.schema_version') IS NOT "
                                  "NULL, (SELECT count(*) FROM pg_class WHERE relnamespace = "
                                  "to_regnamespace(quote_ident($1)))",
                                  Params().Text(schema.name)));
  const bool ours = found.Int(0, 0) != 0;
  if (!ours && found.Int(0, 1) > 0) {
    return absl::FailedPreconditionError(
        absl::StrCat(connection.name(), ": the schema ", schema.name,
                     " holds tables of another program. Choose another database."));
  }
  if (!ours) return 0;
  ASSIGN_OR_RETURN(const Result row,
                   connection.Run("SELECT version FROM schema_version", Params()));
  const int64_t version = row.rows() == 1 ? row.Int(0, 0) : -1;
  const auto known = static_cast<int64_t>(schema.migrations.size());
  if (version > known) {
    return absl::FailedPreconditionError(
        absl::StrCat(connection.name(), ": the schema ", schema.name, " has version ", version,
                     ", and this benchcell knows up to ", known,
                     ". A newer benchcell wrote it: use that one, or another database."));
  }
  if (version < 1) {
    return absl::DataLossError(
        absl::StrCat(connection.name(), ": the table ", schema.name,
                     ".schema_version does not say a version; bring back a copy"));
  }
  return version;
}

absl::Status DoMigrations(Connection& connection, const Schema& schema, int64_t version) {
  RETURN_IF_ERROR(connection.Execute("BEGIN"));
  // An existing schema may belong to a user who may make none.
  ASSIGN_OR_RETURN(const Result there,
                   connection.Run("SELECT to_regnamespace(quote_ident($1)) IS NOT NULL, "
                                  "quote_ident($1)",
                                  Params().Text(schema.name)));
  if (there.Int(0, 0) == 0) {
    RETURN_IF_ERROR(connection.Execute(absl::StrCat("CREATE SCHEMA ", there.Text(0, 1))));
  }
  for (size_t i = version; i < schema.migrations.size(); ++i) {
    RETURN_IF_ERROR(Annotate(connection.Execute(schema.migrations[i]),
                             absl::StrCat("migrating the schema to version ", i + 1)));
  }
  if (version == 0) {
    RETURN_IF_ERROR(
        connection.Execute("CREATE TABLE schema_version (single BOOLEAN PRIMARY KEY CHECK "
                           "(single), version BIGINT NOT "
                           "NULL); INSERT INTO schema_version VALUES (TRUE, 0)"));
  }
  return connection.Execute(
      absl::StrCat("UPDATE schema_version SET version = ", schema.migrations.size()));
}

// With the lock held alone.
absl::Status MigrateLocked(Connection& connection, const Schema& schema, WriteHook* hook) {
  // Another program may have been faster.
  ASSIGN_OR_RETURN(const int64_t version, Version(connection, schema));
  if (version == static_cast<int64_t>(schema.migrations.size())) return absl::OkStatus();
  const absl::Status status = DoMigrations(connection, schema, version);
  if (!status.ok()) {
    if (!connection.Lost()) RETURN_IF_ERROR(connection.Execute("ROLLBACK"));
    return status;
  }
  if (hook != nullptr) hook->BeforeCommit();
  RETURN_IF_ERROR(connection.Execute("COMMIT"));
  if (hook != nullptr) hook->AfterCommit();
  return absl::OkStatus();
}

}  // namespace

absl::Status Migrate(Connection& connection, const Schema& schema, absl::Duration patience,
                     WriteHook* hook) {
  const auto end = std::chrono::steady_clock::now() + absl::ToChronoNanoseconds(patience);
  while (true) {
    RETURN_IF_ERROR(Lock(connection, "pg_advisory_lock_shared", schema).status());
    ASSIGN_OR_RETURN(const int64_t version, Version(connection, schema));
    if (version == static_cast<int64_t>(schema.migrations.size())) return absl::OkStatus();
    RETURN_IF_ERROR(Lock(connection, "pg_advisory_unlock_shared", schema).status());
    ASSIGN_OR_RETURN(const bool alone, Lock(connection, "pg_try_advisory_lock", schema));
    if (alone) {
      const absl::Status status = MigrateLocked(connection, schema, hook);
      if (connection.Lost()) return status;
      RETURN_IF_ERROR(Lock(connection, "pg_advisory_unlock", schema).status());
      RETURN_IF_ERROR(status);
      continue;
    }
    // Most likely another program makes the very same migration, and is done in a moment.
    if (std::chrono::steady_clock::now() >= end) {
      return absl::UnavailableError(absl::StrCat(
          connection.name(), ": the schema ", schema.name, " has version ", version,
          " and has to become version ", schema.migrations.size(),
          ", but programs of an older benchcell are connected. Stop all coordinators first."));
    }
    std::this_thread::sleep_for(kPause);
  }
}

absl::Status Attach(Connection& connection, const Schema& schema) {
  RETURN_IF_ERROR(Lock(connection, "pg_advisory_lock_shared", schema).status());
  ASSIGN_OR_RETURN(const int64_t version, Version(connection, schema));
  if (version == static_cast<int64_t>(schema.migrations.size())) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(connection.name(), ": the schema ", schema.name, " went back to version ",
                   version, " while this program ran with version ", schema.migrations.size(),
                   ". An older copy was brought back: start again."));
}

}  // namespace benchcell::postgres
