// Prints what a lab's coordinator can do on one machine, shared with simulated agents in another
// process: how many blocks a second it leases and gets back with durable records, how long its
// answers take while many agents are connected, and how much memory an idle one takes.
//
//   bazel run //tests/perf:lab_rate
//
// Held against: 2,000 blocks a second on SQLite and 1,000 on PostgreSQL, on 2 processors; less than
// 200 KB for an idle agent. Beside them stand what the same machine's disk and plain gRPC give in
// the same minute. A run of which a block isn't done exactly once is an error.

#include <fcntl.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <tuple>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "benchcell/v1/lab.grpc.pb.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/coordinator/status_grpc.h"
#include "runners/machine/machine_facts_reader.h"
#include "runners/store/postgres_server.h"
#include "tests/perf/lab_rate_agents.h"
#include "tests/perf/lab_rate_process.h"
#include "tests/perf/lab_rate_server.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr uint32_t kRounds = 4;
// What a block takes while the answers are timed: there is always something to lease and to store.
constexpr absl::Duration kBlock = absl::Milliseconds(500);
// How long an idle agent of the echo waits, as the coordinator has it for few agents.
constexpr absl::Duration kEchoPause = absl::Milliseconds(200);
// New connections settle.
constexpr absl::Duration kSettle = absl::Seconds(2);
constexpr int kSyncs = 200;
// Hundredths of a second that the last answer may take.
constexpr int kPatience = 1000;

struct Sizes {
  uint32_t working = 0;
  uint32_t idle = 0;
  uint32_t blocks = 0;
  absl::Duration time;
};

struct Times {
  double per_second = 0;
  double median_ms = 0;
  double p99_ms = 0;
};

double SecondsSince(steady_clock::time_point start) {
  return std::chrono::duration<double>(steady_clock::now() - start).count();
}

Times TimesOf(std::vector<float> ms, double seconds) {
  if (ms.empty()) return {};
  std::sort(ms.begin(), ms.end());
  return {static_cast<double>(ms.size()) / seconds, ms[ms.size() / 2], ms[ms.size() * 99 / 100]};
}

absl::Status CheckErrors(const AgentCounts& counts) {
  if (counts.errors == 0) return absl::OkStatus();
  return absl::InternalError(
      absl::StrCat(counts.errors, " calls of agents failed; the first: ", counts.first_error));
}

// Of all calls of two groups of agents from now on.
absl::StatusOr<Times> Observe(SimulatedAgents& some, SimulatedAgents& others, absl::Duration time) {
  some.TakeCounts();
  others.TakeCounts();
  const auto start = steady_clock::now();
  absl::SleepFor(time);
  AgentCounts counts = some.TakeCounts();
  const AgentCounts more = others.TakeCounts();
  const double seconds = SecondsSince(start);
  RETURN_IF_ERROR(CheckErrors(counts));
  RETURN_IF_ERROR(CheckErrors(more));
  counts.synchronize_ms.insert(counts.synchronize_ms.end(), more.synchronize_ms.begin(),
                               more.synchronize_ms.end());
  return TimesOf(std::move(counts.synchronize_ms), seconds);
}

