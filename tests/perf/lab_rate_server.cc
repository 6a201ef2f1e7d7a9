#include "tests/perf/lab_rate_server.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <cstdio>
#include <memory>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "benchcell/v1/lab.grpc.pb.h"
#include "runners/agent/waiting.h"
#include "runners/base/clock.h"
#include "runners/base/files.h"
#include "runners/base/random.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/coordinator/coordinator.h"
#include "runners/coordinator/lab_server.h"
#include "runners/store/open_store.h"
#include "runners/tls/audit.h"
#include "runners/tls/gate.h"

namespace benchcell {
namespace {

constexpr char kAddress[] = "127.0.0.1:0";
constexpr char kPlugin[] = "simulated";
constexpr char kAxis[] = "cell";
// As `benchcell coordinator` does.
constexpr absl::Duration kTick = absl::Seconds(1);
// A cell's plan is about as large as one of a real workload.
constexpr int kPreparations = 8;

// One axis with any levels; runs take the time that their records say.
class SimulatedPlugin final : public PluginClient {
 public:
  absl::StatusOr<v1::PluginDescription> Describe() override {
    v1::PluginDescription description;
    description.set_name(kPlugin);
    v1::AxisSpec& axis = *description.add_axis();
    axis.set_name(kAxis);
    axis.set_pattern("[0-9]+");
    axis.set_pattern_title("a number");
    v1::Metric& metric = *description.add_metric();
    metric.set_name("time");
    metric.set_unit("s");
    metric.set_scope(v1::RUN);
    return description;
  }

  absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest& request) override {
    v1::ExpandResponse response;
    for (const v1::Cell& cell : request.cell()) {
      v1::Cell& expanded = *response.add_cell();
      expanded = cell;
      for (const v1::Build& build : request.experiment().build()) {
        v1::BuildPlan& plan = *expanded.add_build();
        plan.set_build(build.name());
        for (int i = 0; i < kPreparations; ++i) AddCommand(v1::Command::PREPARE, plan);
        AddCommand(v1::Command::MEASURE, plan);
      }
    }
    return response;
  }

  absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest& request) override {
    v1::ParseResponse response;
    response.set_status(v1::OK);
    v1::Sample& sample = *response.add_sample();
    sample.set_metric("time");
    sample.set_value(static_cast<double>(request.record().usage().wall_ns()) * 1e-9);
    return response;
  }

 private:
  static void AddCommand(v1::Command::Role role, v1::BuildPlan& plan) {
    v1::Step& step = *plan.add_step();
    step.set_when(role == v1::Command::MEASURE ? v1::Step::EACH_RUN : v1::Step::ONCE);
    v1::Command& command = *step.mutable_command();
    command.set_role(role);
    for (const char* word : {"node/bin/node", "--no-warnings", "workload.mjs", "--run"}) {
      command.add_argument(word);
    }
    command.mutable_timeout()->set_seconds(600);
  }
};

class EchoService final : public v1::Agents::Service {
 public:
  explicit EchoService(absl::Duration pause) : pause_(ToProtoDuration(pause)) {}

  grpc::Status Synchronize(grpc::ServerContext*, const v1::AgentState*,
                           v1::DesiredState* response) override {
    *response->mutable_synchronize_after() = pause_;
    return grpc::Status::OK;
  }

 private:
  const google::protobuf::Duration pause_;
};

void Warn(const std::string& line) { std::fprintf(stderr, "coordinator: %s\n", line.c_str()); }

}  // namespace

absl::Status ServeCoordinator(const std::string& store_address, const std::filesystem::path& folder,
                              const WhileServing& serving) {
  RETURN_IF_ERROR(MakeFolder(folder));
  ASSIGN_OR_RETURN(const auto store, OpenStore(store_address));
  ASSIGN_OR_RETURN(const auto blobs, DirectoryBlobStore::Open(folder / "blobs"));
  ASSIGN_OR_RETURN(const auto audit, OpenAuditFile(folder / "audit.jsonl"));
  PluginRegistry plugins({{kPlugin, {"in this process"}}}, [](const auto&, const auto&) {
    return std::make_unique<SimulatedPlugin>();
  });
  Coordinator coordinator({*store, *blobs, plugins, absl::Now, SystemRandom}, {});
  const auto gate = Gate::Make(nullptr, WithoutTls::kLocalAdmin,
                               {.clock = absl::Now, .audit = *audit, .log = Warn});
  ASSIGN_OR_RETURN(
      const auto server,
      LabServer::Start(coordinator, gate,
                       {.address = kAddress, .credentials = grpc::InsecureServerCredentials()}));
  CancellationFlag done;
  std::thread ticks([&] {
    while (!WaitFor(done, kTick)) {
      const auto alarms = coordinator.Tick();
      if (!alarms.ok()) Warn(alarms.status().ToString());
    }
  });
  serving(server->port());
  done.Cancel();
  ticks.join();
  return absl::OkStatus();
}

absl::Status ServeEcho(absl::Duration pause, const WhileServing& serving) {
  EchoService service(pause);
  grpc::ServerBuilder builder;
  builder.RegisterService(&service);
  int port = 0;
  builder.AddListeningPort(kAddress, grpc::InsecureServerCredentials(), &port);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr || port == 0) return absl::UnavailableError("can't listen on loopback");
  serving(port);
  server->Shutdown(absl::ToChronoTime(absl::Now()));
  return absl::OkStatus();
}

v1::SubmitRequest RunOf(const std::string& name, const std::string& platform, uint32_t cells,
                        uint32_t rounds) {
  v1::SubmitRequest request;
  request.set_platform(platform);
  v1::Experiment& experiment = *request.mutable_resolved()->mutable_experiment();
  experiment.set_name(name);
  experiment.set_plugin(kPlugin);
  experiment.add_build()->set_name("old");
  experiment.add_build()->set_name("new");
  v1::Axis& axis = *experiment.add_grid()->add_axis();
  axis.set_name(kAxis);
  for (uint32_t i = 0; i < cells; ++i) axis.add_level(absl::StrCat(i));
  experiment.mutable_protocol()->set_rounds(rounds);
  experiment.mutable_protocol()->set_runs(1);
  experiment.mutable_protocol()->set_seed(7);
  return request;
}

}  // namespace benchcell
