#include "runners/cli/local_lab.h"

#include <grpcpp/channel.h>

#include <iostream>
#include <thread>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "runners/agent/machine_agent.h"
#include "runners/base/random.h"
#include "runners/base/status_macros.h"
#include "runners/base/version.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/coordinator/coordinator.h"
#include "runners/coordinator/lab_server.h"
#include "runners/store/sqlite_store.h"
#include "runners/tls/audit.h"
#include "runners/tls/gate.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// How often the agent says how far it is: often enough for a progress bar, seldom enough not to be
// in the way of what is measured.
constexpr absl::Duration kHeartbeat = absl::Seconds(2);

// Someone who sits before the machine doesn't want to wait long for what it does beside.
constexpr absl::Duration kQuietWait = absl::Seconds(3);

// So many blocks in a row that can't be measured are the machine's fault, not theirs.
constexpr int kMostFailures = 5;

// The agent of this process at work.
struct RunningAgent {
  std::unique_ptr<MachineAgent> agent;
  CancellationFlag stop;
  absl::Status ended;
  std::thread thread;
};

class NoAudit : public AuditSink {
 public:
  absl::Status Write(const AuditLine&) override { return absl::OkStatus(); }
};

class InProcessLab : public LocalLab {
 public:
  InProcessLab(fs::path state_dir, std::unique_ptr<SqliteStore> store,
               std::unique_ptr<DirectoryBlobStore> blobs, PluginRegistry& plugins)
      : state_dir_(std::move(state_dir)),
        store_(std::move(store)),
        blobs_(std::move(blobs)),
        coordinator_({*store_, *blobs_, plugins, absl::Now, SystemRandom},
                     {.version = std::string(kVersion)}) {}

  ~InProcessLab() override { StopAgent().IgnoreError(); }

  absl::Status StartServer() {
    // Nobody but this process can call.
    const auto gate = Gate::Make(nullptr, WithoutTls::kLocalAdmin,
                                 {absl::Now, no_audit_, [](const std::string&) {}});
    ASSIGN_OR_RETURN(server_, LabServer::Start(coordinator_, gate, {}));
    channel_ = server_->InProcessChannel();
    return absl::OkStatus();
  }

  std::shared_ptr<grpc::Channel> channel() override { return channel_; }
  const std::string& platform() override { return platform_; }

  absl::Status StartAgent(const fs::path& warden, CancellationFlag& agent_ended) override {
    MachineAgentOptions options;
    options.state_dir = state_dir_ / "agent";
    options.warden = warden;
    options.heartbeat = kHeartbeat;
    options.quiet_wait = kQuietWait;
    options.local_blobs = blobs_.get();
    options.most_failures = kMostFailures;
    options.log = [](const std::string& line) { std::cerr << "agent: " << line << std::endl; };
    auto running = std::make_unique<RunningAgent>();
    ASSIGN_OR_RETURN(running->agent, MachineAgent::Open(options, channel_));
    RETURN_IF_ERROR(CancelOthers());
    platform_ = running->agent->machine().facts().platform();
    agent_ = std::move(running);
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
  NoAudit no_audit_;
  std::unique_ptr<LabServer> server_;
  std::shared_ptr<grpc::Channel> channel_;
  // Known once an agent was started.
  std::string platform_;
  std::unique_ptr<RunningAgent> agent_;
};

}  // namespace

std::filesystem::path StoreFile(const std::filesystem::path& state_dir) {
  return state_dir / "coordinator" / "store.db";
}

absl::StatusOr<std::unique_ptr<LocalLab>> LocalLab::Open(const fs::path& state_dir,
                                                         PluginRegistry& plugins) {
  ASSIGN_OR_RETURN(auto store, SqliteStore::Open(StoreFile(state_dir), {}));
  ASSIGN_OR_RETURN(auto blobs, DirectoryBlobStore::Open(state_dir / "coordinator" / "blobs"));
  auto lab = std::make_unique<InProcessLab>(state_dir, std::move(store), std::move(blobs), plugins);
  RETURN_IF_ERROR(lab->StartServer());
  return lab;
}

}  // namespace benchcell
