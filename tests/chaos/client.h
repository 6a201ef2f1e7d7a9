// Asks a coordinator of a lab.

#ifndef BENCHCELL_TESTS_CHAOS_CLIENT_H_
#define BENCHCELL_TESTS_CHAOS_CLIENT_H_

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "benchcell/v1/lab.grpc.pb.h"

namespace benchcell::chaos {

// Every call has a limit, and none is tried again. Thread-safe.
class Client {
 public:
  // Of the coordinator at this port of the loopback.
  Client(int port, absl::Duration limit);

  absl::Status Upload(const std::string& sha256, const std::filesystem::path& file);
  absl::StatusOr<v1::SubmitResponse> Submit(const v1::SubmitRequest& request);
  absl::StatusOr<v1::ExperimentRun> GetRun(const std::string& run_id);
  absl::StatusOr<v1::ListRunsResponse> ListRuns();
  absl::StatusOr<v1::LabStatus> GetStatus();
  absl::Status Release(const std::string& machine);

 private:
  // One call: METHOD of a stub.
  template <typename Response, typename Stub, typename Request>
  absl::StatusOr<Response> Call(Stub& stub,
                                grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                             Response*),
                                const Request& request);

  const absl::Duration limit_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::Blobs::Stub> blobs_;
  std::unique_ptr<v1::Experiments::Stub> experiments_;
  std::unique_ptr<v1::Lab::Stub> lab_;
};

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_CLIENT_H_
