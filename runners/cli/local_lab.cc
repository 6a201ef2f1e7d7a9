#include "runners/cli/local_lab.h"

#include <fcntl.h>
#include <grpcpp/channel.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "runners/agent/agent.h"
#include "runners/agent/grpc_coordinator_client.h"
#include "runners/agent/workdir.h"
#include "runners/base/files.h"
#include "runners/base/random.h"
#include "runners/base/status_macros.h"
#include "runners/base/version.h"
#include "runners/blobs/bundle_cache.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/coordinator/coordinator.h"
#include "runners/coordinator/services.h"
#include "runners/exec/warden_runner.h"
#include "runners/machine/cpu_times.h"
#include "runners/machine/machine_facts_reader.h"
#include "runners/store/sqlite_store.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// How often the agent says how far it is: often enough for a progress bar, seldom enough not to be
// in the way of what is measured.
constexpr absl::Duration kHeartbeat = absl::Seconds(2);

// An advisory lock that the system takes back when the process ends, however it ends.
class MachineLock {
 public:
  static absl::StatusOr<std::unique_ptr<MachineLock>> Take(const fs::path& path) {
    RETURN_IF_ERROR(MakeFolder(path.parent_path()));
    const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) return SystemError(errno, "can't open", path);
    // Whatever the umask: the next user of the machine has to open it, too.
    fchmod(fd, 0666);
    auto lock = std::unique_ptr<MachineLock>(new MachineLock(fd));
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return SystemError(errno, "can't lock", path);
      const std::string holder = ReadTail(path, 32);
      return absl::UnavailableError(absl::StrCat(
          "process ", std::string(absl::StripAsciiWhitespace(holder)),
          " measures on this machine, and one workload at a time is all that can be measured; wait "
          "for it or end it"));
    }
    RETURN_IF_ERROR(WriteFile(path, absl::StrCat(getpid(), "\n")));
    return lock;
  }
  ~MachineLock() { close(fd_); }
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

 private:
  explicit MachineLock(int fd) : fd_(fd) {}
  const int fd_;
};

// Everything that the agent of this process is made of.
struct LocalAgent {
  explicit LocalAgent(const fs::path& state) : workdir(state) {}

  Workdir workdir;
  std::unique_ptr<MachineLock> machine_lock;
  std::unique_ptr<MachineLock> lock;
  std::unique_ptr<CoordinatorClient> coordinator;
  std::unique_ptr<CpuTimesReader> cpu_times;
  std::unique_ptr<WardenRunner> processes;
  std::unique_ptr<DirectoryBlobStore> archives;
  std::unique_ptr<BundleCache> bundles;
  std::unique_ptr<Agent> agent;
  CancellationFlag stop;
  absl::Status ended;
  std::thread thread;
};

class InProcessLab : public LocalLab {
 public:
  InProcessLab(fs::path state_dir, std::unique_ptr<SqliteStore> store,
               std::unique_ptr<DirectoryBlobStore> blobs, PluginRegistry& plugins)
      : state_dir_(std::move(state_dir)),
        store_(std::move(store)),
        blobs_(std::move(blobs)),
        coordinator_({*store_, *blobs_, plugins, absl::Now, SystemRandom},
                     {.version = std::string(kVersion)}),
        blobs_service_(*blobs_),
        experiments_service_(coordinator_),
        agents_service_(coordinator_) {
    grpc::ServerBuilder builder;
    builder.RegisterService(&blobs_service_);
    builder.RegisterService(&experiments_service_);
    builder.RegisterService(&agents_service_);
    builder.SetMaxReceiveMessageSize(-1);
    server_ = builder.BuildAndStart();
    grpc::ChannelArguments arguments;
    // A run with its samples can be larger than gRPC's default.
    arguments.SetMaxReceiveMessageSize(-1);
    channel_ = server_->InProcessChannel(arguments);
  }

  ~InProcessLab() override {
    StopAgent().IgnoreError();
    // Watchers see their calls end.
    server_->Shutdown(absl::ToChronoTime(absl::Now()));
  }

