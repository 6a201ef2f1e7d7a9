#include "runners/coordinator/lab_server.h"

#include <grpcpp/channel.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "runners/coordinator/blobs_service.h"
#include "runners/coordinator/services.h"

namespace benchcell {
namespace {

// Half of what runners/cli/lab_channel.cc asks.
constexpr int kPingIntervalMs = 10'000;
// Threads that wait for the next call, for each processor.
constexpr int kThreadsKept = 16;

class GrpcLabServer : public LabServer {
 public:
  GrpcLabServer(Coordinator& coordinator, std::shared_ptr<Gate> gate)
      : gate_(std::move(gate)),
        blobs_(coordinator.blobs()),
        experiments_(coordinator, *gate_),
        agents_(coordinator, *gate_),
        lab_(coordinator, *gate_) {}

  ~GrpcLabServer() override {
    // Watchers see their calls end.
    if (server_ != nullptr) server_->Shutdown(absl::ToChronoTime(absl::Now()));
  }

  absl::Status Start(const Options& options) {
    grpc::ServerBuilder builder;
    builder.RegisterService(&blobs_);
    builder.RegisterService(&experiments_);
    builder.RegisterService(&agents_);
    builder.RegisterService(&lab_);
    std::vector<std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>> auditors;
    auditors.push_back(gate_->MakeAuditor());
    builder.experimental().SetInterceptorCreators(std::move(auditors));
    // Calls wait for the disk, many at a time, and gRPC would start a thread for each and end it
    // after it.
    builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::MAX_POLLERS, kThreadsKept);
    // A run with its samples can be larger than gRPC's default.
    builder.SetMaxReceiveMessageSize(-1);
    // gRPC takes clients that ask whether it is still there for attackers, unless it is told how
    // often they may.
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                               kPingIntervalMs);
    // gRPC would share the port with another coordinator, and each of them get half of the calls.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    if (!options.address.empty()) {
      builder.AddListeningPort(options.address, options.credentials, &port_);
    }
    server_ = builder.BuildAndStart();
    if (server_ != nullptr && (options.address.empty() || port_ != 0)) return absl::OkStatus();
    return absl::UnavailableError(
        absl::StrCat("can't listen on ", options.address,
                     ": is another program there, or is it no address of this machine?"));
  }

  int port() const override { return port_; }

  std::shared_ptr<grpc::Channel> InProcessChannel() override {
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(-1);
    return server_->InProcessChannel(arguments);
  }

 private:
  const std::shared_ptr<Gate> gate_;
  BlobsService blobs_;
  ExperimentsService experiments_;
  AgentsService agents_;
  LabService lab_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<LabServer>> LabServer::Start(Coordinator& coordinator,
                                                            std::shared_ptr<Gate> gate,
                                                            const Options& options) {
  // For the servers that are built from here on; both speak of no more than the others do.
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  auto server = std::make_unique<GrpcLabServer>(coordinator, std::move(gate));
  if (absl::Status status = server->Start(options); !status.ok()) return status;
  return server;
}

}  // namespace benchcell
