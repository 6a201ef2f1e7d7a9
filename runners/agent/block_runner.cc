#include "runners/agent/block_runner.h"

#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/agent/command_spec.h"
#include "runners/agent/file_steps.h"
#include "runners/agent/inside.h"
#include "runners/base/clock.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// How much of an output goes into a message.
constexpr uint64_t kTailBytes = 1500;

std::string Describe(const v1::Exit& exit) {
  if (exit.how_case() == v1::Exit::kSignal) return absl::StrCat("ended by signal ", exit.signal());
  return absl::StrCat("exit code ", exit.code());
}

std::string Tail(const fs::path& out, const fs::path& err) {
  std::string tail;
  for (const auto& [name, path] : {std::pair{"stdout", out}, std::pair{"stderr", err}}) {
    // A program may write anything; a message is text. The cut may have split a character, too.
    const std::string text = ToValidUtf8(ReadTail(path, kTailBytes));
    if (!text.empty()) absl::StrAppend(&tail, "\n--- end of ", name, " ---\n", text);
  }
  return tail;
}

std::string CantBeDoneMessage(const absl::Status& status) {
  return absl::StrCat("the plugin's steps can't be done: ", std::string(status.message()));
}

const char* RoleName(v1::Command::Role role) {
  switch (role) {
    case v1::Command::PRIME:
      return "priming";
    default:
      return "preparing";
  }
}

}  // namespace

BlockRunner::Prepared BlockRunner::CantBeDone(const absl::Status& status) {
  return BuildFailure{v1::HARNESS_ERROR, CantBeDoneMessage(status)};
}

absl::Status BlockRunner::Run(const BlockTask& task) {
  const v1::Lease& lease = task.lease;
  std::vector<std::optional<BuildFailure>> failures(lease.cell().build_size());
  std::vector<bool> prepared(failures.size(), !task.spoilt.ok());
  if (!task.spoilt.ok()) {
    failures.assign(failures.size(),
                    BuildFailure{v1::HARNESS_ERROR, CantBeDoneMessage(task.spoilt)});
  }
  for (const v1::PlannedRun& planned : lease.block().run()) {
    if (planned.build() >= failures.size()) {
      return absl::InternalError(absl::StrCat("the lease plans build ", planned.build(), " of ",
                                              failures.size(), " builds"));
    }
    if (prepared[planned.build()]) continue;
    ASSIGN_OR_RETURN(failures[planned.build()], PrepareBuild(task, planned.build()));
    prepared[planned.build()] = true;
  }
  for (const v1::PlannedRun& planned : lease.block().run()) {
    if (task.cancel.IsCancelled()) return absl::CancelledError("told to stop");
    v1::RunRecord record;
    record.set_cell(lease.block().cell());
    record.set_round(lease.block().round());
    *record.mutable_planned() = planned;
    record.set_attempt(lease.attempt());
    record.set_machine(task.machine);
    record.set_epoch(lease.epoch());
    if (task.quietness.looks() > 0) *record.mutable_quietness() = task.quietness;
    if (const auto& failure = failures[planned.build()]; failure.has_value()) {
      record.set_status(failure->status);
      record.set_message(failure->message);
    } else {
      ASSIGN_OR_RETURN(const fs::path folder,
                       outbox_.RunFolder(lease.fencing_token(), planned.position()));
      RETURN_IF_ERROR(Measure(task, planned, folder, record));
    }
    RETURN_IF_ERROR(outbox_.Add(lease.fencing_token(), record));
    task.runs_done.fetch_add(1, std::memory_order_relaxed);
  }
  return absl::OkStatus();
}

BlockRunner::Prepared BlockRunner::PrepareBuild(const BlockTask& task, uint32_t build) {
  const fs::path ready = workdir_.BuildReady(task.lease.run_id(), task.lease.cell().index(), build);
  const fs::path directory = workdir_.Build(task.lease.run_id(), task.lease.cell().index(), build);
  if (!fs::exists(ready)) {
    RETURN_IF_ERROR(RemoveAll(directory));
    RETURN_IF_ERROR(MakeFolder(directory));
    ASSIGN_OR_RETURN(std::optional<BuildFailure> failure,
                     PerformSteps(task, build, v1::Step::ONCE));
    if (failure.has_value()) return failure;
    RETURN_IF_ERROR(WriteFile(ready, ""));
  }
  // Now, not between the runs: what is pinned is read.
  for (const v1::Step& step : task.lease.cell().build(build).step()) {
    if (step.when() != v1::Step::ONCE && step.has_command()) {
      RETURN_IF_ERROR(programs_.Check(step.command(), directory));
    }
  }
  return PerformSteps(task, build, v1::Step::EACH_BLOCK);
}

