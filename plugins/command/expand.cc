#include "plugins/command/expand.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "plugins/command/inputs.h"
#include "plugins/command/invocation.h"
#include "plugins/command/placeholders.h"
#include "plugins/command/plan.h"
#include "plugins/command/settings.h"
#include "runners/base/status_macros.h"
#include "runners/design/nearest.h"

namespace benchcell::command {
namespace {

class Expander {
 public:
  explicit Expander(const v1::ExpandRequest& request) : request_(request) {}

  v1::ExpandResponse Expand() {
    const absl::StatusOr<std::string> directory = WorkingDirectory(request_.experiment());
    if (!directory.ok()) {
      Refuse(0, "", directory.status());
      return std::move(response_);
    }
    for (const v1::Build& build : request_.experiment().build()) {
      absl::StatusOr<Settings> settings = SettingsOf(request_.experiment(), build);
      if (settings.ok()) {
        settings_.push_back(*std::move(settings));
      } else {
        Refuse(0, build.name(), settings.status());
      }
    }
    // Others would be refused for what was refused already.
    if (!response_.refusal().empty()) return std::move(response_);
    CheckAxes();
    CheckMetrics();
    for (const v1::Cell& asked : request_.cell()) AddCell(asked, *directory);
    if (!response_.refusal().empty()) {
      response_.clear_cell();
      response_.clear_metric();
    }
    return std::move(response_);
  }

 private:
  // Most mistakes are the same in every cell.
  void Refuse(uint32_t cell, const std::string& build, const absl::Status& why) {
    const std::string message(why.message());
    if (!refused_.insert({build, message}).second) return;
    v1::Refusal& refusal = *response_.add_refusal();
    refusal.set_cell(cell);
    refusal.set_build(build);
    refusal.set_message(message);
  }

  void CheckAxes() {
    std::set<std::string> used = {kShellAxis};
    const auto add = [&](const std::string& text) {
      for (std::string& name : PlaceholdersIn(text)) used.insert(std::move(name));
    };
    for (const Settings& settings : settings_) {
      add(settings.command);
      add(settings.prepare.value_or(""));
      for (const v1::EnvironmentVariable& variable : settings.environment) add(variable.value());
    }
    if (request_.cell().empty()) return;
    for (const v1::Level& level : request_.cell(0).level()) {
      if (used.contains(level.axis())) continue;
      Refuse(0, "",
             absl::InvalidArgumentError(
                 absl::StrCat("no command uses the axis ", Quoted(level.axis()), "; expected {",
                              level.axis(), "} in a command, in prepare or in a variable")));
    }
  }

  // All builds have the same ones, or there is nothing to compare.
  void CheckMetrics() {
    for (size_t i = 0; i < settings_.size(); ++i) {
      for (const MetricSpec& spec : settings_[i].reading.metrics) {
        const v1::Metric& metric = spec.metric;
        const auto known =
            std::find_if(response_.metric().begin(), response_.metric().end(),
                         [&](const v1::Metric& other) { return other.name() == metric.name(); });
        if (known == response_.metric().end()) {
          *response_.add_metric() = metric;
        } else if (known->unit() != metric.unit() || known->direction() != metric.direction()) {
          Refuse(0, BuildName(i),
                 absl::InvalidArgumentError(absl::StrCat(
                     "the metric ", metric.name(), " has another unit or direction than in ",
                     "another build; expected the same in all")));
        }
      }
    }
    for (size_t i = 0; i < settings_.size(); ++i) {
      const auto& own = settings_[i].reading.metrics;
      for (const v1::Metric& metric : response_.metric()) {
        if (std::any_of(own.begin(), own.end(), [&](const MetricSpec& spec) {
              return spec.metric.name() == metric.name();
            })) {
          continue;
        }
        Refuse(0, BuildName(i),
               absl::InvalidArgumentError(absl::StrCat(
                   "it lacks the metric ", metric.name(),
                   ", which another build has; expected it in the build or for all builds")));
      }
    }
  }

  void AddCell(const v1::Cell& asked, const std::string& directory) {
    v1::Cell& cell = *response_.add_cell();
    cell = asked;
    for (size_t i = 0; i < settings_.size(); ++i) {
      absl::StatusOr<v1::BuildPlan> plan = Plan(asked, i, directory);
      if (plan.ok()) {
        *cell.add_build() = *std::move(plan);
      } else {
        Refuse(asked.index(), BuildName(i), plan.status());
      }
    }
  }

  absl::StatusOr<v1::BuildPlan> Plan(const v1::Cell& cell, size_t build,
                                     const std::string& directory) {
    const v1::Build& asked = request_.experiment().build(static_cast<int>(build));
    ASSIGN_OR_RETURN(const std::vector<PlacedInput> inputs,
                     InputsOf(request_, cell, asked, directory));
    return PlanFor(asked.name(), settings_[build], cell.level(), inputs, directory);
  }

  const std::string& BuildName(size_t build) const {
    return request_.experiment().build(static_cast<int>(build)).name();
  }

  const v1::ExpandRequest& request_;
  // One for each build.
  std::vector<Settings> settings_;
  std::set<std::pair<std::string, std::string>> refused_;
  v1::ExpandResponse response_;
};

}  // namespace

v1::ExpandResponse Expand(const v1::ExpandRequest& request) { return Expander(request).Expand(); }

}  // namespace benchcell::command
