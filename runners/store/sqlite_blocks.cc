#include "runners/store/sqlite_blocks.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/store/checks.h"
#include "runners/store/payload.h"
#include "runners/store/sqlite_records.h"
#include "runners/store/sqlite_runs.h"

namespace benchcell::sqlite {
namespace {

// Where a block stands when a call arrives.
struct Standing {
  int64_t run_number = 0;
  v1::RunState run_state = v1::RUN_STATE_UNSPECIFIED;
  BlockState state = BlockState::kPending;
  uint32_t attempt = 0;
  uint64_t fencing_token = 0;
  v1::Block block;

  bool LeasedWith(uint64_t token) const {
    return state == BlockState::kLeased && fencing_token == token;
  }
};

std::string Describe(const BlockKey& key, const Standing& standing) {
  std::string state = "pending";
  if (standing.state == BlockState::kLeased) state = "leased";
  if (standing.state == BlockState::kDone) state = "done";
  return absl::StrCat(benchcell::Describe(key), " is ", state, ", its newest token is ",
                      standing.fencing_token);
}

absl::Status NotLeasedWith(const BlockKey& key, const Standing& standing, uint64_t token) {
  return absl::AbortedError(
      absl::StrCat(Describe(key, standing), "; expected it to be leased with token ", token));
}

absl::StatusOr<Standing> Find(Connection& connection, const BlockKey& key) {
  Statement row = connection.Prepare(
      "SELECT run.number, run.state, block.state, attempt, fencing_token, block.payload "
      "FROM run JOIN block ON block.run = run.number WHERE id = ? AND cell = ? AND round = ?");
  ASSIGN_OR_RETURN(const bool found, row.Text(key.run_id).Int(key.cell).Int(key.round).Step());
  if (!found) {
    // Tells which of the two is missing.
    RETURN_IF_ERROR(RunNumber(connection, key.run_id).status());
    return absl::NotFoundError(absl::StrCat(benchcell::Describe(key), " is not stored"));
  }
  Standing standing;
  standing.run_number = row.GetInt(0);
  standing.run_state = static_cast<v1::RunState>(row.GetInt(1));
  standing.state = static_cast<BlockState>(row.GetInt(2));
  standing.attempt = static_cast<uint32_t>(row.GetInt(3));
  standing.fencing_token = static_cast<uint64_t>(row.GetInt(4));
  RETURN_IF_ERROR(Decode(row.GetBlob(5), standing.block, benchcell::Describe(key)));
  return standing;
}

// The block, if it is leased with this token. ABORTED.
absl::StatusOr<Standing> FindLeased(Connection& connection, const BlockKey& key, uint64_t token) {
  ASSIGN_OR_RETURN(Standing standing, Find(connection, key));
  if (!standing.LeasedWith(token)) return NotLeasedWith(key, standing, token);
  return standing;
}

absl::Status SetState(Connection& connection, const BlockKey& key, const Standing& standing,
                      BlockState state) {
  return connection.Prepare("UPDATE block SET state = ? WHERE run = ? AND cell = ? AND round = ?")
      .Int(static_cast<int64_t>(state))
      .Int(standing.run_number)
      .Int(key.cell)
      .Int(key.round)
      .Run();
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
    RETURN_IF_ERROR(Decode(row.GetBlob(9), block.block, benchcell::Describe(block.key)));
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
  ASSIGN_OR_RETURN(const Standing standing, Find(connection, key));
  if (standing.run_state != v1::ACTIVE) {
    return absl::AbortedError(absl::StrCat(benchcell::Describe(key), ": the run is ",
                                           v1::RunState_Name(standing.run_state),
                                           "; only blocks of ACTIVE runs are leased"));
  }
  if (standing.state != BlockState::kPending) {
    return absl::AbortedError(
        absl::StrCat(Describe(key, standing), "; only a pending block is leased"));
  }
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
          .Int(standing.run_number)
          .Int(key.cell)
          .Int(key.round)
          .Run());
  return static_cast<uint64_t>(token);
}

absl::Status RenewBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token,
                        absl::Time expires) {
  ASSIGN_OR_RETURN(const Standing standing, FindLeased(connection, key, fencing_token));
  return connection
      .Prepare("UPDATE block SET lease_expires = ? WHERE run = ? AND cell = ? AND round = ?")
      .Int(ToMicros(expires))
      .Int(standing.run_number)
      .Int(key.cell)
      .Int(key.round)
      .Run();
}

absl::Status RequeueBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token) {
  ASSIGN_OR_RETURN(const Standing standing, FindLeased(connection, key, fencing_token));
  return SetState(connection, key, standing, BlockState::kPending);
}

absl::Status FinishBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token,
                         const std::vector<v1::RunRecord>& records,
                         const std::vector<std::string>& payloads) {
  ASSIGN_OR_RETURN(const Standing standing, Find(connection, key));
  // A delivery whose answer was lost comes again.
  if (standing.state == BlockState::kDone && standing.fencing_token == fencing_token) {
    return absl::OkStatus();
  }
  if (!standing.LeasedWith(fencing_token)) return NotLeasedWith(key, standing, fencing_token);
  RETURN_IF_ERROR(CheckFinished(key, standing.block, standing.attempt, records));
  RETURN_IF_ERROR(InsertRecords(connection, standing.run_number, records, payloads,
                                /*superseded=*/false));
  RETURN_IF_ERROR(SetState(connection, key, standing, BlockState::kDone));
  return connection
      .Prepare(
          "UPDATE run SET state = ? WHERE number = ? AND NOT EXISTS "
          "(SELECT 1 FROM block WHERE run = number AND block.state < ?)")
      .Int(v1::COMPLETE)
      .Int(standing.run_number)
      .Int(static_cast<int64_t>(BlockState::kDone))
      .Run();
}

absl::Status KeepSupersededRecords(Connection& connection, const BlockKey& key,
                                   const std::vector<v1::RunRecord>& records,
                                   const std::vector<std::string>& payloads) {
  ASSIGN_OR_RETURN(const Standing standing, Find(connection, key));
  RETURN_IF_ERROR(CheckOfBlock(key, records));
  return InsertRecords(connection, standing.run_number, records, payloads, /*superseded=*/true);
}

}  // namespace benchcell::sqlite
