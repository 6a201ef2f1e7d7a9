#include "runners/store/sqlite_machines.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/store/checks.h"
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

absl::StatusOr<std::vector<MachineStanding>> SelectMachines(Connection& connection) {
  std::vector<MachineStanding> machines;
  Statement row = connection.Prepare(
      "SELECT m.id, max(m.epoch), m.payload, s.name, s.agent, coalesce(s.last_seen, 0), "
      "s.quarantine, s.last_seen IS NOT NULL FROM machine m LEFT JOIN standing s ON s.machine = "
      "m.id GROUP BY m.id ORDER BY m.id");
  while (true) {
    ASSIGN_OR_RETURN(const bool found, row.Step());
    if (!found) return machines;
    MachineStanding& standing = machines.emplace_back();
    v1::Machine& machine = standing.machine;
    machine.set_id(row.GetText(0));
    machine.set_epoch(static_cast<uint32_t>(row.GetInt(1)));
    RETURN_IF_ERROR(Decode(row.GetBlob(2), *machine.mutable_facts(), Name(machine.id())));
    machine.set_name(std::string(row.GetBlob(3)));
    standing.agent = std::string(row.GetBlob(4));
    if (row.GetInt(7) != 0) standing.last_seen = absl::FromUnixMicros(row.GetInt(5));
    standing.quarantine = std::string(row.GetBlob(6));
  }
}

absl::Status UpsertSightings(Connection& connection,
                             const std::vector<MachineSighting>& sightings) {
  for (const MachineSighting& sighting : sightings) {
    RETURN_IF_ERROR(
        connection
            .Prepare("INSERT INTO standing (machine, name, agent, last_seen) SELECT ?1, ?2, ?3, ?4 "
                     "WHERE EXISTS (SELECT 1 FROM machine WHERE id = ?1) ON CONFLICT (machine) DO "
                     "UPDATE SET name = excluded.name, agent = excluded.agent, last_seen = "
                     "excluded.last_seen WHERE last_seen IS NULL OR last_seen < excluded.last_seen")
            .Text(sighting.id)
            .Blob(sighting.name)
            .Blob(sighting.agent)
            .Int(absl::ToUnixMicros(sighting.at))
            .Run());
  }
  return absl::OkStatus();
}

absl::Status UpsertQuarantine(Connection& connection, const std::string& machine_id,
                              const std::string& reason) {
  ASSIGN_OR_RETURN(const v1::Machine machine, SelectNewestEpoch(connection, machine_id));
  if (machine.epoch() == 0) return NoSuchMachine(machine_id);
  return connection
      .Prepare(
          "INSERT INTO standing (machine, quarantine) VALUES (?, ?) ON CONFLICT (machine) DO "
          "UPDATE SET quarantine = excluded.quarantine")
      .Text(machine_id)
      .Blob(reason)
      .Run();
}

absl::StatusOr<std::string> InsertBlobFolder(Connection& connection, const std::string& name) {
  RETURN_IF_ERROR(
      connection.Prepare("INSERT OR IGNORE INTO blob_folder VALUES (1, ?)").Text(name).Run());
  Statement row = connection.Prepare("SELECT name FROM blob_folder");
  ASSIGN_OR_RETURN(const bool found, row.Step());
  return found ? row.GetText(0) : name;
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
    Statement row = connection.Prepare(
        "SELECT m.payload, s.name FROM machine m LEFT JOIN standing s ON s.machine = m.id WHERE "
        "m.id = ? AND m.epoch = ?");
    ASSIGN_OR_RETURN(const bool found, row.Text(id).Int(epoch).Step());
    if (!found) continue;
    v1::Machine& machine = *run.add_machine();
    machine.set_id(id);
    machine.set_epoch(epoch);
    RETURN_IF_ERROR(Decode(row.GetBlob(0), *machine.mutable_facts(), Name(id)));
    machine.set_name(std::string(row.GetBlob(1)));
  }
  return absl::OkStatus();
}

}  // namespace benchcell::sqlite
