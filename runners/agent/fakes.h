// Stand-ins for what an agent talks to, for its tests.

#ifndef BENCHCELL_RUNNERS_AGENT_FAKES_H_
#define BENCHCELL_RUNNERS_AGENT_FAKES_H_

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runners/base/files.h"
#include "runners/exec/process_runner.h"
#include "runners/machine/machine_facts_reader.h"

namespace benchcell {

// Gives the facts that it holds.
class FakeFactsReader : public MachineFactsReader {
 public:
  v1::MachineFacts facts;
  absl::StatusOr<v1::MachineFacts> Read() override { return facts; }
};

// Starts nothing: records what it was asked for, writes the script's output and gives the script's
// result.
class FakeProcessRunner : public ProcessRunner {
 public:
  // Called for each process; may look at and change files. Default: exit code 0.
  std::function<absl::StatusOr<ProcessResult>(const ProcessSpec&)> script;
  std::vector<ProcessSpec> started;

  absl::StatusOr<ProcessResult> Run(const ProcessSpec& spec,
                                    const CancellationFlag& cancel) override {
    if (cancel.IsCancelled()) return absl::CancelledError("cancelled");
    started.push_back(spec);
    if (const absl::Status status = WriteFile(spec.stdout_file, "out"); !status.ok()) return status;
    if (const absl::Status status = WriteFile(spec.stderr_file, "err"); !status.ok()) return status;
    return script ? script(spec) : Exited(0);
  }

  static ProcessResult Exited(uint32_t code) {
    ProcessResult result;
    result.start = absl::FromUnixSeconds(1000);
    result.exit.set_code(code);
    result.usage.set_wall_ns(5);
    return result;
  }
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_FAKES_H_
