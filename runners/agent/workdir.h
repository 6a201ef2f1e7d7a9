// All paths of an agent. Nothing else in the agent puts a path together from its state directory.
//
//     STATE/machine-id          identity of this machine
//     STATE/lock                held while an agent runs; holds its process id
//     STATE/scopes/TOKEN        a block that is measured, for the agent that comes after a crash
//     STATE/archives/           bundles on their way here, as far as they have arrived
//     STATE/bundles/            bundles unpacked, read-only
//     STATE/runs/RUN/cC/bB/     directory of one build of one cell
//     STATE/runs/RUN/cC/bB.ready   stands beside it when its ONCE steps are done
//     STATE/orphans/TOKEN/      records of a lease that the coordinator has never heard of
//     STATE/tuned               settings of the machine as they were, while a block is measured
//     STATE/outbox/TOKEN/       records of one lease that the coordinator has not acknowledged

#ifndef BENCHCELL_RUNNERS_AGENT_WORKDIR_H_
#define BENCHCELL_RUNNERS_AGENT_WORKDIR_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace benchcell {

class Workdir {
 public:
  explicit Workdir(std::filesystem::path state) : state_(std::move(state)) {}

  const std::filesystem::path& state() const { return state_; }
  std::filesystem::path MachineId() const { return state_ / "machine-id"; }
  std::filesystem::path Lock() const { return state_ / "lock"; }
  std::filesystem::path Scopes() const { return state_ / "scopes"; }
  std::filesystem::path Arrivals() const { return state_ / "archives"; }
  std::filesystem::path Bundles() const { return state_ / "bundles"; }
  std::filesystem::path Runs() const { return state_ / "runs"; }
  std::filesystem::path Run(const std::string& run_id) const { return Runs() / run_id; }
  std::filesystem::path Orphans() const { return state_ / "orphans"; }
  std::filesystem::path Tuned() const { return state_ / "tuned"; }
  std::filesystem::path Outbox() const { return state_ / "outbox"; }

  // Builds are numbered, not named, so that the paths of all builds have the same length: the
  // length of a path can move a measurement.
  std::filesystem::path Build(const std::string& run_id, uint32_t cell, uint32_t build) const {
    return Run(run_id) / absl::StrCat("c", cell) / absl::StrCat("b", build);
  }
  std::filesystem::path BuildReady(const std::string& run_id, uint32_t cell, uint32_t build) const {
    return Run(run_id) / absl::StrCat("c", cell) / absl::StrCat("b", build, ".ready");
  }

 private:
  std::filesystem::path state_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_WORKDIR_H_
