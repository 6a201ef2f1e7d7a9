#include "runners/agent/machine_agent.h"

#include <grpcpp/channel.h>
#include <unistd.h>

#include <system_error>
#include <utility>
#include <vector>

#include "runners/agent/bundle_fetcher.h"
#include "runners/agent/grpc_coordinator_client.h"
#include "runners/agent/machine_lock.h"
#include "runners/agent/workdir.h"
#include "runners/base/files.h"
#include "runners/base/random.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"
#include "runners/blobs/bundle_cache.h"
#include "runners/exec/own_cgroup.h"
#include "runners/exec/warden_runner.h"
#include "runners/machine/command_output.h"
#include "runners/machine/cpu_times.h"
#include "runners/machine/machine_facts_reader.h"
#include "runners/machine/small_file.h"
#include "runners/quiet/quietness_probe.h"
#include "runners/tune/linux_settings.h"
#include "runners/tune/linux_targets.h"
#include "runners/tune/tuned_facts.h"
#include "runners/tune/tuner.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// In the order in which they depend on each other.
struct Parts {
  explicit Parts(const fs::path& state) : workdir(state) {}

  Workdir workdir;
  std::unique_ptr<MachineLock> machine_lock;
  std::unique_ptr<MachineLock> state_lock;
  std::unique_ptr<CoordinatorClient> coordinator;
  std::unique_ptr<MachineFactsReader> facts;
  LinuxSettings settings{"", RunCommand};
  std::unique_ptr<FileJournal> journal;
  std::unique_ptr<Tuner> tuner;
  // Null unless blocks are tuned.
  std::unique_ptr<TunedFacts> tuned_facts;
  std::unique_ptr<QuietnessProbe> quietness;
  std::unique_ptr<CpuTimesReader> cpu_times;
  std::unique_ptr<WardenRunner> processes;
  std::unique_ptr<BundleCache> bundles;
  std::unique_ptr<BundleFetcher> fetcher;
  v1::Machine machine;
};

MachineFactsReader& FactsOf(const Parts& parts) {
  if (parts.tuned_facts != nullptr) return *parts.tuned_facts;
  return *parts.facts;
}

// Also where nothing is to be tuned: a predecessor that was may have crashed.
absl::Status PrepareTuning(const MachineAgentOptions& options, Parts& parts) {
  parts.journal = std::make_unique<FileJournal>(
      parts.workdir.Tuned(), ReadWord("/proc/sys/kernel/random/boot_id").value_or(""));
  std::vector<Target> targets;
  if (options.tune) targets = LinuxTargets("", geteuid() == 0);
  if (options.tune && targets.empty()) {
    return absl::InvalidArgumentError(
        "this machine has nothing that --tune could set: neither governor nor switch of turbo, "
        "nor, for root, swap or systemd's timers; leave --tune out");
  }
  parts.tuner = std::make_unique<Tuner>(
      Tuner::Parts{parts.settings, *parts.journal, std::move(targets), options.log});
  RETURN_IF_ERROR(parts.tuner->Recover());
  if (options.tune) parts.tuned_facts = std::make_unique<TunedFacts>(*parts.facts, *parts.tuner);
  return absl::OkStatus();
}

// Empty where no cgroup was handed to this process, or it can't be divided: the records then say
// how a run was accounted for instead.
std::string CgroupForRuns(const LogSink& log) {
  const absl::StatusOr<std::string> own = FindOwnCgroup("", DelegatedBySystemd);
  if (!own.ok()) return "";
  const absl::Status divided = DivideCgroup(*own);
  if (divided.ok()) return *own;
  log(std::string(divided.message()));
  return "";
}

class WholeAgent : public MachineAgent {
 public:
  WholeAgent(std::unique_ptr<Parts> parts, const MachineAgentOptions& options)
      : parts_(std::move(parts)),
        agent_({parts_->workdir, *parts_->coordinator, *parts_->processes, *parts_->fetcher,
                FactsOf(*parts_), SystemRandom, options.log, parts_->quietness.get(),
                QuietLimits{.longest_wait = options.quiet_wait}, RoomOnDisk, options.most_failures,
                parts_->tuned_facts == nullptr ? nullptr : parts_->tuner.get()},
               parts_->machine, options.heartbeat) {}

  const v1::Machine& machine() const override { return parts_->machine; }
  absl::Status Run(const CancellationFlag& stop) override { return agent_.Run(stop); }

 private:
  const std::unique_ptr<Parts> parts_;
  Agent agent_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<MachineAgent>> MachineAgent::Open(
    const MachineAgentOptions& options, std::shared_ptr<grpc::Channel> channel) {
  auto parts = std::make_unique<Parts>(options.state_dir);
  // Two state directories are still one machine.
  ASSIGN_OR_RETURN(parts->machine_lock, MachineLock::Take(MachineLock::PathForMachine()));
  ASSIGN_OR_RETURN(parts->state_lock, MachineLock::Take(parts->workdir.Lock()));
  parts->coordinator = MakeGrpcCoordinatorClient(std::move(channel));
  parts->facts = NewMachineFactsReader();
  ASSIGN_OR_RETURN(*parts->machine.mutable_id(), MachineId(parts->workdir, SystemRandom));
  RETURN_IF_ERROR(PrepareTuning(options, *parts));
  ASSIGN_OR_RETURN(*parts->machine.mutable_facts(), FactsOf(*parts).Read());
  char name[256] = "";
  if (gethostname(name, sizeof(name) - 1) == 0) parts->machine.set_name(ToValidUtf8(name));
  if (options.quiet_wait > absl::ZeroDuration()) parts->quietness = NewQuietnessProbe();
  parts->cpu_times = NewCpuTimesReader();
  WardenRunnerOptions processes;
  // The real file: a link such as bazel-bin may point elsewhere while a run is going on.
  std::error_code error;
  processes.warden = fs::canonical(options.warden, error);
  if (error) return SystemError(error.value(), "can't find the program", options.warden);
  processes.cpu_times = parts->cpu_times.get();
  processes.cgroup_root = CgroupForRuns(options.log);
  parts->processes = std::make_unique<WardenRunner>(processes);
  ASSIGN_OR_RETURN(parts->bundles, BundleCache::Open(parts->workdir.Bundles()));
  BundleFetcher::Options bundles;
  bundles.arrivals = parts->workdir.Arrivals();
  bundles.limit = options.bundle_limit.value_or(DefaultBundleLimit(options.state_dir));
  ASSIGN_OR_RETURN(
      parts->fetcher,
      BundleFetcher::Open({*parts->coordinator, *parts->bundles, options.local_blobs}, bundles));
  return std::make_unique<WholeAgent>(std::move(parts), options);
}

}  // namespace benchcell
