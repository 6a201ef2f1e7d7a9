// Steps in one line each, and the list that a build of a cell gets:
//
//     namespace steps = benchcell::steps;
//     PlanBuilder plan("5.1.0");
//     plan.Once(steps::MountShared(node, "", "node"));
//     plan.Once(steps::WriteFile("bench.txt", "42\n"));
//     plan.EachRun(steps::Measure(command));
//     *cell.add_build() = plan.Build();
//
// Paths are relative to the directory of the cell and build; cell.proto states what each step does.

#ifndef BENCHCELL_PLUGINS_SDK_STEPS_H_
#define BENCHCELL_PLUGINS_SDK_STEPS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/time/time.h"
#include "benchcell/v1/bundle.pb.h"
#include "benchcell/v1/cell.pb.h"

namespace benchcell {

namespace steps {

// A link to the machine's read-only copy. `from` is a path inside the bundle, empty for all of it.
v1::Step MountShared(const v1::Bundle& bundle, std::string_view from, std::string_view path);

// A copy that the workload may write.
v1::Step MountCopy(const v1::Bundle& bundle, std::string_view from, std::string_view path);

v1::Step WriteFile(std::string_view path, std::string_view content);

// A path that isn't there is no error; `*` stands for any one name.
v1::Step Wipe(const std::vector<std::string>& paths);

// Asks the workload something whose output goes into the next Expand.
v1::Step Discover(v1::Command command);

// Makes something ready; a failure fails the runs that depend on it.
v1::Step Prepare(v1::Command command);

// Runs the workload untimed.
v1::Step Prime(v1::Command command);

// Runs the workload measured. Exactly one in every plan.
v1::Step Measure(v1::Command command);

// `name` is the name of the raw output, unique in the plan.
v1::Step CollectFile(std::string_view path, std::string_view name);
// Every file of a folder whose name matches: `profile/*.out`. Raw outputs are named by the prefix
// and the name of the file.
v1::Step CollectFiles(std::string_view path, std::string_view prefix);
v1::Step ListFiles(const std::vector<std::string>& paths, std::string_view name);

}  // namespace steps

// A command without a role; steps::Measure and its siblings give it one.
class CommandBuilder {
 public:
  // The program first. `{dir}` in an argument or value stands for the directory.
  explicit CommandBuilder(const std::vector<std::string>& arguments);

  CommandBuilder& Variable(std::string_view name, std::string_view value);
  CommandBuilder& WorkingDirectory(std::string_view path);
  // A program of the machine that it uses, and what to install where it is missing.
  CommandBuilder& MachineProgram(std::string_view name, std::string_view remedy);
  // Above zero.
  CommandBuilder& Timeout(absl::Duration timeout);
  // It may use the machine's network; without, it has one with nothing but loopback.
  CommandBuilder& Network();
  // In place of those before; a field that is 0 stands for the default that cell.proto tells.
  CommandBuilder& Limits(const v1::Limits& limits);

  const v1::Command& Build() const { return command_; }

 private:
  v1::Command command_;
};

// The steps of one build, in order.
class PlanBuilder {
 public:
  explicit PlanBuilder(std::string_view build);

  // Once in the life of the directory.
  void Once(v1::Step step);
  // At the start of every block.
  void EachBlock(v1::Step step);
  // In every run.
  void EachRun(v1::Step step);

  const v1::BuildPlan& Build() const { return plan_; }

 private:
  void Add(v1::Step::When when, v1::Step step);

  v1::BuildPlan plan_;
};

}  // namespace benchcell

#endif  // BENCHCELL_PLUGINS_SDK_STEPS_H_