BlockRunner::Prepared BlockRunner::PerformSteps(const BlockTask& task, uint32_t build,
                                                v1::Step::When when) {
  for (const v1::Step& step : task.lease.cell().build(build).step()) {
    if (step.when() != when) continue;
    ASSIGN_OR_RETURN(std::optional<BuildFailure> failure,
                     step.has_command() ? PerformUntimed(task, build, step.command())
                                        : PerformFileStep(task, build, step));
    if (failure.has_value()) return failure;
  }
  return std::nullopt;
}

BlockRunner::Prepared BlockRunner::PerformFileStep(const BlockTask& task, uint32_t build,
                                                   const v1::Step& step) {
  const fs::path directory = workdir_.Build(task.lease.run_id(), task.lease.cell().index(), build);
  absl::Status status;
  switch (step.action_case()) {
    case v1::Step::kMount: {
      const auto bundle = task.bundles.find(step.mount().sha256());
      status = bundle == task.bundles.end()
                   ? absl::InvalidArgumentError(absl::StrCat("bundle ", step.mount().sha256(),
                                                             " is not one of the experiment's"))
                   : PerformMount(step.mount(), bundle->second, directory);
      break;
    }
    case v1::Step::kWriteFile:
      status = PerformWriteFile(step.write_file(), directory);
      break;
    case v1::Step::kWipe:
      status = PerformWipe(step.wipe(), directory);
      break;
    default:
      status = absl::InvalidArgumentError("a step that keeps raw output stands outside of a run");
  }
  if (!absl::IsInvalidArgument(status)) {
    RETURN_IF_ERROR(status);
    return std::nullopt;
  }
  return CantBeDone(status);
}

BlockRunner::Prepared BlockRunner::PerformUntimed(const BlockTask& task, uint32_t build,
                                                  const v1::Command& command) {
  const fs::path directory = workdir_.Build(task.lease.run_id(), task.lease.cell().index(), build);
  RETURN_IF_ERROR(programs_.Check(command, directory));
  absl::StatusOr<ProcessSpec> spec = SpecOf(command, directory, task.scope);
  if (!spec.ok()) return CantBeDone(spec.status());
  // Beside the directory: the workload must find nothing that isn't its own.
  spec->stdout_file = directory.string() + ".out";
  spec->stderr_file = directory.string() + ".err";
  const absl::StatusOr<ProcessResult> ran = processes_.Run(*spec, task.cancel);
  if (absl::IsInvalidArgument(ran.status())) return CantBeDone(ran.status());
  if (absl::IsAborted(ran.status())) {
    return BuildFailure{v1::GENUINE_FAILURE, absl::StrCat(RoleName(command.role()), ": ",
                                                          std::string(ran.status().message()))};
  }
  RETURN_IF_ERROR(ran.status());
  const ProcessResult& result = *ran;
  if (const auto overuse = OveruseOf(command, result.exit); overuse.has_value()) {
    return BuildFailure{overuse->status,
                        absl::StrCat(RoleName(command.role()), ": ", overuse->message,
                                     Tail(spec->stdout_file, spec->stderr_file))};
  }
  RETURN_IF_ERROR(CheckRoom(room_, directory));
  if (result.exit.how_case() == v1::Exit::kSignal || result.exit.code() != 0) {
    return BuildFailure{v1::GENUINE_FAILURE,
                        absl::StrCat(RoleName(command.role()), ": ", Describe(result.exit),
                                     Tail(spec->stdout_file, spec->stderr_file))};
  }
  return std::nullopt;
}

