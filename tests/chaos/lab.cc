#include "tests/chaos/lab.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "runners/agent/workdir.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "tests/chaos/short_times.h"

namespace benchcell::chaos {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kDiskBytes = 24 << 20;
constexpr uint64_t kLogBytes = 6000;
// As a service manager that starts again what ended.
constexpr absl::Duration kStartAgainAfter = absl::Milliseconds(250);
// How long something may still end because of what it lacked.
constexpr absl::Duration kExcuse = absl::Seconds(10);
constexpr absl::Duration kLook = absl::Milliseconds(2);
constexpr absl::Duration kPatience = absl::Seconds(20);

bool IsEmpty(const fs::path& folder) {
  std::error_code error;
  const fs::directory_iterator entries(folder, error);
  return error || entries == fs::directory_iterator();
}

}  // namespace

absl::StatusOr<std::unique_ptr<Lab>> Lab::Start(const LabOptions& options) {
  std::unique_ptr<Lab> lab(new Lab(options));
  for (size_t i = 0; i < options.ports.size(); ++i) {
    RETURN_IF_ERROR(lab->AddCoordinator(static_cast<int>(i)));
  }
  RETURN_IF_ERROR(lab->Supervise());
  RETURN_IF_ERROR(lab->AwaitCoordinators());
  for (int i = 0; i < options.agents; ++i) RETURN_IF_ERROR(lab->AddAgent(i));
  RETURN_IF_ERROR(lab->Supervise());
  return lab;
}

Lab::~Lab() {
  for (Process& process : agents_) process.child->Kill();
  for (Process& process : coordinators_) process.child->Kill();
  if (!options_.own_disks) return;
  for (int i = 0; i < options_.agents; ++i) UnmountDisk(MachineFolder(i) / "disk").IgnoreError();
}

absl::Status Lab::AddCoordinator(int index) {
  const std::string name = absl::StrCat("coordinator", index);
  ChildSpec spec;
  spec.arguments = {options_.node.string(),
                    "coordinator",
                    absl::StrCat("--listen=127.0.0.1:", options_.ports[static_cast<size_t>(index)]),
                    "--store=" + options_.store,
                    "--blobs=" + BlobsFolder().string(),
                    "--audit=" + (options_.folder / (name + ".audit")).string(),
                    "--plugin=" + options_.plugin.string()};
  spec.log = options_.folder / (name + ".log");
  RETURN_IF_ERROR(MakeFolder(BlobsFolder()));
  coordinators_.push_back({name, std::make_unique<Child>(spec)});
  return absl::OkStatus();
}

absl::Status Lab::AwaitCoordinators() {
  const absl::Time end = absl::Now() + kPatience;
  for (const Process& process : coordinators_) {
    while (ReadTail(process.child->spec().log, kLogBytes).find(kListening) == std::string::npos) {
      if (absl::Now() > end) return absl::DeadlineExceededError(Logs());
      absl::SleepFor(kLook);
    }
  }
  return absl::OkStatus();
}

absl::Status Lab::AddAgent(int index) {
  const fs::path machine = MachineFolder(index);
  RETURN_IF_ERROR(MakeFolder(machine));
  RETURN_IF_ERROR(WriteFile(machine / "journal", ""));
  if (options_.own_disks) RETURN_IF_ERROR(MountDisk(machine / "disk", kDiskBytes));
  const bool apart = options_.network != nullptr;
  forwarders_.push_back(
      std::make_unique<Forwarder>(apart ? Network::LabAddress(index) : "127.0.0.1", options_.ports,
                                  options_.seed * 100 + static_cast<uint64_t>(index)));
  ChildSpec spec;
  spec.arguments = {options_.node.string(), "agent",
                    absl::StrCat("--coordinator=", apart ? Network::LabAddress(index) : "127.0.0.1",
                                 ":", forwarders_.back()->port()),
                    "--state=" + StateOf(index).string(), "--warden=" + options_.warden.string()};
  spec.environment = {"TMPDIR=" + machine.string()};
  spec.log = machine / "log";
  if (apart) spec.network = options_.network->NamespaceOf(index);
  agents_.push_back({absl::StrCat("agent", index), std::make_unique<Child>(spec)});
  return absl::OkStatus();
}

fs::path Lab::MachineFolder(int agent) const {
  return options_.folder / absl::StrCat("machine", agent);
}

fs::path Lab::StateOf(int agent) const { return MachineFolder(agent) / "disk" / "state"; }

Lab::Process& Lab::Target(const Event& event) {
  const bool is_coordinator =
      event.trouble == Trouble::kKillCoordinator || event.trouble == Trouble::kFreezeCoordinator;
  return (is_coordinator ? coordinators_ : agents_).at(static_cast<size_t>(event.target));
}

void Lab::KillAndHold(Process& process) {
  process.child->Kill();
  ++process.held;
}

void Lab::Excuse(absl::Duration time) {
  for (Process& process : coordinators_) process.excused_until = absl::Now() + time;
}

absl::Status Lab::HoldDatabase() {
  ++database_held_;
  Excuse(absl::InfiniteDuration());
  return absl::OkStatus();
}

absl::Status Lab::ReleaseDatabase() {
  if (--database_held_ > 0) return absl::OkStatus();
  Excuse(kExcuse);
  return options_.database->Start();
}

absl::Status Lab::ForgetMachine(int agent) {
  former_ids_[agent] = MachineIds(agent);
  return RemoveAll(StateOf(agent));
}

