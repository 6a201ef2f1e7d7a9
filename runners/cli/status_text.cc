#include "runners/cli/status_text.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "runners/base/clock.h"
#include "runners/cli/progress.h"

namespace benchcell {
namespace {

std::string StateOf(const v1::MachineStatus& machine) {
  if (!machine.quarantine().empty()) return "quarantined";
  if (machine.away()) return "away";
  return machine.has_activity() ? "measuring" : "idle";
}

std::string NameOf(const v1::Machine& machine) {
  return machine.name().empty() ? machine.id() : machine.name();
}

std::string Ago(const google::protobuf::Timestamp& time, absl::Time now) {
  return absl::StrCat(SpellDuration(std::max(now - ToTime(time), absl::ZeroDuration())), " ago");
}

}  // namespace

std::string MachinesText(const v1::LabStatus& status, absl::Time now) {
  if (status.machine().empty()) {
    return "no machine has asked this lab for work lately\n";
  }
  std::string text;
  for (const v1::MachineStatus& machine : status.machine()) {
    const v1::MachineFacts& facts = machine.machine().facts();
    absl::StrAppend(
        &text, absl::StrFormat("%-20s  %-18s  %-11s  %s, %d processors, %s; epoch %d, class %s",
                               NameOf(machine.machine()), machine.machine().id(), StateOf(machine),
                               facts.processor_model(), facts.logical_cpus(), facts.platform(),
                               machine.machine().epoch(),
                               machine.machine_class().empty()
                                   ? "none"
                                   : absl::StrJoin(machine.machine_class(), " ")));
    if (machine.has_activity()) {
      absl::StrAppend(&text, "; ", machine.run_id(), " cell ", machine.activity().cell());
    }
    if (machine.away()) absl::StrAppend(&text, "; last seen ", Ago(machine.last_seen(), now));
    absl::StrAppend(&text, "\n");
    if (!machine.quarantine().empty()) {
      absl::StrAppend(&text, "    ", machine.quarantine(),
                      "\n    `benchcell machines --release=", NameOf(machine.machine()),
                      "` gives it work again\n");
    }
  }
  return text;
}

std::string StatusText(const v1::LabStatus& status, absl::Time now) {
  std::string text;
  for (const std::string& alarm : status.alarm()) absl::StrAppend(&text, "ALARM ", alarm, "\n");
  for (const v1::RunStatusLine& run : status.run()) {
    const v1::Progress& progress = run.progress();
    absl::StrAppend(&text, absl::StrFormat("%-56s  blocks %d/%d, %d measuring", run.run_id(),
                                           progress.blocks_done(), progress.blocks(),
                                           progress.activity_size()));
    if (ToTime(run.last_progress()) > absl::UnixEpoch()) {
      absl::StrAppend(&text, ", got on ", Ago(run.last_progress(), now));
    }
    absl::StrAppend(&text, "\n");
  }
  if (status.run().empty()) absl::StrAppend(&text, "no active run\n");
  std::map<std::string, int> machines;
  for (const v1::MachineStatus& machine : status.machine()) ++machines[StateOf(machine)];
  absl::StrAppend(&text, status.machine_size(), " machines");
  for (const auto& [state, count] : machines) absl::StrAppend(&text, ", ", count, " ", state);
  return absl::StrCat(text, "\n");
}

}  // namespace benchcell
