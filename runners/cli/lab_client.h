// What a submitter asks of a coordinator, over a gRPC channel.

#ifndef BENCHCELL_RUNNERS_CLI_LAB_CLIENT_H_
#define BENCHCELL_RUNNERS_CLI_LAB_CLIENT_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/lab.grpc.pb.h"
#include "runners/cli/bundler.h"
#include "runners/tls/credentials.h"

namespace benchcell {

// Errors are the coordinator's, or say why it can't be reached. Not thread-safe.
class LabClient {
 public:
  // `security`: how the channel was made, for errors.
  LabClient(const std::shared_ptr<grpc::Channel>& channel, LinkSecurity security);

  // Stores the archives that the coordinator doesn't have.
  absl::Status Upload(const std::vector<BundleArchive>& bundles);

  // Gives a blob's content in pieces, in order, and stops at the first error of `take`. NOT_FOUND
  // if the coordinator doesn't have it.
  absl::Status ReadBlob(const std::string& sha256,
                        const std::function<absl::Status(std::string_view)>& take);

  absl::StatusOr<v1::SubmitResponse> Submit(const v1::SubmitRequest& request);

  // Calls `seen` with every state of the run, until it is no longer active or `seen` returns false.
  absl::Status Watch(const std::string& run_id,
                     const std::function<bool(const v1::Progress&)>& seen);

  absl::Status Cancel(const std::string& run_id);
  absl::StatusOr<v1::ExperimentRun> GetRun(const std::string& run_id);
  absl::StatusOr<v1::ListRunsResponse> ListRuns();
  absl::StatusOr<v1::LabStatus> GetStatus();
  absl::Status ReleaseMachine(const std::string& machine);

 private:
  const std::unique_ptr<v1::Blobs::Stub> blobs_;
  const std::unique_ptr<v1::Experiments::Stub> experiments_;
  const std::unique_ptr<v1::Lab::Stub> lab_;
  const LinkSecurity security_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_LAB_CLIENT_H_