absl::Status BlockRunner::Measure(const BlockTask& task, const v1::PlannedRun& planned,
                                  const fs::path& folder, v1::RunRecord& record) {
  const fs::path directory =
      workdir_.Build(task.lease.run_id(), task.lease.cell().index(), planned.build());
  for (const v1::Step& step : task.lease.cell().build(planned.build()).step()) {
    if (step.when() != v1::Step::EACH_RUN) continue;
    absl::Status status;
    if (step.has_collect_file()) {
      const std::string& name = step.collect_file().name();
      ASSIGN_OR_RETURN(const fs::path target, Inside(folder, name));
      const absl::StatusOr<bool> found = PerformCollectFile(step.collect_file(), directory, target);
      if (found.ok() && *found) record.add_raw_output()->set_name(name);
      status = found.status();
    } else if (step.has_collect_files()) {
      const auto names = PerformCollectFiles(step.collect_files(), directory, folder);
      status = names.status();
      if (names.ok()) {
        for (const std::string& name : *names) record.add_raw_output()->set_name(name);
      }
    } else if (step.has_list_files()) {
      const std::string& name = step.list_files().name();
      ASSIGN_OR_RETURN(const fs::path target, Inside(folder, name));
      const absl::StatusOr<std::string> listing = PerformListFiles(step.list_files(), directory);
      status = listing.ok() ? WriteFile(target, *listing) : listing.status();
      if (status.ok()) record.add_raw_output()->set_name(name);
    } else if (step.has_command() && (step.command().role() == v1::Command::MEASURE ||
                                      step.command().role() == v1::Command::DISCOVER)) {
      status = MeasureCommand(task, planned.build(), step.command(), folder, record);
    } else {
      ASSIGN_OR_RETURN(const std::optional<BuildFailure> failure,
                       step.has_command() ? PerformUntimed(task, planned.build(), step.command())
                                          : PerformFileStep(task, planned.build(), step));
      if (failure.has_value()) {
        record.set_status(failure->status);
        record.set_message(failure->message);
        return absl::OkStatus();
      }
    }
    if (absl::IsInvalidArgument(status)) {
      record.set_status(v1::HARNESS_ERROR);
      record.set_message(CantBeDoneMessage(status));
      return absl::OkStatus();
    }
    RETURN_IF_ERROR(status);
  }
  return absl::OkStatus();
}

absl::Status BlockRunner::MeasureCommand(const BlockTask& task, uint32_t build,
                                         const v1::Command& command, const fs::path& folder,
                                         v1::RunRecord& record) {
  const fs::path directory = workdir_.Build(task.lease.run_id(), task.lease.cell().index(), build);
  RETURN_IF_ERROR(programs_.Check(command, directory));
  ASSIGN_OR_RETURN(ProcessSpec spec, SpecOf(command, directory, task.scope));
  spec.stdout_file = folder / "stdout";
  spec.stderr_file = folder / "stderr";
  if (command.has_channel()) {
    ASSIGN_OR_RETURN(const fs::path file, Inside(folder, command.channel().name()));
    spec.channel_file = file;
    spec.channel_variable = command.channel().variable();
  }
  const absl::StatusOr<ProcessResult> ran = processes_.Run(spec, task.cancel);
  if (absl::IsAborted(ran.status())) {
    record.set_status(v1::GENUINE_FAILURE);
    record.set_message(std::string(ran.status().message()));
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(ran.status());
  const ProcessResult& result = *ran;
  *record.mutable_start_time() = ToTimestamp(result.start);
  *record.mutable_exit() = result.exit;
  *record.mutable_usage() = result.usage;
  *record.mutable_isolation() = result.isolation;
  record.add_raw_output()->set_name("stdout");
  record.add_raw_output()->set_name("stderr");
  if (command.has_channel()) record.add_raw_output()->set_name(command.channel().name());
  if (const auto overuse = OveruseOf(command, result.exit); overuse.has_value()) {
    record.set_status(overuse->status);
    record.set_message(absl::StrCat(overuse->message, Tail(spec.stdout_file, spec.stderr_file)));
    return absl::OkStatus();
  }
  // What it has just written may be cut short, and how it ended says nothing of the workload.
  return CheckRoom(room_, directory);
}

}  // namespace benchcell
