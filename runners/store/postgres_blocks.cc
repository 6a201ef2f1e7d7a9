#include "runners/store/postgres_blocks.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/store/block_standing.h"
#include "runners/store/checks.h"
#include "runners/store/payload.h"

namespace benchcell::postgres {
namespace {

// What no attempt is: for records of several.
constexpr int64_t kNoAttempt = -1;

Params KeyParams(const BlockKey& key) {
  return std::move(Params().Text(key.run_id).Int(key.cell).Int(key.round));
}

// What a function that returns the type `standing` says.
struct Answer {
  bool done = false;
  BlockStanding standing;
  // A v1::Block, where records don't fit it.
  std::string payload;
};

// Calls it. NOT_FOUND.
absl::StatusOr<Answer> Call(Connection& connection, const std::string& call, const BlockKey& key,
                            const Params& params) {
  ASSIGN_OR_RETURN(const Result row, connection.Run(absl::StrCat("SELECT * FROM ", call), params));
  Answer answer;
  answer.done = row.Int(0, 0) != 0;
  // Some say no more than that.
  if (!answer.done && row.IsNull(0, 1)) return NoSuchRun(key.run_id);
  if (!answer.done && row.IsNull(0, 2)) return NoSuchBlock(key);
  answer.standing = {.run_state = static_cast<v1::RunState>(row.Int(0, 1)),
                     .state = static_cast<BlockState>(row.Int(0, 2)),
                     .attempt = static_cast<uint32_t>(row.Int(0, 3)),
                     .fencing_token = static_cast<uint64_t>(row.Int(0, 4))};
  answer.payload = row.Text(0, 5);
  return answer;
}

// A function refused what, by its own answer, it had no reason to.
absl::Status Contradiction(const Connection& connection, const BlockKey& key) {
  return absl::InternalError(absl::StrCat(connection.name(), ": ", Describe(key),
                                          " was refused for no reason that can be seen"));
}

absl::StatusOr<std::vector<BlockRow>> ReadRows(const Result& rows) {
  std::vector<BlockRow> blocks(rows.rows());
  for (int i = 0; i < rows.rows(); ++i) {
    BlockRow& block = blocks[i];
    block.key = {rows.Text(i, 0), static_cast<uint32_t>(rows.Int(i, 1)),
                 static_cast<uint32_t>(rows.Int(i, 2))};
    block.state = static_cast<BlockState>(rows.Int(i, 3));
    block.attempt = static_cast<uint32_t>(rows.Int(i, 4));
    block.fencing_token = static_cast<uint64_t>(rows.Int(i, 5));
    block.machine = rows.Text(i, 6);
    block.epoch = static_cast<uint32_t>(rows.Int(i, 7));
    block.lease_expires = FromMicros(rows.Int(i, 8));
    RETURN_IF_ERROR(Decode(rows.Blob(i, 9), block.block, Describe(block.key)));
  }
  return blocks;
}

// What ReadRows reads.
constexpr char kSelectRows[] =
    "SELECT r.id, b.cell, b.round, b.state, b.attempt, b.fencing_token, b.machine, b.epoch, "
    "b.lease_expires, b.payload FROM run r JOIN block b ON b.run = r.number ";

}  // namespace

std::string PlannedBytes(std::vector<uint32_t> positions) {
  std::sort(positions.begin(), positions.end());
  std::string bytes;
  for (const uint32_t position : positions) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes.push_back(static_cast<char>(position >> shift));
    }
  }
  return bytes;
}

absl::StatusOr<std::vector<BlockRow>> SelectActiveBlocks(Connection& connection) {
  ASSIGN_OR_RETURN(const Result rows,
                   connection.Run(absl::StrCat(kSelectRows,
                                               "WHERE r.state = 1 ORDER BY r.created_seconds, "
                                               "r.created_nanos, r.number, b.position"),
                                  Params()));
  return ReadRows(rows);
}

absl::StatusOr<std::vector<BlockRow>> SelectBlocks(Connection& connection,
                                                   const std::string& run_id) {
  ASSIGN_OR_RETURN(const Result rows,
                   connection.Run(absl::StrCat(kSelectRows, "WHERE r.id = $1 ORDER BY b.position"),
                                  Params().Text(run_id)));
  // Every run that is stored has blocks.
  if (rows.rows() == 0) return NoSuchRun(run_id);
  return ReadRows(rows);
}

absl::StatusOr<uint64_t> LeaseBlock(Connection& connection, const BlockKey& key,
                                    const LeaseTerms& terms) {
  Params params = KeyParams(key);
  params.Text(terms.machine).Int(terms.epoch).Int(ToMicros(terms.expires));
  ASSIGN_OR_RETURN(const Answer answer,
                   Call(connection, "lease($1, $2, $3, $4, $5, $6)", key, params));
  if (answer.done) return answer.standing.fencing_token;
  RETURN_IF_ERROR(CheckLeasable(key, answer.standing));
  return Contradiction(connection, key);
}

