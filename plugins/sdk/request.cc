#include "plugins/sdk/request.h"

#include <fstream>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "runners/base/clock.h"

namespace benchcell {
namespace {

bool Meets(const v1::Cell& cell, const v1::Level& when) {
  return LevelOf(cell, when.axis()) == when.level();
}

// The best input among `inputs`: one whose `when` the cell meets, else one without.
absl::StatusOr<const v1::Input*> Best(const google::protobuf::RepeatedPtrField<v1::Input>& inputs,
                                      const v1::Cell& cell, std::string_view name) {
  const v1::Input* best[2] = {nullptr, nullptr};
  for (const v1::Input& input : inputs) {
    if (input.name() != name) continue;
    if (input.has_when() && !Meets(cell, input.when())) continue;
    const v1::Input*& place = best[input.has_when() ? 0 : 1];
    if (place != nullptr) {
      return absl::InvalidArgumentError(absl::StrCat(
          "input \"", std::string(name), "\" is given twice for the same cells: ", place->label(),
          " and ", input.label(),
          "; keep one, or bind each to a "
          "level with `when`"));
    }
    place = &input;
  }
  return best[0] != nullptr ? best[0] : best[1];
}

absl::StatusOr<const v1::Bundle*> BundleOf(const v1::ExpandRequest& request,
                                           const v1::Input& input) {
  for (const v1::Bundle& bundle : request.bundle()) {
    if (bundle.label() != input.label()) continue;
    if (bundle.platform() == request.platform() || bundle.platform() == "any") return &bundle;
  }
  return absl::InvalidArgumentError(absl::StrCat("input \"", input.name(), "\": ", input.label(),
                                                 " has no bundle for ", request.platform()));
}

}  // namespace

std::string LevelOf(const v1::Cell& cell, std::string_view axis) {
  for (const v1::Level& level : cell.level()) {
    if (level.axis() == axis) return level.level();
  }
  return "";
}

absl::StatusOr<const v1::Bundle*> FindInput(const v1::ExpandRequest& request, const v1::Cell& cell,
                                            const v1::Build& build, std::string_view name) {
  for (const auto* inputs : {&build.input(), &request.experiment().input()}) {
    const absl::StatusOr<const v1::Input*> input = Best(*inputs, cell, name);
    if (!input.ok()) return input.status();
    if (*input != nullptr) return BundleOf(request, **input);
  }
  return nullptr;
}

std::optional<std::string> FindParameter(const v1::Experiment& experiment, const v1::Build& build,
                                         std::string_view name) {
  for (const auto* parameters : {&build.parameter(), &experiment.parameter()}) {
    for (const v1::Parameter& parameter : *parameters) {
      if (parameter.name() == name) return parameter.value();
    }
  }
  return std::nullopt;
}

absl::Duration CommandTimeout(const v1::Experiment& experiment) {
  const absl::Duration value = ToDuration(experiment.protocol().timeout());
  return value > absl::ZeroDuration() ? value : absl::Minutes(10);
}

std::string RawOutputPath(const v1::ParseRequest& request, std::string_view name) {
  for (const v1::RawOutputFile& output : request.raw_output()) {
    if (output.name() == name) return output.path();
  }
  return "";
}

std::optional<std::string> ReadRawOutput(const v1::ParseRequest& request, std::string_view name) {
  const std::string path = RawOutputPath(request, name);
  if (path.empty()) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string content(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) return std::nullopt;
  return content;
}

}  // namespace benchcell
