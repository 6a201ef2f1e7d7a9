#include "runners/store/sqlite_machines.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/store/encoded.h"
#include "runners/store/payload.h"

namespace benchcell::sqlite {
namespace {

std::string Name(const std::string& machine_id) { return absl::StrCat("machine ", machine_id); }

}  // namespace

absl::StatusOr<v1::Machine> SelectNewestEpoch(Connection& connection,
                                              const std::string& machine_id) {
  v1::Machine machine;
  machine.set_id(machine_id);
  Statement row = connection.Prepare(
      "SELECT epoch, payload FROM machine WHERE id = ? ORDER BY epoch DESC LIMIT 1");
  ASSIGN_OR_RETURN(const bool found, row.Text(machine_id).Step());
  if (!found) return machine;
  machine.set_epoch(static_cast<uint32_t>(row.GetInt(0)));
  RETURN_IF_ERROR(Decode(row.GetBlob(1), *machine.mutable_facts(), Name(machine_id)));
  return machine;
}

absl::StatusOr<std::vector<v1::Machine>> SelectMachines(Connection& connection) {
  std::vector<v1::Machine> machines;
  Statement row =
      connection.Prepare("SELECT id, max(epoch), payload FROM machine GROUP BY id ORDER BY id");
  while (true) {
    ASSIGN_OR_RETURN(const bool found, row.Step());
    if (!found) return machines;
    v1::Machine& machine = machines.emplace_back();
    machine.set_id(row.GetText(0));
    machine.set_epoch(static_cast<uint32_t>(row.GetInt(1)));
    RETURN_IF_ERROR(Decode(row.GetBlob(2), *machine.mutable_facts(), Name(machine.id())));
  }
}

absl::StatusOr<v1::Machine> InsertMachine(Connection& connection, const v1::Machine& machine) {
  ASSIGN_OR_RETURN(v1::Machine newest, SelectNewestEpoch(connection, machine.id()));
  if (newest.epoch() > 0 && SameFacts(newest.facts(), machine.facts())) return newest;
  ASSIGN_OR_RETURN(const std::string payload, Encode(machine.facts(), Name(machine.id())));
  newest.set_epoch(newest.epoch() + 1);
  *newest.mutable_facts() = machine.facts();
  RETURN_IF_ERROR(connection.Prepare("INSERT INTO machine (id, epoch, payload) VALUES (?, ?, ?)")
                      .Text(newest.id())
                      .Int(newest.epoch())
                      .Blob(payload)
                      .Run());
  return newest;
}

absl::Status SelectMachinesOf(Connection& connection, v1::ExperimentRun& run) {
  std::set<std::pair<std::string, uint32_t>> named;
  for (const v1::RunRecord& record : run.record()) named.emplace(record.machine(), record.epoch());
  for (const auto& [id, epoch] : named) {
    Statement row = connection.Prepare("SELECT payload FROM machine WHERE id = ? AND epoch = ?");
    ASSIGN_OR_RETURN(const bool found, row.Text(id).Int(epoch).Step());
    if (!found) continue;
    v1::Machine& machine = *run.add_machine();
    machine.set_id(id);
    machine.set_epoch(epoch);
    RETURN_IF_ERROR(Decode(row.GetBlob(0), *machine.mutable_facts(), Name(id)));
  }
  return absl::OkStatus();
}

}  // namespace benchcell::sqlite
