#include "tests/chaos/completion.h"

#include <memory>
#include <utility>

#include "absl/time/clock.h"
#include "tests/chaos/client.h"

namespace benchcell::chaos {
namespace {

constexpr absl::Duration kPause = absl::Milliseconds(50);
constexpr absl::Duration kCallLimit = absl::Milliseconds(500);

}  // namespace

Completion::Completion(std::vector<int> ports, std::string run_id)
    : ports_(std::move(ports)), run_id_(std::move(run_id)), thread_([this] { Watch(); }) {}

Completion::~Completion() {
  ending_ = true;
  thread_.join();
}

void Completion::Watch() {
  std::vector<std::unique_ptr<Client>> clients;
  for (const int port : ports_) clients.push_back(std::make_unique<Client>(port, kCallLimit));
  for (size_t i = 0; !ending_ && !complete_; ++i) {
    const auto runs = clients[i % clients.size()]->ListRuns();
    if (runs.ok()) {
      for (const v1::RunSummary& run : runs->run()) {
        if (run.id() == run_id_ && run.state() == v1::COMPLETE) complete_ = true;
      }
    }
    absl::SleepFor(kPause);
  }
}

}  // namespace benchcell::chaos
