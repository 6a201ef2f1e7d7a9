// `/metrics` of a coordinator, for Prometheus. Names say what a number counts and its unit.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_METRICS_SERVER_H_
#define BENCHCELL_RUNNERS_COORDINATOR_METRICS_SERVER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "runners/coordinator/coordinator.h"

namespace benchcell {

class MetricsServer {
 public:
  // Serves plain HTTP on `HOST:PORT` (port 0: any that is free) until it is destroyed. UNAVAILABLE
  // if the address can't be listened on. The coordinator outlives the server.
  static absl::StatusOr<std::unique_ptr<MetricsServer>> Start(Coordinator& coordinator,
                                                              const std::string& address);

  virtual ~MetricsServer() = default;

  virtual int port() const = 0;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_METRICS_SERVER_H_