// How long a disk takes to append a page durably.
absl::Status MeasureDisk(const fs::path& folder) {
  const int file = open((folder / "disk").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  const std::string page(4096, 'x');
  const auto start = steady_clock::now();
  bool good = file >= 0;
  for (int i = 0; i < kSyncs && good; ++i) {
    good = write(file, page.data(), page.size()) == static_cast<ssize_t>(page.size()) &&
           fsync(file) == 0;
  }
  const double seconds = SecondsSince(start);
  close(file);
  if (!good) return absl::InternalError("the disk can't be synced");
  std::printf("disk       %7.0f syncs/s, %.3f ms each\n", kSyncs / seconds,
              seconds * 1000 / kSyncs);
  return absl::OkStatus();
}

class LabRate {
 public:
  LabRate(std::string program, const Sizes& sizes, v1::MachineFacts facts, fs::path folder)
      : program_(std::move(program)),
        sizes_(sizes),
        facts_(std::move(facts)),
        folder_(std::move(folder)) {}

  absl::Status MeasureEcho() {
    ASSIGN_OR_RETURN(const auto busy, ServerProcess::Start({program_, "echo", "0"}));
    ASSIGN_OR_RETURN(const auto polled,
                     ServerProcess::Start(
                         {program_, "echo", absl::StrCat(absl::ToInt64Milliseconds(kEchoPause))}));
    Times rate, patience;
    {
      SimulatedAgents agents(Lab(*busy, "busy", sizes_.working));
      SimulatedAgents none(Lab(*busy, "none", 0));
      ASSIGN_OR_RETURN(rate, Observe(agents, none, sizes_.time));
    }
    {
      SimulatedAgents agents(Lab(*polled, "idle", sizes_.idle));
      SimulatedAgents none(Lab(*polled, "none", 0));
      absl::SleepFor(kSettle);
      ASSIGN_OR_RETURN(patience, Observe(agents, none, sizes_.time));
    }
    std::printf(
        "echo       %7.0f calls/s of %u agents; 99th percentile of %u agents that call "
        "%.0f times a second: %.2f ms\n",
        rate.per_second, sizes_.working, sizes_.idle, patience.per_second, patience.p99_ms);
    RETURN_IF_ERROR(busy->Stop());
    return polled->Stop();
  }

  absl::Status MeasureStore(const char* name, const std::string& store, int aim) {
    RETURN_IF_ERROR(MeasureDisk(folder_));
    ASSIGN_OR_RETURN(const auto server, ServerProcess::Start({program_, "coordinator", store,
                                                              (folder_ / name).string()}));
    grpc::ChannelArguments unlimited;
    unlimited.SetMaxReceiveMessageSize(-1);
    const auto channel =
        grpc::CreateCustomChannel(server->target(), grpc::InsecureChannelCredentials(), unlimited);
    experiments_ = v1::Experiments::NewStub(channel);
    RETURN_IF_ERROR(MeasureMany(name, *server));
    RETURN_IF_ERROR(MeasureRate(name, *server, aim));
    return server->Stop();
  }

 private:
  SimulatedLab Lab(const ServerProcess& server, const std::string& name, uint32_t agents) const {
    SimulatedLab lab;
    lab.target = server.target();
    lab.name = name;
    lab.agents = agents;
    lab.facts = facts_;
    return lab;
  }

  absl::StatusOr<std::string> Submit(const std::string& name, uint32_t blocks) {
    grpc::ClientContext context;
    v1::SubmitResponse response;
    RETURN_IF_ERROR(FromGrpc(experiments_->Submit(
        &context, RunOf(name, facts_.platform(), blocks / kRounds, kRounds), &response)));
    return response.run_id();
  }

  // Follows the run to its end, as `benchcell reproduce` does.
  absl::Status Watch(const std::string& run_id) {
    grpc::ClientContext context;
    v1::WatchRequest request;
    request.set_run_id(run_id);
    const auto reader = experiments_->Watch(&context, request);
    v1::Progress progress;
    while (reader->Read(&progress)) {
    }
    RETURN_IF_ERROR(FromGrpc(reader->Finish()));
    if (progress.state() == v1::COMPLETE) return absl::OkStatus();
    return absl::InternalError(absl::StrCat("run ", run_id, " ended incomplete"));
  }

  // Each planned run must have one record in force, and none of a second attempt.
  absl::Status CheckRun(const std::string& run_id, uint32_t blocks, SimulatedAgents& agents) {
    AgentCounts counts = agents.TakeCounts();
    // The run was seen to be complete before its last delivery was answered.
    for (int i = 0; i < kPatience && counts.delivered < blocks && counts.errors == 0; ++i) {
      absl::SleepFor(absl::Milliseconds(10));
      counts = agents.TakeCounts();
    }
    grpc::ClientContext context;
    v1::GetRunRequest request;
    request.set_run_id(run_id);
    v1::ExperimentRun run;
    RETURN_IF_ERROR(FromGrpc(experiments_->GetRun(&context, request, &run)));
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, int> records;
    for (const v1::RunRecord& record : run.record()) {
      ++records[{record.cell(), record.round(), record.planned().position()}];
    }
    size_t planned = 0;
    for (const v1::Block& block : run.block()) planned += static_cast<size_t>(block.run_size());
    if (run.block_size() == static_cast<int>(blocks) && counts.delivered == blocks &&
        records.size() == planned && run.record_size() == static_cast<int>(planned)) {
      return CheckErrors(counts);
    }
    return absl::InternalError(
        absl::StrCat("run ", run_id, ": ", counts.delivered, " blocks delivered and ",
                     run.record_size(), " records stored for ", records.size(), " runs; expected ",
                     blocks, " blocks and ", planned, " records, one for each run"));
  }

  // Many idle agents beside some that work.
  absl::Status MeasureMany(const char* name, const ServerProcess& server) {
    // At least until the time is over.
    const auto blocks = static_cast<uint32_t>((sizes_.time + kSettle) / kBlock + 1) *
                        sizes_.working / kRounds * kRounds;
    std::optional<SimulatedAgents> working;
    SimulatedLab idle_lab = Lab(server, "idle", 1);
    // They ask, and nothing is for them.
    idle_lab.facts.set_platform("none");
    ASSIGN_OR_RETURN(const std::string run_id, Submit("many", blocks));
    {
      // What the first one costs, the others don't.
      SimulatedAgents first(idle_lab);
      absl::SleepFor(kSettle);
    }
    ASSIGN_OR_RETURN(const double before_kb, server.MemoryKb());
    idle_lab.agents = sizes_.idle;
    SimulatedAgents idle(idle_lab);
    absl::SleepFor(kSettle + sizes_.time / 2);
    ASSIGN_OR_RETURN(const double after_kb, server.MemoryKb());

    SimulatedLab working_lab = Lab(server, "working", sizes_.working);
    working_lab.block = kBlock;
    working.emplace(working_lab);
    absl::SleepFor(kSettle);
    ASSIGN_OR_RETURN(const absl::Duration used_before, server.ProcessorTime());
    ASSIGN_OR_RETURN(const Times times, Observe(*working, idle, sizes_.time));
    ASSIGN_OR_RETURN(const absl::Duration used, server.ProcessorTime());
    std::printf(
        "%-10s Synchronize of %u idle and %u working agents, %.0f a second: 99th percentile %.2f "
        "ms, median %.2f ms; %.0f %% of a processor\n",
        name, sizes_.idle, sizes_.working, times.per_second, times.p99_ms, times.median_ms,
        absl::FDivDuration(used - used_before, sizes_.time) * 100);
    std::printf("%-10s %.0f KB for an idle agent (limit 200), %.0f MB in all\n", name,
                (after_kb - before_kb) / sizes_.idle, after_kb / 1024);
    RETURN_IF_ERROR(Watch(run_id));
    return CheckRun(run_id, blocks, *working);
  }

  // Agents that work as fast as they get blocks, while somebody watches.
  absl::Status MeasureRate(const char* name, const ServerProcess& server, int aim) {
    ASSIGN_OR_RETURN(const std::string run_id, Submit("rate", sizes_.blocks));
    ASSIGN_OR_RETURN(const absl::Duration used_before, server.ProcessorTime());
    const auto start = steady_clock::now();
    SimulatedAgents agents(Lab(server, "rate", sizes_.working));
    RETURN_IF_ERROR(Watch(run_id));
    const double seconds = SecondsSince(start);
    ASSIGN_OR_RETURN(const absl::Duration used, server.ProcessorTime());
    const Times times = TimesOf(agents.TakeCounts().synchronize_ms, seconds);
    std::printf(
        "%-10s %7.0f blocks/s of %u agents (aim %d), %.3f ms of a processor each; Synchronize "
        "median %.2f ms, 99th percentile %.2f ms\n",
        name, sizes_.blocks / seconds, sizes_.working, aim,
        absl::ToDoubleMilliseconds(used - used_before) / sizes_.blocks, times.median_ms,
        times.p99_ms);
    return CheckRun(run_id, sizes_.blocks, agents);
  }

  const std::string program_;
  const Sizes sizes_;
  const v1::MachineFacts facts_;
  const fs::path folder_;
  std::unique_ptr<v1::Experiments::Stub> experiments_;
};

absl::Status Measure(const Sizes& sizes, const fs::path& folder) {
  ASSIGN_OR_RETURN(const v1::MachineFacts facts, NewMachineFactsReader()->Read());
  RETURN_IF_ERROR(RemoveAll(folder));
  RETURN_IF_ERROR(MakeFolder(folder));
  LabRate rate(fs::read_symlink("/proc/self/exe").string(), sizes, facts, folder);
  RETURN_IF_ERROR(rate.MeasureEcho());
  RETURN_IF_ERROR(rate.MeasureStore("SQLite", (folder / "store.db").string(), 2000));
  ASSIGN_OR_RETURN(const auto postgres, PostgresServer::Create({.durable = true}));
  return rate.MeasureStore("PostgreSQL", postgres->Uri(), 1000);
}

// Until standard input ends.
void SayPort(int port) {
  std::printf("%d\n", port);
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
}

int Report(const absl::Status& status) {
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}

int Main(const std::vector<std::string>& arguments) {
  if (arguments.size() == 3 && arguments[0] == "coordinator") {
    return Report(ServeCoordinator(arguments[1], arguments[2], SayPort));
  }
  if (arguments.size() == 2 && arguments[0] == "echo") {
    return Report(ServeEcho(absl::Milliseconds(std::atoi(arguments[1].c_str())), SayPort));
  }
  Sizes sizes;
  int seconds = 0;
  if (arguments.size() != 4 || !absl::SimpleAtoi(arguments[0], &sizes.working) ||
      !absl::SimpleAtoi(arguments[1], &sizes.idle) ||
      !absl::SimpleAtoi(arguments[2], &sizes.blocks) || !absl::SimpleAtoi(arguments[3], &seconds) ||
      sizes.working == 0 || sizes.idle == 0 || sizes.blocks < kRounds || seconds <= 0) {
    std::fprintf(stderr, "usage: lab_rate WORKING IDLE BLOCKS SECONDS\n");
    return 2;
  }
  sizes.blocks = sizes.blocks / kRounds * kRounds;
  sizes.time = absl::Seconds(seconds);
  const fs::path folder = fs::temp_directory_path() / "benchcell-lab-rate";
  const absl::Status status = Measure(sizes, folder);
  RemoveAll(folder).IgnoreError();
  return Report(status);
}

}  // namespace
}  // namespace benchcell

int main(int argc, char** argv) {
  return benchcell::Main(std::vector<std::string>(argv + 1, argv + argc));
}
