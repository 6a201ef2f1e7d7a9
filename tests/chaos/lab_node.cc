// A coordinator or an agent as its commands make them, with times that are short enough for a test.
//
//     lab_node coordinator --listen= --store= --blobs= --audit= --plugin=
//     lab_node agent --coordinator= --state= --warden=

#include <csignal>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "runners/agent/machine_agent.h"
#include "runners/agent/waiting.h"
#include "runners/base/random.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/cli/lab_channel.h"
#include "runners/coordinator/coordinator.h"
#include "runners/coordinator/lab_server.h"
#include "runners/store/open_store.h"
#include "runners/tls/audit.h"
#include "runners/tls/gate.h"
#include "tests/chaos/known_answers.h"
#include "tests/chaos/short_times.h"

namespace benchcell::chaos {
namespace {

using Flags = std::map<std::string, std::string>;

CancellationFlag* stop = nullptr;

void Log(const std::string& line) {
  std::cerr << absl::FormatTime("%H:%M:%E3S ", absl::Now(), absl::UTCTimeZone()) << line
            << std::endl;
}

absl::Status Coordinate(Flags flags) {
  ASSIGN_OR_RETURN(const auto audit, OpenAuditFile(flags["audit"]));
  const auto gate = Gate::Make(nullptr, WithoutTls::kLocalAdmin, {absl::Now, *audit, Log});
  LabServer::Options options;
  options.address = flags["listen"];
  ASSIGN_OR_RETURN(options.credentials, ServerCredentialsFor(options.address, {}, gate, absl::Now));
  ASSIGN_OR_RETURN(const auto store, OpenStore(flags["store"]));
  ASSIGN_OR_RETURN(const auto blobs, DirectoryBlobStore::Open(flags["blobs"]));
  PluginRegistry plugins({{kPluginName, {flags["plugin"]}}});
  Coordinator coordinator(
      {*store, *blobs, plugins, absl::Now, SystemRandom},
      {.lease = kLease, .idle = kIdle, .absence = kAbsence, .stall = kStall, .version = "chaos"});
  ASSIGN_OR_RETURN(const auto server, LabServer::Start(coordinator, gate, options));
  Log(kListening);
  while (!WaitFor(*stop, kTick)) {
    const auto alarms = coordinator.Tick();
    if (!alarms.ok()) {
      Log(std::string(alarms.status().message()));
      continue;
    }
    for (const std::string& alarm : *alarms) Log("ALARM " + alarm);
  }
  return absl::OkStatus();
}

absl::Status Measure(Flags flags) {
  Options channel_options;
  channel_options.coordinator = flags["coordinator"];
  channel_options.insecure_network = true;
  ASSIGN_OR_RETURN(const auto channel, MakeLabChannel(channel_options));
  MachineAgentOptions options;
  options.state_dir = flags["state"];
  options.warden = flags["warden"];
  options.heartbeat = kHeartbeat;
  options.log = Log;
  ASSIGN_OR_RETURN(const auto agent, MachineAgent::Open(options, channel));
  Log("asks for work");
  return agent->Run(*stop);
}

}  // namespace
}  // namespace benchcell::chaos

int main(int argc, char** argv) {
  using namespace benchcell;
  CancellationFlag flag;
  chaos::stop = &flag;
  std::signal(SIGTERM, [](int) { chaos::stop->Cancel(); });
  std::signal(SIGPIPE, SIG_IGN);
  chaos::Flags flags;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    const size_t equals = word.find('=');
    flags[word.substr(2, equals - 2)] = word.substr(equals + 1);
  }
  const std::string role = argc > 1 ? argv[1] : "";
  const absl::Status status =
      role == "coordinator" ? chaos::Coordinate(flags) : chaos::Measure(flags);
  if (status.ok()) return 0;
  chaos::Log(std::string(status.message()));
  return absl::IsResourceExhausted(status) ? chaos::kExitNoRoom : chaos::kExitFailed;
}