std::vector<std::string> Lab::MachineIds(int agent) const {
  std::vector<std::string> ids;
  if (const auto former = former_ids_.find(agent); former != former_ids_.end()) {
    ids = former->second;
  }
  // None yet, if it never got so far.
  const absl::StatusOr<std::string> id = ReadFile(Workdir(StateOf(agent)).MachineId());
  if (id.ok()) ids.push_back(*id);
  return ids;
}

absl::Status Lab::FillDisk(int agent) {
  const fs::path ballast = MachineFolder(agent) / "disk" / "ballast";
  const int fd = open(ballast.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) return SystemError(errno, "can't make", ballast);
  const std::string block(4096, 'x');
  while (write(fd, block.data(), block.size()) > 0) {
  }
  close(fd);
  return absl::OkStatus();
}

absl::Status Lab::Cut(int agent, bool cut) {
  if (options_.network == nullptr) {
    forwarders_.at(static_cast<size_t>(agent))->Stall(cut);
    return absl::OkStatus();
  }
  return cut ? options_.network->Cut(agent) : options_.network->Heal(agent);
}

absl::Status Lab::Begin(const Event& event) {
  switch (event.trouble) {
    case Trouble::kKillCoordinator:
    case Trouble::kKillAgent:
      KillAndHold(Target(event));
      return absl::OkStatus();
    case Trouble::kLoseMachine:
      KillAndHold(Target(event));
      return ForgetMachine(event.target);
    case Trouble::kFreezeCoordinator:
    case Trouble::kFreezeAgent:
      Target(event).child->Freeze();
      return absl::OkStatus();
    case Trouble::kCutNetwork:
      return Cut(event.target, true);
    case Trouble::kLoseAnswers:
      return options_.network->LoseAnswers(event.target);
    case Trouble::kFillDisk:
      Target(event).excused_until = absl::InfiniteFuture();
      return FillDisk(event.target);
    case Trouble::kRestartDatabase:
      RETURN_IF_ERROR(HoldDatabase());
      // A frozen one would never end.
      options_.database->Thaw();
      return options_.database->Stop();
    case Trouble::kKillDatabase:
      RETURN_IF_ERROR(HoldDatabase());
      options_.database->Kill();
      return absl::OkStatus();
    case Trouble::kFreezeDatabase:
      Excuse(absl::InfiniteDuration());
      options_.database->Freeze();
      return absl::OkStatus();
    case Trouble::kBlackout:
      for (Process& process : agents_) KillAndHold(process);
      for (Process& process : coordinators_) KillAndHold(process);
      if (options_.database == nullptr) return absl::OkStatus();
      RETURN_IF_ERROR(HoldDatabase());
      options_.database->Kill();
      return absl::OkStatus();
  }
  return absl::OkStatus();
}

absl::Status Lab::End(const Event& event) {
  switch (event.trouble) {
    case Trouble::kKillCoordinator:
    case Trouble::kKillAgent:
    case Trouble::kLoseMachine:
      --Target(event).held;
      return absl::OkStatus();
    case Trouble::kFreezeCoordinator:
    case Trouble::kFreezeAgent:
      Target(event).child->Thaw();
      return absl::OkStatus();
    case Trouble::kCutNetwork:
      return Cut(event.target, false);
    case Trouble::kLoseAnswers:
      return options_.network->PassAnswers(event.target);
    case Trouble::kFillDisk:
      Target(event).excused_until = absl::Now() + kExcuse;
      return RemoveAll(MachineFolder(event.target) / "disk" / "ballast");
    case Trouble::kRestartDatabase:
    case Trouble::kKillDatabase:
      return ReleaseDatabase();
    case Trouble::kFreezeDatabase:
      Excuse(kExcuse);
      options_.database->Thaw();
      return absl::OkStatus();
    case Trouble::kBlackout:
      for (Process& process : agents_) --process.held;
      for (Process& process : coordinators_) --process.held;
      return options_.database == nullptr ? absl::OkStatus() : ReleaseDatabase();
  }
  return absl::OkStatus();
}

absl::Status Lab::Supervise() {
  const absl::Time now = absl::Now();
  for (std::vector<Process>* const group : {&coordinators_, &agents_}) {
    for (Process& process : *group) {
      if (const std::optional<int> ended = process.child->TakeEnd()) {
        process.start_at = now + kStartAgainAfter;
        const bool gave_up = *ended == kExitFailed || *ended == kExitNoRoom;
        if (!gave_up || now > process.excused_until) {
          objections_.push_back(absl::StrCat(process.name, " ended by itself with ", *ended));
        }
      }
      if (process.held > 0 || process.child->IsStarted() || now < process.start_at) continue;
      RETURN_IF_ERROR(process.child->Start());
    }
  }
  return absl::OkStatus();
}

bool Lab::IsSettled() const {
  for (int i = 0; i < options_.agents; ++i) {
    const Workdir workdir(StateOf(i));
    if (!IsEmpty(workdir.Outbox()) || !IsEmpty(workdir.Runs()) || !IsEmpty(workdir.Scopes())) {
      return false;
    }
  }
  return true;
}

void Lab::Stop() {
  for (std::vector<Process>* const group : {&agents_, &coordinators_}) {
    for (Process& process : *group) process.child->Ask();
    for (Process& process : *group) {
      const int ended = process.child->AwaitEnd(kPatience);
      if (ended != 0) {
        objections_.push_back(
            absl::StrCat(process.name, " was told to stop and ended with ", ended));
      }
    }
  }
}

std::string Lab::Logs() const {
  std::string logs;
  for (const std::vector<Process>* const group : {&coordinators_, &agents_}) {
    for (const Process& process : *group) {
      absl::StrAppend(&logs, "--- ", process.name, "\n",
                      ReadTail(process.child->spec().log, kLogBytes));
    }
  }
  return logs;
}

}  // namespace benchcell::chaos
