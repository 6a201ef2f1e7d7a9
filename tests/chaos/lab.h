// A lab of processes, into trouble and out of it again.
//
//     FOLDER/blobs/               shared by the coordinators
//     FOLDER/store.db             unless there is a database
//     FOLDER/coordinatorI.log, .audit
//     FOLDER/machineI/            what stands for a machine; TMPDIR of its agent
//         log                     of the agent
//         journal                 of the measured programs, see workload.cc
//         disk/                   a disk of its own, where the test may mount one
//             ballast             what fills it
//             state/              of the agent

#ifndef BENCHCELL_TESTS_CHAOS_LAB_H_
#define BENCHCELL_TESTS_CHAOS_LAB_H_

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/store/postgres_server.h"
#include "tests/chaos/child.h"
#include "tests/chaos/forwarder.h"
#include "tests/chaos/network.h"
#include "tests/chaos/script.h"

namespace benchcell::chaos {

struct LabOptions {
  // Empty at first.
  std::filesystem::path folder;
  // As `--store` names it.
  std::string store;
  // Behind `store`; null for SQLite. Outlives the lab.
  PostgresServer* database = nullptr;
  // Null: all share one network, which is cut where the agents' connections pass this process.
  Network* network = nullptr;
  bool own_disks = false;
  // Of each coordinator, free.
  std::vector<int> ports;
  int agents = 0;
  uint64_t seed = 0;
  // Programs.
  std::filesystem::path node;
  std::filesystem::path plugin;
  std::filesystem::path warden;
};

// For one thread.
class Lab {
 public:
  // Starts everything. Where a process ends by itself, Supervise starts it again.
  static absl::StatusOr<std::unique_ptr<Lab>> Start(const LabOptions& options);
  // Kills everything.
  ~Lab();

  absl::Status Begin(const Event& event);
  absl::Status End(const Event& event);

  // To be called every now and then: starts what is down and should not be. What ended by itself
  // for no known reason is noted for Objections.
  absl::Status Supervise();

  // Whether no agent has anything left to hand over or to remove.
  bool IsSettled() const;

  // Ends everything as a service manager does, the agents first.
  void Stop();

  // What ended that should not have.
  const std::vector<std::string>& objections() const { return objections_; }

  std::filesystem::path MachineFolder(int agent) const;
  std::filesystem::path StateOf(int agent) const;
  // All that it had, the last one last.
  std::vector<std::string> MachineIds(int agent) const;
  std::filesystem::path BlobsFolder() const { return options_.folder / "blobs"; }
  // The ends of all logs.
  std::string Logs() const;

 private:
  struct Process {
    std::string name;
    std::unique_ptr<Child> child;
    // Events that hold it down.
    int held = 0;
    absl::Time start_at = absl::InfinitePast();
    // When what it needs (its disk, its database) was last taken from it.
    absl::Time excused_until = absl::InfinitePast();
  };

  explicit Lab(LabOptions options) : options_(std::move(options)) {}

  absl::Status AddCoordinator(int index);
  absl::Status AwaitCoordinators();
  absl::Status AddAgent(int index);
  Process& Target(const Event& event);
  void KillAndHold(Process& process);
  absl::Status HoldDatabase();
  absl::Status ReleaseDatabase();
  absl::Status ForgetMachine(int agent);
  absl::Status FillDisk(int agent);
  void Excuse(absl::Duration time);
  absl::Status Cut(int agent, bool cut);

  const LabOptions options_;
  std::vector<Process> coordinators_;
  std::vector<Process> agents_;
  // One for each agent.
  std::vector<std::unique_ptr<Forwarder>> forwarders_;
  // Of machines that were lost, by agent.
  std::map<int, std::vector<std::string>> former_ids_;
  int database_held_ = 0;
  std::vector<std::string> objections_;
};

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_LAB_H_
