// `coordinator`: serve a lab until interrupted.

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "runners/agent/waiting.h"
#include "runners/base/files.h"
#include "runners/base/random.h"
#include "runners/base/status_macros.h"
#include "runners/base/version.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/cli/blob_folder.h"
#include "runners/cli/commands.h"
#include "runners/cli/lab_channel.h"
#include "runners/cli/local_lab.h"
#include "runners/cli/plugin_programs.h"
#include "runners/cli/session.h"
#include "runners/cli/state_directory.h"
#include "runners/coordinator/coordinator.h"
#include "runners/coordinator/lab_server.h"
#include "runners/coordinator/metrics_server.h"
#include "runners/coordinator/store_clock.h"
#include "runners/store/open_store.h"
#include "runners/tls/address.h"
#include "runners/tls/audit.h"
#include "runners/tls/authenticator.h"
#include "runners/tls/gate.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// How often leases are looked at that nobody asks about.
constexpr absl::Duration kTick = absl::Seconds(1);

absl::StatusOr<std::shared_ptr<Gate>> MakeGate(const CommandContext& context, AuditSink& audit) {
  const fs::path& tls = context.options.tls;
  std::unique_ptr<Authenticator> authenticator;
  if (!tls.empty()) {
    ASSIGN_OR_RETURN(authenticator, Authenticator::Open(tls, absl::Now));
  }
  // Without TLS, whoever reaches the port is its administrator: an address that leaves the machine
  // needs --insecure-network for that.
  return Gate::Make(std::move(authenticator),
                    tls.empty() ? WithoutTls::kLocalAdmin : WithoutTls::kRefused,
                    {absl::Now, audit, [&context](const std::string& line) {
                       context.log << "coordinator: " << line << std::endl;
                     }});
}

absl::Status AdjustClock(const CommandContext& context, StoreClock& clock) {
  ASSIGN_OR_RETURN(const std::optional<std::string> said, clock.Adjust());
  if (said.has_value()) context.log << "coordinator: " << *said << std::endl;
  return absl::OkStatus();
}

// Serves until the user interrupts it.
absl::Status Watch(const CommandContext& context, StoreClock& clock, Coordinator& coordinator) {
  bool was_reachable = true;
  while (!WaitFor(context.interrupted, kTick)) {
    // If the store is away, Tick says so.
    AdjustClock(context, clock).IgnoreError();
    const absl::StatusOr<std::vector<std::string>> alarms = coordinator.Tick();
    if (alarms.ok()) {
      if (!was_reachable) context.log << "coordinator: the store answers again" << std::endl;
      for (const std::string& alarm : *alarms) {
        context.log << "coordinator: ALARM " << alarm << std::endl;
      }
    } else if (was_reachable) {
      context.log << "coordinator: " << alarms.status().message() << std::endl;
    }
    was_reachable = alarms.ok();
  }
  return absl::OkStatus();
}

absl::Status Serve(const CommandContext& context) {
  const Options& options = context.options;
  if (options.listen.empty()) {
    return absl::InvalidArgumentError(
        "`benchcell coordinator` needs --listen=HOST:PORT, as in --listen=0.0.0.0:7777 with "
        "--tls=DIR, or --listen=127.0.0.1:7777");
  }
  RETURN_IF_ERROR(CheckAddress(options.listen, AddressUse::kListen));
  if (!options.metrics.empty()) {
    RETURN_IF_ERROR(CheckAddress(options.metrics, AddressUse::kMetrics));
    RETURN_IF_ERROR(
        CheckPlaintext(options.metrics, AddressUse::kMetrics, options.insecure_network));
  }
  ASSIGN_OR_RETURN(const fs::path state, StateDirectory(options));
  const fs::path folder = state / "coordinator";
  RETURN_IF_ERROR(MakeFolder(folder));
  ASSIGN_OR_RETURN(const auto audit, OpenAuditFile(folder / "audit.jsonl"));
  ASSIGN_OR_RETURN(const std::shared_ptr<Gate> gate, MakeGate(context, *audit));
  LabServer::Options server_options;
  server_options.address = options.listen;
  ASSIGN_OR_RETURN(server_options.credentials,
                   ServerCredentialsFor(options.listen, SecurityOf(options), gate, absl::Now));
  ASSIGN_OR_RETURN(const auto store,
                   OpenStore(options.store.empty() ? StoreFile(state).string() : options.store));
  const fs::path blob_folder = options.blobs.empty() ? folder / "blobs" : options.blobs;
  ASSIGN_OR_RETURN(const auto blobs, DirectoryBlobStore::Open(blob_folder));
  // One that several coordinators may share.
  if (!options.store.empty()) RETURN_IF_ERROR(CheckBlobFolder(*store, blob_folder, SystemRandom));
  PluginRegistry plugins = PluginRegistry(FindPlugins(context.places));
  StoreClock clock([&] { return store->SharedTime(); }, absl::Now);
  RETURN_IF_ERROR(AdjustClock(context, clock));
  Coordinator coordinator({*store, *blobs, plugins, [&] { return clock.Now(); }, SystemRandom},
                          {.version = std::string(kVersion)});
  // Who was quarantined is, before anybody asks for work.
  RETURN_IF_ERROR(coordinator.Tick().status());
  ASSIGN_OR_RETURN(const auto server, LabServer::Start(coordinator, gate, server_options));
  context.log << "coordinator: listening on port " << server->port() << std::endl;
  std::unique_ptr<MetricsServer> metrics;
  if (!options.metrics.empty()) {
    ASSIGN_OR_RETURN(metrics, MetricsServer::Start(coordinator, options.metrics));
    context.log << "coordinator: /metrics on port " << metrics->port() << std::endl;
  }
  return Watch(context, clock, coordinator);
}

}  // namespace

int CoordinatorCommand(const CommandContext& context) {
  const absl::Status status = Serve(context);
  return status.ok() ? kExitOk : Fail(context, status);
}

}  // namespace benchcell
