#include "runners/plugins/plan_objection.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "runners/base/clock.h"
#include "runners/base/step_path.h"

namespace benchcell {
namespace {

using Bundles = google::protobuf::RepeatedPtrField<v1::Bundle>;

std::string PathObjection(const std::string& path) {
  const std::string objection = StepPathObjection(path);
  return objection.empty() ? "" : absl::StrCat("has the path \"", path, "\", which ", objection);
}

template <typename Paths>
std::string PathsObjection(const Paths& paths) {
  if (paths.empty()) return "names no path";
  for (const std::string& path : paths) {
    if (std::string objection = PathObjection(path); !objection.empty()) return objection;
  }
  return "";
}

std::string MountObjection(const v1::Mount& mount, const Bundles& bundles) {
  if (std::none_of(bundles.begin(), bundles.end(),
                   [&](const v1::Bundle& bundle) { return bundle.sha256() == mount.sha256(); })) {
    return absl::StrCat("mounts the bundle \"", mount.sha256(),
                        "\", which is none of the request's (Bundle.sha256 is what to name)");
  }
  if (mount.mode() != v1::Mount::SHARED && mount.mode() != v1::Mount::COPY) {
    return "mounts without a mode; SHARED and COPY are the modes";
  }
  if (!mount.from().empty()) {
    if (std::string objection = PathObjection(mount.from()); !objection.empty()) return objection;
  }
  return PathObjection(mount.path());
}

std::string CommandObjection(const v1::Command& command) {
  if (command.role() == v1::Command::ROLE_UNSPECIFIED ||
      !v1::Command::Role_IsValid(command.role())) {
    return "runs a command without a role";
  }
  if (command.argument().empty() || command.argument(0).empty())
    return "runs a command of no words";
  if (!command.has_timeout() || ToDuration(command.timeout()) <= absl::ZeroDuration()) {
    return "runs a command without a timeout above 0";
  }
  if (command.working_directory().empty()) return "";
  return PathObjection(command.working_directory());
}

// `names` are those of the raw outputs so far.
std::string NameObjection(const std::string& name, std::set<std::string>& names) {
  if (name.empty()) return "keeps a raw output without a name";
  if (!names.insert(name).second) {
    return absl::StrCat("keeps a raw output \"", name, "\" beside another of that name");
  }
  return "";
}

std::string StepObjection(const v1::Step& step, const Bundles& bundles,
                          std::set<std::string>& names) {
  if (step.when() == v1::Step::WHEN_UNSPECIFIED || !v1::Step::When_IsValid(step.when())) {
    return "doesn't say when: ONCE, EACH_BLOCK or EACH_RUN";
  }
  switch (step.action_case()) {
    case v1::Step::kMount:
      return MountObjection(step.mount(), bundles);
    case v1::Step::kWriteFile:
      return PathObjection(step.write_file().path());
    case v1::Step::kWipe:
      return PathsObjection(step.wipe().path());
    case v1::Step::kCommand: {
      std::string objection = CommandObjection(step.command());
      if (objection.empty() && step.command().has_channel()) {
        objection = NameObjection(step.command().channel().name(), names);
      }
      return objection;
    }
    case v1::Step::kCollectFile: {
      std::string objection = PathObjection(step.collect_file().path());
      return objection.empty() ? NameObjection(step.collect_file().name(), names) : objection;
    }
    case v1::Step::kListFiles: {
      std::string objection = PathsObjection(step.list_files().path());
      return objection.empty() ? NameObjection(step.list_files().name(), names) : objection;
    }
    case v1::Step::kCollectFiles:
      return PathObjection(step.collect_files().path());
    case v1::Step::ACTION_NOT_SET:
      return "does nothing";
  }
  return "does nothing";
}

}  // namespace

std::string PlanObjection(const v1::BuildPlan& plan, v1::Command::Role role,
                          const Bundles& bundles) {
  std::set<std::string> names = {"stdout", "stderr"};
  for (int i = 0; i < plan.step_size(); ++i) {
    const std::string objection = StepObjection(plan.step(i), bundles, names);
    if (!objection.empty())
      return absl::StrCat("planned a step (number ", i + 1, ") that ", objection);
  }
  const auto commands =
      std::count_if(plan.step().begin(), plan.step().end(), [&](const v1::Step& step) {
        return step.when() == v1::Step::EACH_RUN && step.has_command() &&
               step.command().role() == role;
      });
  if (commands == 1) return "";
  return absl::StrCat("planned ", commands, " commands of role ", v1::Command::Role_Name(role),
                      " in EACH_RUN; exactly one is what a run is");
}

}  // namespace benchcell
