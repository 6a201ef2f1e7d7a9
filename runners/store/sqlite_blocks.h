// Blocks in SQLite: the state machine of store.h as filtered writes. To be called in a transaction
// that writes, but for the Select calls. Errors as store.h says.

#ifndef BENCHCELL_RUNNERS_STORE_SQLITE_BLOCKS_H_
#define BENCHCELL_RUNNERS_STORE_SQLITE_BLOCKS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/store/sqlite_connection.h"
#include "runners/store/store.h"

namespace benchcell::sqlite {

absl::StatusOr<std::vector<BlockRow>> SelectActiveBlocks(Connection& connection);
absl::StatusOr<std::vector<BlockRow>> SelectBlocks(Connection& connection,
                                                   const std::string& run_id);

absl::StatusOr<uint64_t> LeaseBlock(Connection& connection, const BlockKey& key,
                                    const LeaseTerms& terms);
absl::StatusOr<std::optional<ClaimedBlock>> ClaimBlock(Connection& connection,
                                                       const std::vector<BlockKey>& candidates,
                                                       const LeaseTerms& terms);
absl::Status RenewBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token,
                        absl::Time expires);
absl::Status RequeueBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token);

// `payloads` are those of the records.
absl::Status FinishBlock(Connection& connection, const BlockKey& key, uint64_t fencing_token,
                         const std::vector<v1::RunRecord>& records,
                         const std::vector<std::string>& payloads);
absl::Status KeepSupersededRecords(Connection& connection, const BlockKey& key,
                                   const std::vector<v1::RunRecord>& records,
                                   const std::vector<std::string>& payloads);

absl::Status RestartCellOf(Connection& connection, const std::string& run_id, uint32_t cell,
                           const std::string& machine, uint32_t epoch);

}  // namespace benchcell::sqlite

#endif  // BENCHCELL_RUNNERS_STORE_SQLITE_BLOCKS_H_
