#include "tests/chaos/world.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"

namespace benchcell::chaos {
namespace {

namespace fs = std::filesystem;

constexpr int kAgents = 3;
constexpr int kCoordinators = 2;

// Ports of the loopback that nobody listens on now.
std::vector<int> FreePorts(int count) {
  std::vector<int> sockets;
  std::vector<int> ports;
  for (int i = 0; i < count; ++i) {
    sockets.push_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(sockets.back(), generic, size) == 0) getsockname(sockets.back(), generic, &size);
    ports.push_back(ntohs(address.sin_port));
  }
  for (const int each : sockets) close(each);
  return ports;
}

}  // namespace

absl::StatusOr<std::unique_ptr<World>> World::Create(const fs::path& programs,
                                                     const fs::path& scratch, bool own_namespaces) {
  std::unique_ptr<World> world(new World(programs, scratch));
  RETURN_IF_ERROR(MakeFolder(scratch));
  const absl::Status own =
      own_namespaces ? EnterOwnNamespaces() : absl::CancelledError("no namespaces are asked for");
  if (own.ok()) {
    ASSIGN_OR_RETURN(world->network_, Network::Create(kAgents, scratch / "network.log"));
  } else {
    world->shortfall_ = absl::StrCat(std::string(own.message()),
                                     ": networks are cut in this process, and no disk is filled");
  }
  ASSIGN_OR_RETURN(world->database_, PostgresServer::Create({}));
  ASSIGN_OR_RETURN(world->experiment_,
                   MakeExperiment(programs / "tests" / "chaos" / "workload", scratch));
  return world;
}

Stage World::StageFor(StoreKind store) const {
  const bool has_database = store == StoreKind::kPostgres;
  // A SQLite store has one coordinator.
  return {.coordinators = has_database ? kCoordinators : 1,
          .agents = kAgents,
          .has_database = has_database,
          .has_disks = network_ != nullptr,
          .has_one_way_cuts = network_ != nullptr};
}

absl::StatusOr<LabOptions> World::NewLab(StoreKind store, uint64_t seed) {
  LabOptions options;
  const std::string name = absl::StrCat("lab", ++labs_);
  options.folder = scratch_ / name;
  RETURN_IF_ERROR(RemoveAll(options.folder));
  RETURN_IF_ERROR(MakeFolder(options.folder));
  options.store = (options.folder / "store.db").string();
  if (store == StoreKind::kPostgres) {
    RETURN_IF_ERROR(database_->Execute("CREATE DATABASE " + name));
    options.store = database_->Uri(name);
    options.database = database_.get();
  }
  options.network = network_.get();
  options.own_disks = network_ != nullptr;
  options.ports = FreePorts(StageFor(store).coordinators);
  options.agents = kAgents;
  options.seed = seed;
  options.node = programs_ / "tests" / "chaos" / "lab_node";
  options.plugin = programs_ / "tests" / "chaos" / "chaos_plugin";
  options.warden = programs_ / "runners" / "exec" / "warden";
  return options;
}

}  // namespace benchcell::chaos
