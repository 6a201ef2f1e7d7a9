#include "runners/store/sqlite_runs.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "runners/base/status_macros.h"
#include "runners/store/block_standing.h"
#include "runners/store/payload.h"
#include "runners/store/sqlite_machines.h"
#include "runners/store/sqlite_records.h"
#include "runners/store/store.h"

namespace benchcell::sqlite {
namespace {

std::string Name(const std::string& run_id) { return absl::StrCat("run ", run_id); }

}  // namespace

absl::Status InsertRun(Connection& connection, const v1::ExperimentRun& run,
                       const EncodedRun& encoded) {
  const absl::StatusOr<int64_t> taken = RunNumber(connection, run.id());
  if (taken.ok()) {
    return absl::AlreadyExistsError(absl::StrCat(Name(run.id()), " is stored already"));
  }
  if (!absl::IsNotFound(taken.status())) return taken.status();

  RETURN_IF_ERROR(connection
                      .Prepare("INSERT INTO run (id, digest, experiment, created_seconds, "
                               "created_nanos, state, payload) VALUES (?, ?, ?, ?, ?, ?, ?)")
                      .Text(run.id())
                      .Text(run.digest())
                      .Text(run.resolved().experiment().name())
                      .Int(run.created().seconds())
                      .Int(run.created().nanos())
                      .Int(v1::ACTIVE)
                      .Blob(encoded.payload)
                      .Run());
  ASSIGN_OR_RETURN(const int64_t number, RunNumber(connection, run.id()));
  for (int i = 0; i < run.block_size(); ++i) {
    const v1::Block& block = run.block(i);
    RETURN_IF_ERROR(connection
                        .Prepare("INSERT INTO block (run, cell, round, position, lease_expires, "
                                 "payload) VALUES (?, ?, ?, ?, ?, ?)")
                        .Int(number)
                        .Int(block.cell())
                        .Int(block.round())
                        .Int(block.position())
                        .Int(ToMicros(absl::InfinitePast()))
                        .Blob(encoded.blocks[i])
                        .Run());
  }
  return absl::OkStatus();
}

absl::StatusOr<int64_t> RunNumber(Connection& connection, const std::string& run_id) {
  Statement row = connection.Prepare("SELECT number FROM run WHERE id = ?");
  ASSIGN_OR_RETURN(const bool found, row.Text(run_id).Step());
  if (!found) return NoSuchRun(run_id);
  return row.GetInt(0);
}

absl::StatusOr<std::optional<std::string>> SelectIncomplete(Connection& connection,
                                                            const std::string& digest) {
  Statement row = connection.Prepare(
      "SELECT id FROM run WHERE digest = ? AND state IN (?, ?) "
      "ORDER BY created_seconds DESC, created_nanos DESC, number DESC LIMIT 1");
  ASSIGN_OR_RETURN(const bool found, row.Text(digest).Int(v1::ACTIVE).Int(v1::CANCELLED).Step());
  if (!found) return std::nullopt;
  return row.GetText(0);
}

absl::StatusOr<v1::ExperimentRun> SelectRun(Connection& connection, const std::string& run_id) {
  ASSIGN_OR_RETURN(const int64_t number, RunNumber(connection, run_id));
  v1::ExperimentRun run;
  Statement row = connection.Prepare("SELECT state, payload FROM run WHERE number = ?");
  RETURN_IF_ERROR(row.Int(number).Step().status());
  RETURN_IF_ERROR(Decode(row.GetBlob(1), run, Name(run_id)));
  run.set_state(static_cast<v1::RunState>(row.GetInt(0)));

  Statement block = connection.Prepare("SELECT payload FROM block WHERE run = ? ORDER BY position");
  block.Int(number);
  while (true) {
    ASSIGN_OR_RETURN(const bool more, block.Step());
    if (!more) break;
    RETURN_IF_ERROR(Decode(block.GetBlob(0), *run.add_block(), Name(run_id)));
  }
  RETURN_IF_ERROR(SelectRecords(connection, number, run));
  RETURN_IF_ERROR(SelectMachinesOf(connection, run));
  return run;
}

absl::StatusOr<std::vector<v1::RunSummary>> SelectSummaries(Connection& connection) {
  Statement row = connection.Prepare(
      "SELECT id, experiment, created_seconds, created_nanos, state, "
      "(SELECT count(*) FROM block WHERE run = number), "
      "(SELECT count(*) FROM block WHERE run = number AND state = ?) "
      "FROM run ORDER BY created_seconds DESC, created_nanos DESC, number DESC");
  row.Int(static_cast<int64_t>(BlockState::kDone));
  std::vector<v1::RunSummary> summaries;
  while (true) {
    ASSIGN_OR_RETURN(const bool more, row.Step());
    if (!more) return summaries;
    v1::RunSummary& summary = summaries.emplace_back();
    summary.set_id(row.GetText(0));
    summary.set_experiment(row.GetText(1));
    summary.mutable_created()->set_seconds(row.GetInt(2));
    summary.mutable_created()->set_nanos(static_cast<int32_t>(row.GetInt(3)));
    summary.set_state(static_cast<v1::RunState>(row.GetInt(4)));
    summary.set_blocks(static_cast<uint32_t>(row.GetInt(5)));
    summary.set_blocks_done(static_cast<uint32_t>(row.GetInt(6)));
  }
}

absl::Status UpdateRunState(Connection& connection, const std::string& run_id, v1::RunState from,
                            v1::RunState to) {
  ASSIGN_OR_RETURN(const int64_t number, RunNumber(connection, run_id));
  Statement row =
      connection.Prepare("UPDATE run SET state = ? WHERE number = ? AND state = ? RETURNING state");
  ASSIGN_OR_RETURN(const bool changed, row.Int(to).Int(number).Int(from).Step());
  if (!changed) {
    return absl::AbortedError(
        absl::StrCat(Name(run_id), " is no longer ", v1::RunState_Name(from)));
  }
  return row.Run();
}

}  // namespace benchcell::sqlite
