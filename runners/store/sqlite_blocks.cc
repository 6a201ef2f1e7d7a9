#include "runners/store/sqlite_blocks.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/store/block_standing.h"
#include "runners/store/checks.h"
#include "runners/store/payload.h"
#include "runners/store/sqlite_records.h"
#include "runners/store/sqlite_runs.h"

namespace benchcell::sqlite {
namespace {

// Where a block stands, and where in the tables.
struct Found {
  BlockStanding standing;
  int64_t run_number = 0;
  // A v1::Block.
  std::string payload;
};

absl::StatusOr<Found> Find(Connection& connection, const BlockKey& key) {
  Statement row = connection.Prepare(
      "SELECT run.number, run.state, block.state, attempt, fencing_token, block.payload "
      "FROM run JOIN block ON block.run = run.number WHERE id = ? AND cell = ? AND round = ?");
  ASSIGN_OR_RETURN(const bool found, row.Text(key.run_id).Int(key.cell).Int(key.round).Step());
  if (!found) {
    // Tells which of the two is missing.
    RETURN_IF_ERROR(RunNumber(connection, key.run_id).status());
    return NoSuchBlock(key);
  }
  return Found{.standing = {.run_state = static_cast<v1::RunState>(row.GetInt(1)),
                            .state = static_cast<BlockState>(row.GetInt(2)),
                            .attempt = static_cast<uint32_t>(row.GetInt(3)),
                            .fencing_token = static_cast<uint64_t>(row.GetInt(4))},
               .run_number = row.GetInt(0),
               .payload = std::string(row.GetBlob(5))};
}

// The block, if it is leased with this token. ABORTED.
absl::StatusOr<Found> FindLeased(Connection& connection, const BlockKey& key, uint64_t token) {
  ASSIGN_OR_RETURN(Found found, Find(connection, key));
  RETURN_IF_ERROR(CheckLeasedWith(key, found.standing, token));
  return found;
}

absl::Status SetState(Connection& connection, const BlockKey& key, int64_t run_number,
                      BlockState state) {
  return connection.Prepare("UPDATE block SET state = ? WHERE run = ? AND cell = ? AND round = ?")
      .Int(static_cast<int64_t>(state))
      .Int(run_number)
      .Int(key.cell)
      .Int(key.round)
      .Run();
}

// Leases a block that can be. Returns the token.
absl::StatusOr<uint64_t> LeaseFound(Connection& connection, const BlockKey& key,
                                    const LeaseTerms& terms, int64_t run_number) {
  RETURN_IF_ERROR(connection.Prepare("UPDATE fencing SET token = token + 1").Run());
  ASSIGN_OR_RETURN(const int64_t token, connection.QueryInt("SELECT token FROM fencing"));
  RETURN_IF_ERROR(
      connection
          .Prepare("UPDATE block SET state = ?, attempt = attempt + 1, fencing_token = ?, "
                   "machine = ?, epoch = ?, lease_expires = ? "
                   "WHERE run = ? AND cell = ? AND round = ?")
          .Int(static_cast<int64_t>(BlockState::kLeased))
          .Int(token)
          .Text(terms.machine)
          .Int(terms.epoch)
          .Int(ToMicros(terms.expires))
          .Int(run_number)
          .Int(key.cell)
          .Int(key.round)
          .Run());
  return static_cast<uint64_t>(token);
}

// Whether a block of the cell is leased to, or was done by, another machine or in another epoch.
absl::StatusOr<bool> IsCellOfAnother(Connection& connection, int64_t run_number, uint32_t cell,
                                     const LeaseTerms& terms) {
  Statement row = connection.Prepare(
      "SELECT 1 FROM block WHERE run = ? AND cell = ? AND state <> ? "
      "AND (machine <> ? OR epoch <> ?) LIMIT 1");
  row.Int(run_number).Int(cell).Int(static_cast<int64_t>(BlockState::kPending));
  return row.Text(terms.machine).Int(terms.epoch).Step();
}

absl::StatusOr<std::vector<BlockRow>> ReadRows(Statement& row) {
  std::vector<BlockRow> rows;
  while (true) {
    ASSIGN_OR_RETURN(const bool more, row.Step());
    if (!more) return rows;
    BlockRow& block = rows.emplace_back();
    block.key = {row.GetText(0), static_cast<uint32_t>(row.GetInt(1)),
                 static_cast<uint32_t>(row.GetInt(2))};
    block.state = static_cast<BlockState>(row.GetInt(3));
    block.attempt = static_cast<uint32_t>(row.GetInt(4));
    block.fencing_token = static_cast<uint64_t>(row.GetInt(5));
    block.machine = row.GetText(6);
    block.epoch = static_cast<uint32_t>(row.GetInt(7));
    block.lease_expires = FromMicros(row.GetInt(8));
    RETURN_IF_ERROR(Decode(row.GetBlob(9), block.block, Describe(block.key)));
  }
}

// What ReadRows reads.
constexpr char kSelectRows[] =
    "SELECT id, cell, round, block.state, attempt, fencing_token, machine, epoch, lease_expires, "
    "block.payload FROM run JOIN block ON block.run = run.number ";

}  // namespace

absl::StatusOr<std::vector<BlockRow>> SelectActiveBlocks(Connection& connection) {
  Statement row = connection.Prepare(absl::StrCat(
      kSelectRows,
      "WHERE run.state = ? ORDER BY created_seconds, created_nanos, number, position"));
  row.Int(v1::ACTIVE);
  return ReadRows(row);
}

absl::StatusOr<std::vector<BlockRow>> SelectBlocks(Connection& connection,
                                                   const std::string& run_id) {
  RETURN_IF_ERROR(RunNumber(connection, run_id).status());
  Statement row = connection.Prepare(absl::StrCat(kSelectRows, "WHERE id = ? ORDER BY position"));
  row.Text(run_id);
  return ReadRows(row);
}

absl::StatusOr<uint64_t> LeaseBlock(Connection& connection, const BlockKey& key,
                                    const LeaseTerms& terms) {
  ASSIGN_OR_RETURN(const Found found, Find(connection, key));
  RETURN_IF_ERROR(CheckLeasable(key, found.standing));
  return LeaseFound(connection, key, terms, found.run_number);
}

absl::StatusOr<std::optional<ClaimedBlock>> ClaimBlock(Connection& connection,
                                                       const std::vector<BlockKey>& candidates,
                                                       const LeaseTerms& terms) {
  for (size_t i = 0; i < candidates.size(); ++i) {
    const BlockKey& key = candidates[i];
    const absl::StatusOr<Found> found = Find(connection, key);
    if (absl::IsNotFound(found.status())) continue;
    if (!found.ok()) return found.status();
    if (!CheckLeasable(key, found->standing).ok()) continue;
    ASSIGN_OR_RETURN(const bool taken,
                     IsCellOfAnother(connection, found->run_number, key.cell, terms));
    if (taken) continue;
    ASSIGN_OR_RETURN(const uint64_t token, LeaseFound(connection, key, terms, found->run_number));
    return ClaimedBlock{
        .candidate = i, .fencing_token = token, .attempt = found->standing.attempt + 1};
  }
  return std::nullopt;
}

absl::Status RenewBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token,
                        absl::Time expires) {
  ASSIGN_OR_RETURN(const Found found, FindLeased(connection, key, fencing_token));
  return connection
      .Prepare("UPDATE block SET lease_expires = ? WHERE run = ? AND cell = ? AND round = ?")
      .Int(ToMicros(expires))
      .Int(found.run_number)
      .Int(key.cell)
      .Int(key.round)
      .Run();
}

