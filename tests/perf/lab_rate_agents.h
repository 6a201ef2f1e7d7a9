// Simulated agents: many machines in one process, each with a connection of its own, that lease
// blocks and hand over records without measuring anything.
//
// Each does what runners/agent does of it: Synchronize; with a lease, "measure" and Deliver;
// without one, ask again when it is told to. One thread serves all, so that a processor is left for
// whom they speak to.

#ifndef BENCHCELL_TESTS_PERF_LAB_RATE_AGENTS_H_
#define BENCHCELL_TESTS_PERF_LAB_RATE_AGENTS_H_

#include <grpcpp/completion_queue.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "benchcell/v1/machine.pb.h"

namespace benchcell {

struct SimulatedLab {
  // `host:port`, plaintext.
  std::string target;
  // Their ids and names are this and a number.
  std::string name;
  uint32_t agents = 1;
  v1::MachineFacts facts;
  // How long a block takes.
  absl::Duration block = absl::ZeroDuration();
};

// What happened so far.
struct AgentCounts {
  uint64_t synchronized = 0;
  // Blocks whose records were taken.
  uint64_t delivered = 0;
  uint64_t errors = 0;
  std::string first_error;
  // How long each Synchronize since the last TakeCounts took, in milliseconds, in no order.
  std::vector<float> synchronize_ms;
};

class SimulatedAgents {
 public:
  // Connects them; they work until this object is destroyed, which waits for calls in progress.
  explicit SimulatedAgents(const SimulatedLab& lab);
  ~SimulatedAgents();
  SimulatedAgents(const SimulatedAgents&) = delete;
  SimulatedAgents& operator=(const SimulatedAgents&) = delete;

  // Thread-safe.
  AgentCounts TakeCounts();

 private:
  class Agent;

  void Serve();

  grpc::CompletionQueue queue_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  // Under mutex_.
  AgentCounts counts_;
  std::vector<std::unique_ptr<Agent>> agents_;
  std::thread thread_;
};

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_PERF_LAB_RATE_AGENTS_H_
