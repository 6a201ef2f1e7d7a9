// The other end of the simulated agents: a coordinator as `benchcell coordinator` runs it, or a
// server that answers and does nothing, which is as fast as gRPC can be.

#ifndef BENCHCELL_TESTS_PERF_LAB_RATE_SERVER_H_
#define BENCHCELL_TESTS_PERF_LAB_RATE_SERVER_H_

#include <filesystem>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "benchcell/v1/lab.pb.h"

namespace benchcell {

// Told the port once it is listened on; the server ends when it returns.
using WhileServing = std::function<void(int port)>;

// Over a store at this address, with blobs and audit log in the folder, on loopback without TLS.
absl::Status ServeCoordinator(const std::string& store, const std::filesystem::path& folder,
                              const WhileServing& serving);

// Answers Synchronize: nothing to do, ask again after `pause`.
absl::Status ServeEcho(absl::Duration pause, const WhileServing& serving);

// What the coordinator's plugin can plan: blocks of two runs, in rounds. `cells` >= 1.
v1::SubmitRequest RunOf(const std::string& name, const std::string& platform, uint32_t cells,
                        uint32_t rounds);

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_PERF_LAB_RATE_SERVER_H_