absl::Status RequeueBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token) {
  ASSIGN_OR_RETURN(const Found found, FindLeased(connection, key, fencing_token));
  return SetState(connection, key, found.run_number, BlockState::kPending);
}

absl::Status FinishBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token,
                         const std::vector<v1::RunRecord>& records,
                         const std::vector<std::string>& payloads) {
  ASSIGN_OR_RETURN(const Found found, Find(connection, key));
  if (found.standing.DoneWith(fencing_token)) return absl::OkStatus();
  RETURN_IF_ERROR(CheckLeasedWith(key, found.standing, fencing_token));
  v1::Block block;
  RETURN_IF_ERROR(Decode(found.payload, block, Describe(key)));
  RETURN_IF_ERROR(CheckFinished(key, block, found.standing.attempt, records));
  RETURN_IF_ERROR(InsertRecords(connection, found.run_number, records, payloads,
                                /*superseded=*/false));
  RETURN_IF_ERROR(SetState(connection, key, found.run_number, BlockState::kDone));
  return connection
      .Prepare(
          "UPDATE run SET state = ? WHERE number = ? AND NOT EXISTS "
          "(SELECT 1 FROM block WHERE run = number AND block.state < ?)")
      .Int(v1::COMPLETE)
      .Int(found.run_number)
      .Int(static_cast<int64_t>(BlockState::kDone))
      .Run();
}

absl::Status KeepSupersededRecords(Connection& connection, const BlockKey& key,
                                   const std::vector<v1::RunRecord>& records,
                                   const std::vector<std::string>& payloads) {
  ASSIGN_OR_RETURN(const Found found, Find(connection, key));
  RETURN_IF_ERROR(CheckOfBlock(key, records));
  return InsertRecords(connection, found.run_number, records, payloads, /*superseded=*/true);
}

absl::Status RestartCellOf(Connection& connection, const std::string& run_id, uint32_t cell,
                           const std::string& machine, uint32_t epoch) {
  ASSIGN_OR_RETURN(const int64_t run_number, RunNumber(connection, run_id));
  CellStanding standing;
  {
    Statement row = connection.Prepare(
        "SELECT run.state, total(block.state = ?), total(block.state = ?), total(block.state = ?), "
        "total(block.state = ?3 AND (machine <> ? OR epoch <> ?)) "
        "FROM run JOIN block ON block.run = run.number WHERE number = ? AND cell = ?");
    row.Int(static_cast<int64_t>(BlockState::kPending));
    row.Int(static_cast<int64_t>(BlockState::kLeased));
    row.Int(static_cast<int64_t>(BlockState::kDone));
    RETURN_IF_ERROR(row.Text(machine).Int(epoch).Int(run_number).Int(cell).Step().status());
    standing = {.run_state = static_cast<v1::RunState>(row.GetInt(0)),
                .pending = static_cast<uint32_t>(row.GetInt(1)),
                .leased = static_cast<uint32_t>(row.GetInt(2)),
                .done = static_cast<uint32_t>(row.GetInt(3)),
                .done_elsewhere = static_cast<uint32_t>(row.GetInt(4))};
  }
  RETURN_IF_ERROR(CheckRestartable(run_id, cell, standing, machine, epoch));
  RETURN_IF_ERROR(SupersedeRecords(connection, run_number, cell));
  return connection.Prepare("UPDATE block SET state = ? WHERE run = ? AND cell = ?")
      .Int(static_cast<int64_t>(BlockState::kPending))
      .Int(run_number)
      .Int(cell)
      .Run();
}

}  // namespace benchcell::sqlite
