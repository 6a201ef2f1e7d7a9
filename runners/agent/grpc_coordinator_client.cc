#include "runners/agent/grpc_coordinator_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <atomic>
#include <thread>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "benchcell/v1/lab.grpc.pb.h"
#include "runners/agent/waiting.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/blob_transfer.h"
#include "runners/coordinator/status_grpc.h"

namespace benchcell {
namespace {

// How long one wait for the end of a download is; nothing happens then but the next.
constexpr absl::Duration kWatchStep = absl::Hours(1);

// How long calls may take: on a network that was cut they would never end. A delivery waits for a
// plugin to read every raw output of a block.
constexpr absl::Duration kSynchronizeLimit = absl::Seconds(10);
constexpr absl::Duration kDeliverLimit = absl::Minutes(10);

// gRPC makes connections only while a call or a wait looks after them, and calls on a broken one
// end at once: somebody has to wait for the next one.
constexpr absl::Duration kReconnectPatience = absl::Seconds(1);

void SetLimit(absl::Duration limit, grpc::ClientContext& context) {
  context.set_deadline(absl::ToChronoTime(absl::Now() + limit));
}

class GrpcCoordinatorClient : public CoordinatorClient {
 public:
  explicit GrpcCoordinatorClient(const std::shared_ptr<grpc::Channel>& channel)
      : channel_(channel),
        agents_(v1::Agents::NewStub(channel)),
        blobs_(v1::Blobs::NewStub(channel)) {}

  absl::StatusOr<v1::DesiredState> Synchronize(const v1::AgentState& state) override {
    AwaitLink();
    grpc::ClientContext context;
    SetLimit(kSynchronizeLimit, context);
    v1::DesiredState desired;
    RETURN_IF_ERROR(Noted(FromGrpc(agents_->Synchronize(&context, state, &desired))));
    return desired;
  }

  absl::Status Deliver(const v1::DeliverRequest& request) override {
    AwaitLink();
    grpc::ClientContext context;
    SetLimit(kDeliverLimit, context);
    v1::DeliverResponse response;
    return Noted(FromGrpc(agents_->Deliver(&context, request, &response)));
  }

  absl::StatusOr<std::vector<std::string>> FindMissing(
      const std::vector<std::string>& sha256) override {
    AwaitLink();
    absl::StatusOr<std::vector<std::string>> missing = FindMissingBlobs(*blobs_, sha256);
    Noted(missing.status()).IgnoreError();
    return missing;
  }

  absl::Status Upload(const std::string& sha256, const std::filesystem::path& file) override {
    // Once: the agent comes again itself, and has to look in between whether it is to stop.
    AwaitLink();
    return Noted(UploadBlob(*blobs_, sha256, file, [](absl::Duration) { return false; }));
  }

  absl::Status Download(const std::string& sha256, PartialBlob& into,
                        const CancellationFlag& cancel) override {
    AwaitLink();
    grpc::ClientContext context;
    CancellationFlag done;
    std::thread watch([&] {
      while (!WaitForEither(done, cancel, kWatchStep)) {
      }
      if (!done.IsCancelled()) context.TryCancel();
    });
    absl::Status status = DownloadBlob(*blobs_, sha256, into, context);
    done.Cancel();
    watch.join();
    return Noted(std::move(status));
  }

 private:
  // After a call found nobody, the next one waits a little until somebody is there.
  void AwaitLink() {
    if (!is_broken_) return;
    channel_->WaitForConnected(absl::ToChronoTime(absl::Now() + kReconnectPatience));
  }

  absl::Status Noted(absl::Status status) {
    is_broken_ = absl::IsUnavailable(status);
    return status;
  }

  const std::shared_ptr<grpc::Channel> channel_;
  const std::unique_ptr<v1::Agents::Stub> agents_;
  const std::unique_ptr<v1::Blobs::Stub> blobs_;
  std::atomic<bool> is_broken_ = false;
};

}  // namespace

std::unique_ptr<CoordinatorClient> MakeGrpcCoordinatorClient(
    std::shared_ptr<grpc::Channel> channel) {
  return std::make_unique<GrpcCoordinatorClient>(channel);
}

}  // namespace benchcell