absl::StatusOr<std::optional<ClaimedBlock>> ClaimBlock(Connection& connection,
                                                       const std::vector<BlockKey>& candidates,
                                                       const LeaseTerms& terms) {
  std::vector<std::string> runs;
  std::vector<int64_t> cells;
  std::vector<int64_t> rounds;
  // Where those that are sent stand among the candidates. A run whose id could not be stored isn't.
  std::vector<size_t> places;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (!CheckId(candidates[i].run_id, "").ok()) continue;
    runs.push_back(candidates[i].run_id);
    cells.push_back(candidates[i].cell);
    rounds.push_back(candidates[i].round);
    places.push_back(i);
  }
  ASSIGN_OR_RETURN(const Result row, connection.Run("SELECT * FROM claim($1, $2, $3, $4, $5, $6)",
                                                    Params()
                                                        .Texts(runs)
                                                        .Ints(cells)
                                                        .Ints(rounds)
                                                        .Text(terms.machine)
                                                        .Int(terms.epoch)
                                                        .Int(ToMicros(terms.expires))));
  if (row.rows() == 0) return std::nullopt;
  return ClaimedBlock{.candidate = places[row.Int(0, 0)],
                      .fencing_token = static_cast<uint64_t>(row.Int(0, 1)),
                      .attempt = static_cast<uint32_t>(row.Int(0, 2))};
}

absl::Status RenewBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token,
                        absl::Time expires) {
  Params params = KeyParams(key);
  params.Int(static_cast<int64_t>(fencing_token)).Int(ToMicros(expires));
  ASSIGN_OR_RETURN(const Answer answer, Call(connection, "renew($1, $2, $3, $4, $5)", key, params));
  if (answer.done) return absl::OkStatus();
  RETURN_IF_ERROR(CheckLeasedWith(key, answer.standing, fencing_token));
  return Contradiction(connection, key);
}

absl::Status RequeueBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token) {
  Params params = KeyParams(key);
  params.Int(static_cast<int64_t>(fencing_token));
  ASSIGN_OR_RETURN(const Answer answer, Call(connection, "requeue($1, $2, $3, $4)", key, params));
  if (answer.done) return absl::OkStatus();
  RETURN_IF_ERROR(CheckLeasedWith(key, answer.standing, fencing_token));
  return Contradiction(connection, key);
}

absl::Status FinishBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token,
                         const std::vector<v1::RunRecord>& records,
                         const std::vector<std::string>& payloads) {
  // Whether the records are the planned ones is the server's to say, and what is wrong with them
  // ours.
  std::vector<uint32_t> planned;
  std::vector<int64_t> positions;
  int64_t attempt = records.empty() ? 0 : records[0].attempt();
  if (!CheckOfBlock(key, records).ok()) attempt = kNoAttempt;
  for (const v1::RunRecord& record : records) {
    if (record.attempt() != attempt) attempt = kNoAttempt;
    planned.push_back(record.planned().position());
    positions.push_back(record.planned().position());
  }
  const std::string planned_bytes = PlannedBytes(std::move(planned));
  Params params = KeyParams(key);
  params.Int(static_cast<int64_t>(fencing_token)).Int(attempt).Blob(planned_bytes);
  params.Ints(positions).Blobs(payloads);
  ASSIGN_OR_RETURN(const Answer answer,
                   Call(connection, "finish($1, $2, $3, $4, $5, $6, $7, $8)", key, params));
  if (answer.done) return absl::OkStatus();
  RETURN_IF_ERROR(CheckLeasedWith(key, answer.standing, fencing_token));
  v1::Block block;
  RETURN_IF_ERROR(Decode(answer.payload, block, Describe(key)));
  RETURN_IF_ERROR(CheckFinished(key, block, answer.standing.attempt, records));
  return Contradiction(connection, key);
}

absl::Status KeepSupersededRecords(Connection& connection, const BlockKey& key,
                                   const std::vector<v1::RunRecord>& records,
                                   const std::vector<std::string>& payloads) {
  if (!CheckOfBlock(key, records).ok()) {
    // Whether the block is there comes first.
    RETURN_IF_ERROR(Call(connection, "standing_of($1, $2, $3)", key, KeyParams(key)).status());
    return CheckOfBlock(key, records);
  }
  std::vector<int64_t> attempts;
  std::vector<int64_t> positions;
  for (const v1::RunRecord& record : records) {
    attempts.push_back(record.attempt());
    positions.push_back(record.planned().position());
  }
  Params params = KeyParams(key);
  params.Ints(attempts).Ints(positions).Blobs(payloads);
  return Call(connection, "keep_superseded($1, $2, $3, $4, $5, $6)", key, params).status();
}

absl::Status RestartCellOf(Connection& connection, const std::string& run_id, uint32_t cell,
                           const std::string& machine, uint32_t epoch) {
  ASSIGN_OR_RETURN(const Result row,
                   connection.Run("SELECT * FROM restart_cell($1, $2, $3, $4)",
                                  Params().Text(run_id).Int(cell).Text(machine).Int(epoch)));
  if (row.Int(0, 0) != 0) return absl::OkStatus();
  if (row.IsNull(0, 1)) return NoSuchRun(run_id);
  RETURN_IF_ERROR(CheckRestartable(run_id, cell,
                                   {.run_state = static_cast<v1::RunState>(row.Int(0, 1)),
                                    .pending = static_cast<uint32_t>(row.Int(0, 2)),
                                    .leased = static_cast<uint32_t>(row.Int(0, 3)),
                                    .done = static_cast<uint32_t>(row.Int(0, 4)),
                                    .done_elsewhere = static_cast<uint32_t>(row.Int(0, 5))},
                                   machine, epoch));
  return Contradiction(connection, {run_id, cell, 0});
}

}  // namespace benchcell::postgres
