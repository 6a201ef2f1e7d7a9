#include "runners/store/postgres_runs.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/store/block_standing.h"
#include "runners/store/checks.h"
#include "runners/store/payload.h"
#include "runners/store/postgres_blocks.h"

namespace benchcell::postgres {
namespace {

std::string Name(const std::string& run_id) { return absl::StrCat("run ", run_id); }

absl::Status AddBlocks(Connection& connection, int64_t number, v1::ExperimentRun& run) {
  ASSIGN_OR_RETURN(const Result rows,
                   connection.Run("SELECT payload FROM block WHERE run = $1 ORDER BY position",
                                  Params().Int(number)));
  for (int i = 0; i < rows.rows(); ++i) {
    RETURN_IF_ERROR(Decode(rows.Blob(i, 0), *run.add_block(), Name(run.id())));
  }
  return absl::OkStatus();
}

absl::Status AddRecords(Connection& connection, int64_t number, v1::ExperimentRun& run) {
  ASSIGN_OR_RETURN(const Result rows,
                   connection.Run("SELECT superseded, payload FROM record WHERE run = $1 "
                                  "ORDER BY cell, round, attempt, position, superseded, restarted",
                                  Params().Int(number)));
  for (int i = 0; i < rows.rows(); ++i) {
    v1::RunRecord& record = *run.add_record();
    RETURN_IF_ERROR(Decode(rows.Blob(i, 1), record, absl::StrCat("a record of run ", run.id())));
    // The column decides, whatever the caller put into the message.
    record.set_superseded(rows.Int(i, 0) != 0);
  }
  return absl::OkStatus();
}

// From the columns id, epoch, payload and name, which come first.
absl::Status ReadMachine(const Result& rows, int row, v1::Machine& machine) {
  machine.set_id(rows.Text(row, 0));
  machine.set_epoch(static_cast<uint32_t>(rows.Int(row, 1)));
  machine.set_name(rows.Text(row, 3));
  return Decode(rows.Blob(row, 2), *machine.mutable_facts(),
                absl::StrCat("machine ", machine.id()));
}

// Every machine and epoch that the records name, by id and epoch.
absl::Status AddMachines(Connection& connection, v1::ExperimentRun& run) {
  std::set<std::pair<std::string, int64_t>> named;
  for (const v1::RunRecord& record : run.record()) {
    // What could not be enrolled isn't there, and the server would refuse to look for it.
    if (CheckId(record.machine(), "").ok()) named.emplace(record.machine(), record.epoch());
  }
  std::vector<std::string> ids;
  std::vector<int64_t> epochs;
  for (const auto& [id, epoch] : named) {
    ids.push_back(id);
    epochs.push_back(epoch);
  }
  ASSIGN_OR_RETURN(
      const Result rows,
      connection.Run("SELECT m.id, e.epoch, e.payload, m.name FROM unnest($1, $2) AS n (id, epoch) "
                     "JOIN machine m ON m.id = n.id "
                     "JOIN machine_epoch e ON e.machine = m.number AND e.epoch = n.epoch "
                     "ORDER BY m.id, e.epoch",
                     Params().Texts(ids).Ints(epochs)));
  for (int i = 0; i < rows.rows(); ++i) {
    RETURN_IF_ERROR(ReadMachine(rows, i, *run.add_machine()));
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::ExperimentRun> SelectRunInSnapshot(Connection& connection,
                                                      const std::string& run_id) {
  ASSIGN_OR_RETURN(const Result row,
                   connection.Run("SELECT number, state, payload FROM run WHERE id = $1",
                                  Params().Text(run_id)));
  if (row.rows() == 0) return NoSuchRun(run_id);
  v1::ExperimentRun run;
  RETURN_IF_ERROR(Decode(row.Blob(0, 2), run, Name(run_id)));
  run.set_state(static_cast<v1::RunState>(row.Int(0, 1)));
  RETURN_IF_ERROR(AddBlocks(connection, row.Int(0, 0), run));
  RETURN_IF_ERROR(AddRecords(connection, row.Int(0, 0), run));
  RETURN_IF_ERROR(AddMachines(connection, run));
  return run;
}

}  // namespace

absl::Status InsertRun(Connection& connection, const v1::ExperimentRun& run,
                       const EncodedRun& encoded) {
  std::vector<int64_t> cells;
  std::vector<int64_t> rounds;
  std::vector<int64_t> positions;
  std::vector<std::string> planned;
  for (const v1::Block& block : run.block()) {
    cells.push_back(block.cell());
    rounds.push_back(block.round());
    positions.push_back(block.position());
    std::vector<uint32_t> of_block;
    for (const v1::PlannedRun& one : block.run()) of_block.push_back(one.position());
    planned.push_back(PlannedBytes(std::move(of_block)));
  }
  ASSIGN_OR_RETURN(
      const Result result,
      connection.Run("SELECT create_run($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
                     Params()
                         .Text(run.id())
                         .Text(run.digest())
                         .Text(run.resolved().experiment().name())
                         .Int(run.created().seconds())
                         .Int(run.created().nanos())
                         .Blob(encoded.payload)
                         .Ints(cells)
                         .Ints(rounds)
                         .Ints(positions)
                         .Int(ToMicros(absl::InfinitePast()))
                         .Blobs(planned)
                         .Blobs(encoded.blocks)));
  if (result.Int(0, 0) == 0) {
    return absl::AlreadyExistsError(absl::StrCat(Name(run.id()), " is stored already"));
  }
  return absl::OkStatus();
}

absl::Status UpdateRunState(Connection& connection, const std::string& run_id, v1::RunState from,
                            v1::RunState to) {
  ASSIGN_OR_RETURN(const Result result, connection.Run("SELECT set_run_state($1, $2, $3)",
                                                       Params().Text(run_id).Int(from).Int(to)));
  if (result.IsNull(0, 0)) return NoSuchRun(run_id);
  if (result.Int(0, 0) == 0) {
    return absl::AbortedError(
        absl::StrCat(Name(run_id), " is no longer ", v1::RunState_Name(from)));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<std::string>> SelectIncomplete(Connection& connection,
                                                            const std::string& digest) {
  ASSIGN_OR_RETURN(const Result row,
                   connection.Run("SELECT id FROM run WHERE digest = $1 AND state IN (1, 2) "
                                  "ORDER BY created_seconds DESC, created_nanos DESC, number DESC "
                                  "LIMIT 1",
                                  Params().Text(digest)));
  if (row.rows() == 0) return std::nullopt;
  return row.Text(0, 0);
}

absl::StatusOr<std::vector<v1::RunSummary>> SelectSummaries(Connection& connection) {
  ASSIGN_OR_RETURN(
      const Result rows,
      connection.Run("SELECT id, experiment, created_seconds, created_nanos, r.state, b.blocks, "
                     "b.done FROM run r CROSS JOIN LATERAL (SELECT count(*) AS blocks, count(*) "
                     "FILTER (WHERE state = 2) AS done FROM block WHERE run = r.number) b "
                     "ORDER BY created_seconds DESC, created_nanos DESC, number DESC",
                     Params()));
  std::vector<v1::RunSummary> summaries(rows.rows());
  for (int i = 0; i < rows.rows(); ++i) {
    v1::RunSummary& summary = summaries[i];
    summary.set_id(rows.Text(i, 0));
    summary.set_experiment(rows.Text(i, 1));
    summary.mutable_created()->set_seconds(rows.Int(i, 2));
    summary.mutable_created()->set_nanos(static_cast<int32_t>(rows.Int(i, 3)));
    summary.set_state(static_cast<v1::RunState>(rows.Int(i, 4)));
    summary.set_blocks(static_cast<uint32_t>(rows.Int(i, 5)));
    summary.set_blocks_done(static_cast<uint32_t>(rows.Int(i, 6)));
  }
  return summaries;
}

absl::StatusOr<v1::ExperimentRun> SelectRun(Connection& connection, const std::string& run_id) {
  RETURN_IF_ERROR(connection.Execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
  absl::StatusOr<v1::ExperimentRun> run = SelectRunInSnapshot(connection, run_id);
  // Nothing was written, so this is as good as a commit, and right after an error too.
  if (!connection.Lost()) RETURN_IF_ERROR(connection.Execute("ROLLBACK"));
  return run;
}

absl::StatusOr<v1::Machine> SelectNewestEpoch(Connection& connection,
                                              const std::string& machine_id) {
  ASSIGN_OR_RETURN(const Result row,
                   connection.Run("SELECT e.epoch, e.payload FROM machine m "
                                  "JOIN machine_epoch e ON e.machine = m.number WHERE m.id = $1 "
                                  "ORDER BY e.epoch DESC LIMIT 1",
                                  Params().Text(machine_id)));
  v1::Machine machine;
  machine.set_id(machine_id);
  if (row.rows() == 0) return machine;
  machine.set_epoch(static_cast<uint32_t>(row.Int(0, 0)));
  RETURN_IF_ERROR(
      Decode(row.Blob(0, 1), *machine.mutable_facts(), absl::StrCat("machine ", machine_id)));
  return machine;
}

absl::StatusOr<std::vector<MachineStanding>> SelectMachines(Connection& connection) {
  ASSIGN_OR_RETURN(
      const Result rows,
      connection.Run("SELECT DISTINCT ON (m.id) m.id, e.epoch, e.payload, m.name, m.agent, "
                     "m.last_seen, m.quarantine "
                     "FROM machine m JOIN machine_epoch e ON e.machine = m.number "
                     "ORDER BY m.id, e.epoch DESC",
                     Params()));
  std::vector<MachineStanding> machines;
  for (int i = 0; i < rows.rows(); ++i) {
    MachineStanding& standing = machines.emplace_back();
    RETURN_IF_ERROR(ReadMachine(rows, i, standing.machine));
    standing.agent = rows.Text(i, 4);
    if (!rows.IsNull(i, 5)) standing.last_seen = absl::FromUnixMicros(rows.Int(i, 5));
    standing.quarantine = rows.Text(i, 6);
  }
  return machines;
}

absl::Status UpdateSightings(Connection& connection,
                             const std::vector<MachineSighting>& sightings) {
  std::vector<std::string> ids, names, agents;
  std::vector<int64_t> times;
  for (const MachineSighting& sighting : sightings) {
    ids.push_back(sighting.id);
    names.push_back(sighting.name);
    agents.push_back(sighting.agent);
    times.push_back(absl::ToUnixMicros(sighting.at));
  }
  return connection
      .Run("SELECT note_sightings($1, $2, $3, $4)",
           Params().Texts(ids).Blobs(names).Blobs(agents).Ints(times))
      .status();
}

absl::Status UpdateQuarantine(Connection& connection, const std::string& machine_id,
                              const std::string& reason) {
  ASSIGN_OR_RETURN(
      const Result updated,
      connection.Run("UPDATE machine SET quarantine = $2 WHERE id = $1 RETURNING number",
                     Params().Text(machine_id).Blob(reason)));
  return updated.rows() > 0 ? absl::OkStatus() : NoSuchMachine(machine_id);
}

absl::StatusOr<std::string> InsertBlobFolder(Connection& connection, const std::string& name) {
  // In one statement, also where another program is just as fast: what is there is written again.
  ASSIGN_OR_RETURN(const Result row,
                   connection.Run("INSERT INTO blob_folder (single, name) VALUES (TRUE, $1) ON "
                                  "CONFLICT (single) DO UPDATE SET name = blob_folder.name "
                                  "RETURNING name",
                                  Params().Text(name)));
  return row.Text(0, 0);
}

absl::StatusOr<absl::Time> SelectTime(Connection& connection) {
  ASSIGN_OR_RETURN(
      const Result row,
      connection.Run("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT", Params()));
  return absl::FromUnixMicros(row.Int(0, 0));
}

absl::StatusOr<v1::Machine> InsertEpoch(Connection& connection, const std::string& machine_id,
                                        uint32_t seen, const std::string& facts) {
  ASSIGN_OR_RETURN(const Result row,
                   connection.Run("SELECT o_epoch, o_payload FROM enroll($1, $2, $3)",
                                  Params().Text(machine_id).Int(seen).Blob(facts)));
  v1::Machine machine;
  machine.set_id(machine_id);
  machine.set_epoch(static_cast<uint32_t>(row.Int(0, 0)));
  RETURN_IF_ERROR(
      Decode(row.Blob(0, 1), *machine.mutable_facts(), absl::StrCat("machine ", machine_id)));
  return machine;
}

}  // namespace benchcell::postgres
