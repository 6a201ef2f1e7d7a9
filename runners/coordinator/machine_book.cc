#include "runners/coordinator/machine_book.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/protobuf/util/message_differencer.h"
#include "runners/base/status_macros.h"

namespace benchcell {

namespace {

std::string NameOf(const v1::Machine& machine) {
  return machine.name().empty() ? machine.id() : machine.name();
}

// As stores keep it.
absl::Time InMicroseconds(absl::Time time) {
  return absl::FromUnixMicros(absl::ToUnixMicros(time));
}

// That two agents speak for a machine, and what to do.
std::string Double(const MachineBook::Entry& entry) {
  return absl::StrCat("two agents say that they are machine ", NameOf(entry.machine), ": ",
                      entry.agent, " is, ", entry.refused_agent,
                      " is refused; end one of them, or give it a certificate of its own with "
                      "`benchcell certs agent NAME`");
}

}  // namespace

absl::StatusOr<v1::Machine> MachineBook::Enroll(const v1::Machine& machine,
                                                const std::string& agent, absl::Time now) {
  using google::protobuf::util::MessageDifferencer;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = entries_.find(machine.id());
    if (known != entries_.end() && known->second.agent != agent) {
      Entry& entry = known->second;
      if (now < entry.last_seen + silence_) {
        entry.refused_agent = agent;
        entry.refused = now;
        return absl::AlreadyExistsError(Double(entry));
      }
      entry.agent = agent;
      entry.refused = absl::InfinitePast();
    }
    // Another coordinator may have enrolled it with other facts meanwhile.
    if (known != entries_.end() && known->second.is_own &&
        MessageDifferencer::Equals(known->second.machine.facts(), machine.facts()) &&
        known->second.machine.name() == machine.name()) {
      known->second.last_seen = now;
      return known->second.machine;
    }
  }
  ASSIGN_OR_RETURN(v1::Machine enrolled, store_.EnrollMachine(machine));
  enrolled.set_name(machine.name());
  const std::lock_guard<std::mutex> lock(mutex_);
  Entry& entry = entries_[machine.id()];
  entry.machine = enrolled;
  entry.agent = agent;
  entry.last_seen = now;
  entry.is_own = true;
  return enrolled;
}

absl::Status MachineBook::Exchange(absl::Time now) {
  const std::lock_guard<std::mutex> exchange_lock(exchange_mutex_);
  // Often enough that nobody seems silent who speaks to another coordinator.
  if (now < exchanged_ + silence_ / 4) return absl::OkStatus();
  // Read first: whoever writes over what it has not seen never learns of a second agent.
  ASSIGN_OR_RETURN(const std::vector<MachineStanding> standings, store_.ListMachines());
  std::vector<MachineSighting> sightings;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const MachineStanding& standing : standings) {
      const std::string& id = standing.machine.id();
      Entry& entry = entries_[id];
      TakeOver(standing, now, entry);
      // Somebody released it through another coordinator.
      if (standing.quarantine.empty() && !entry.quarantine.empty()) failed_.erase(id);
      entry.quarantine = standing.quarantine;
      if (entry.last_seen + kForgottenAfter < now && entry.quarantine.empty()) entries_.erase(id);
    }
    for (const auto& [id, entry] : entries_) {
      const absl::Time at = InMicroseconds(entry.last_seen);
      if (entry.is_own && at > entry.stored_sighting) {
        sightings.push_back({id, entry.machine.name(), entry.agent, at});
      }
    }
  }
  RETURN_IF_ERROR(store_.NoteSightings(sightings));
  exchanged_ = now;
  return absl::OkStatus();
}

void MachineBook::TakeOver(const MachineStanding& standing, absl::Time now, Entry& entry) const {
  entry.stored_sighting = standing.last_seen;
  // Two that began while neither coordinator knew of the other's. One has to yield, and both
  // coordinators must say the same one.
  const bool is_double = entry.is_own && entry.agent != standing.agent &&
                         now < std::min(entry.last_seen, standing.last_seen) + silence_;
  const bool yields = is_double && standing.agent < entry.agent;
  if (entry.is_own && entry.last_seen >= standing.last_seen && !yields) return;
  if (is_double) {
    entry.refused_agent = entry.agent;
    entry.refused = now;
  }
  entry.is_own = false;
  entry.machine = standing.machine;
  entry.agent = standing.agent;
  entry.last_seen = standing.last_seen;
}

std::vector<MachineBook::Entry> MachineBook::Entries() {
  std::vector<Entry> entries;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [id, entry] : entries_) entries.push_back(entry);
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.machine.name() < b.machine.name();
  });
  return entries;
}

std::optional<MachineBook::Entry> MachineBook::Find(const std::string& id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = entries_.find(id);
  return found == entries_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> MachineBook::Doubles(absl::Time now) {
  std::vector<std::string> doubles;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [id, entry] : entries_) {
    if (now < entry.refused + silence_) doubles.push_back(Double(entry));
  }
  return doubles;
}

size_t MachineBook::CountSeen(absl::Time since) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<size_t>(
      std::count_if(entries_.begin(), entries_.end(),
                    [&](const auto& entry) { return entry.second.last_seen >= since; }));
}

void MachineBook::NoteMeasured(const std::string& id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  failed_.erase(id);
}

absl::StatusOr<std::optional<std::string>> MachineBook::NoteFailed(const std::string& id,
                                                                   const CellKey& cell,
                                                                   const std::string& message) {
  std::string reason;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::set<CellKey>& cells = failed_[id];
    cells.insert(cell);
    const auto entry = entries_.find(id);
    if (cells.size() < kMaxFailedCells || entry == entries_.end() ||
        !entry->second.quarantine.empty()) {
      return std::nullopt;
    }
    reason = absl::StrCat("blocks of ", cells.size(),
                          " cells in a row could not be measured; the last one: ", message);
    entry->second.quarantine = reason;
  }
  RETURN_IF_ERROR(store_.SetQuarantine(id, reason));
  return reason;
}

absl::Status MachineBook::Release(const std::string& machine) {
  std::vector<std::string> ids;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [id, entry] : entries_) {
      if (id == machine || (entry.machine.name() == machine && !machine.empty())) ids.push_back(id);
    }
  }
  if (ids.empty()) {
    return absl::NotFoundError(absl::StrCat("found no machine \"", machine,
                                            "\", expected one that `benchcell machines` lists"));
  }
  for (const std::string& id : ids) {
    RETURN_IF_ERROR(store_.SetQuarantine(id, ""));
    const std::lock_guard<std::mutex> lock(mutex_);
    entries_[id].quarantine.clear();
    failed_.erase(id);
  }
  return absl::OkStatus();
}

}  // namespace benchcell
