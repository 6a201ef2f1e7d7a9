#include "plugins/sdk/steps.h"

#include <utility>

namespace benchcell {
namespace steps {
namespace {

v1::Step MountAs(v1::Mount::Mode mode, const v1::Bundle& bundle, std::string_view from,
                 std::string_view path) {
  v1::Step step;
  v1::Mount& mount = *step.mutable_mount();
  mount.set_sha256(bundle.sha256());
  mount.set_from(std::string(from));
  mount.set_path(std::string(path));
  mount.set_mode(mode);
  return step;
}

v1::Step RunAs(v1::Command::Role role, v1::Command command) {
  v1::Step step;
  *step.mutable_command() = std::move(command);
  step.mutable_command()->set_role(role);
  return step;
}

}  // namespace

v1::Step MountShared(const v1::Bundle& bundle, std::string_view from, std::string_view path) {
  return MountAs(v1::Mount::SHARED, bundle, from, path);
}

v1::Step MountCopy(const v1::Bundle& bundle, std::string_view from, std::string_view path) {
  return MountAs(v1::Mount::COPY, bundle, from, path);
}

v1::Step WriteFile(std::string_view path, std::string_view content) {
  v1::Step step;
  step.mutable_write_file()->set_path(std::string(path));
  step.mutable_write_file()->set_content(std::string(content));
  return step;
}

v1::Step Wipe(const std::vector<std::string>& paths) {
  v1::Step step;
  for (const std::string& path : paths) step.mutable_wipe()->add_path(path);
  return step;
}

v1::Step Discover(v1::Command command) { return RunAs(v1::Command::DISCOVER, std::move(command)); }

v1::Step Prepare(v1::Command command) { return RunAs(v1::Command::PREPARE, std::move(command)); }

v1::Step Prime(v1::Command command) { return RunAs(v1::Command::PRIME, std::move(command)); }

v1::Step Measure(v1::Command command) { return RunAs(v1::Command::MEASURE, std::move(command)); }

v1::Step CollectFile(std::string_view path, std::string_view name) {
  v1::Step step;
  step.mutable_collect_file()->set_path(std::string(path));
  step.mutable_collect_file()->set_name(std::string(name));
  return step;
}

v1::Step CollectFiles(std::string_view path, std::string_view prefix) {
  v1::Step step;
  step.mutable_collect_files()->set_path(std::string(path));
  step.mutable_collect_files()->set_prefix(std::string(prefix));
  return step;
}

v1::Step ListFiles(const std::vector<std::string>& paths, std::string_view name) {
  v1::Step step;
  for (const std::string& path : paths) step.mutable_list_files()->add_path(path);
  step.mutable_list_files()->set_name(std::string(name));
  return step;
}

}  // namespace steps

CommandBuilder::CommandBuilder(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) command_.add_argument(argument);
}

CommandBuilder& CommandBuilder::Variable(std::string_view name, std::string_view value) {
  v1::EnvironmentVariable& variable = *command_.add_environment();
  variable.set_name(std::string(name));
  variable.set_value(std::string(value));
  return *this;
}

CommandBuilder& CommandBuilder::MachineProgram(std::string_view name, std::string_view remedy) {
  v1::MachineProgram& program = *command_.add_machine_program();
  program.set_name(std::string(name));
  program.set_remedy(std::string(remedy));
  return *this;
}

CommandBuilder& CommandBuilder::WorkingDirectory(std::string_view path) {
  command_.set_working_directory(std::string(path));
  return *this;
}

CommandBuilder& CommandBuilder::Timeout(absl::Duration timeout) {
  const int64_t seconds = absl::ToInt64Seconds(timeout);
  command_.mutable_timeout()->set_seconds(seconds);
  command_.mutable_timeout()->set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(timeout - absl::Seconds(seconds))));
  return *this;
}

CommandBuilder& CommandBuilder::Network() {
  command_.set_network(true);
  return *this;
}

CommandBuilder& CommandBuilder::Limits(const v1::Limits& limits) {
  *command_.mutable_limits() = limits;
  return *this;
}

PlanBuilder::PlanBuilder(std::string_view build) { plan_.set_build(std::string(build)); }

void PlanBuilder::Once(v1::Step step) { Add(v1::Step::ONCE, std::move(step)); }

void PlanBuilder::EachBlock(v1::Step step) { Add(v1::Step::EACH_BLOCK, std::move(step)); }

void PlanBuilder::EachRun(v1::Step step) { Add(v1::Step::EACH_RUN, std::move(step)); }

void PlanBuilder::Add(v1::Step::When when, v1::Step step) {
  step.set_when(when);
  *plan_.add_step() = std::move(step);
}

}  // namespace benchcell
