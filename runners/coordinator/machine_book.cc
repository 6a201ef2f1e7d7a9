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
    if (known != entries_.end() &&
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
  return enrolled;
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

std::optional<std::string> MachineBook::NoteFailed(const std::string& id, const CellKey& cell,
                                                   const std::string& message) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::set<CellKey>& cells = failed_[id];
  cells.insert(cell);
  const auto entry = entries_.find(id);
  if (cells.size() < kMaxFailedCells || entry == entries_.end() ||
      !entry->second.quarantine.empty()) {
    return std::nullopt;
  }
  entry->second.quarantine = absl::StrCat(
      "blocks of ", cells.size(), " cells in a row could not be measured; the last one: ", message);
  return entry->second.quarantine;
}

absl::Status MachineBook::Release(const std::string& machine) {
  const std::lock_guard<std::mutex> lock(mutex_);
  bool found = false;
  for (auto& [id, entry] : entries_) {
    if (id != machine && (entry.machine.name() != machine || machine.empty())) continue;
    found = true;
    entry.quarantine.clear();
    failed_.erase(id);
  }
  if (found) return absl::OkStatus();
  return absl::NotFoundError(
      absl::StrCat("this coordinator has heard of no machine \"", machine, "\""));
}

}  // namespace benchcell
