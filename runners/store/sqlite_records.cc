#include "runners/store/sqlite_records.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/store/checks.h"
#include "runners/store/payload.h"

namespace benchcell::sqlite {

absl::Status InsertRecords(Connection& connection, int64_t run_number,
                           const std::vector<v1::RunRecord>& records,
                           const std::vector<std::string>& payloads, bool superseded) {
  for (size_t i = 0; i < records.size(); ++i) {
    const v1::RunRecord& record = records[i];
    RETURN_IF_ERROR(
        connection
            .Prepare("INSERT INTO record (run, cell, round, attempt, position, superseded, "
                     "payload) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS "
                     "(SELECT 1 FROM record WHERE run = ?1 AND cell = ?2 AND round = ?3 AND "
                     "attempt = ?4 AND position = ?5 AND superseded = ?6 AND restarted = 1 AND "
                     "payload = ?7) ON CONFLICT DO NOTHING")
            .Int(run_number)
            .Int(record.cell())
            .Int(record.round())
            .Int(record.attempt())
            .Int(record.planned().position())
            .Int(superseded ? 1 : 0)
            .Blob(payloads[i])
            .Run());
  }
  return absl::OkStatus();
}

absl::Status SupersedeRecords(Connection& connection, int64_t run_number, uint32_t cell) {
  return connection
      .Prepare(
          "UPDATE record SET superseded = 1, restarted = 1 "
          "WHERE run = ? AND cell = ? AND superseded = 0")
      .Int(run_number)
      .Int(cell)
      .Run();
}

absl::Status SelectRecords(Connection& connection, int64_t run_number, v1::ExperimentRun& run) {
  Statement row = connection.Prepare(
      "SELECT superseded, payload FROM record WHERE run = ? "
      "ORDER BY cell, round, attempt, position, superseded, restarted");
  row.Int(run_number);
  while (true) {
    ASSIGN_OR_RETURN(const bool more, row.Step());
    if (!more) return absl::OkStatus();
    v1::RunRecord& record = *run.add_record();
    RETURN_IF_ERROR(Decode(row.GetBlob(1), record, absl::StrCat("a record of run ", run.id())));
    // The column decides, whatever the caller put into the message.
    record.set_superseded(row.GetInt(0) != 0);
  }
}

}  // namespace benchcell::sqlite