  std::shared_ptr<grpc::Channel> channel() override { return channel_; }
  const std::string& platform() override { return machine_.facts().platform(); }

  absl::Status StartAgent(const fs::path& warden, CancellationFlag& agent_ended) override {
    auto local = std::make_unique<LocalAgent>(state_dir_ / "agent");
    // Two state directories are still one machine.
    ASSIGN_OR_RETURN(local->machine_lock,
                     MachineLock::Take(fs::temp_directory_path() / "benchcell-measures.lock"));
    ASSIGN_OR_RETURN(local->lock, MachineLock::Take(local->workdir.Lock()));
    RETURN_IF_ERROR(CancelOthers());
    ASSIGN_OR_RETURN(*machine_.mutable_id(), MachineId(local->workdir, SystemRandom));
    ASSIGN_OR_RETURN(*machine_.mutable_facts(), NewMachineFactsReader()->Read());
    local->coordinator = MakeGrpcCoordinatorClient(channel_);
    local->cpu_times = NewCpuTimesReader();
    WardenRunnerOptions processes;
    // The real file: a link such as bazel-bin may point elsewhere while a run is going on.
    std::error_code error;
    processes.warden = fs::canonical(warden, error);
    if (error) return SystemError(error.value(), "can't find the program", warden);
    processes.cpu_times = local->cpu_times.get();
    local->processes = std::make_unique<WardenRunner>(processes);
    ASSIGN_OR_RETURN(local->archives, DirectoryBlobStore::Open(local->workdir.Archives()));
    ASSIGN_OR_RETURN(local->bundles, BundleCache::Open(local->workdir.Bundles()));
    local->agent = std::make_unique<Agent>(
        Agent::Parts{local->workdir, *local->coordinator, *local->processes, *local->archives,
                     *local->bundles, SystemRandom,
                     [](const std::string& line) { std::cerr << "agent: " << line << std::endl; }},
        machine_, kHeartbeat);
    agent_ = std::move(local);
    agent_->thread = std::thread([agent = agent_.get(), &agent_ended] {
      agent->ended = agent->agent->Run(agent->stop);
      agent_ended.Cancel();
    });
    return absl::OkStatus();
  }

  absl::Status StopAgent() override {
    if (agent_ == nullptr) return absl::OkStatus();
    agent_->stop.Cancel();
    agent_->thread.join();
    const absl::Status ended = agent_->ended;
    agent_.reset();
    return ended;
  }

 private:
  // Runs that a killed process left active would be measured along with the one that is asked for.
  // With the machine's lock in hand, nobody works on them.
  absl::Status CancelOthers() {
    ASSIGN_OR_RETURN(const std::vector<v1::RunSummary> runs, store_->ListRuns());
    for (const v1::RunSummary& run : runs) {
      if (run.state() == v1::ACTIVE) RETURN_IF_ERROR(coordinator_.Cancel(run.id()));
    }
    return absl::OkStatus();
  }

  const fs::path state_dir_;
  const std::unique_ptr<SqliteStore> store_;
  const std::unique_ptr<DirectoryBlobStore> blobs_;
  Coordinator coordinator_;
  BlobsService blobs_service_;
  ExperimentsService experiments_service_;
  AgentsService agents_service_;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
  // Known once an agent was started.
  v1::Machine machine_;
  std::unique_ptr<LocalAgent> agent_;
};

}  // namespace

std::filesystem::path StoreFile(const std::filesystem::path& state_dir) {
  return state_dir / "coordinator" / "store.db";
}

absl::StatusOr<std::unique_ptr<LocalLab>> LocalLab::Open(const fs::path& state_dir,
                                                         PluginRegistry& plugins) {
  ASSIGN_OR_RETURN(auto store, SqliteStore::Open(StoreFile(state_dir), {}));
  ASSIGN_OR_RETURN(auto blobs, DirectoryBlobStore::Open(state_dir / "coordinator" / "blobs"));
  return std::make_unique<InProcessLab>(state_dir, std::move(store), std::move(blobs), plugins);
}

}  // namespace benchcell
