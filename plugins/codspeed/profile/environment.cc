#include "plugins/codspeed/profile/environment.h"

#include "nlohmann/json.hpp"
#include "runners/base/text.h"

namespace benchcell::codspeed {
namespace {

const nlohmann::json& Field(const nlohmann::json& object, const std::string& name) {
  static const auto& null = *new nlohmann::json(nullptr);
  if (!object.is_object()) return null;
  const auto found = object.find(name);
  return found == object.end() ? null : *found;
}

}  // namespace

std::string ProcessorOfLinker(std::string_view file_name) {
  constexpr std::string_view kLinkers[] = {"ld-linux-", "ld-musl-"};
  for (const std::string_view linker : kLinkers) {
    if (file_name.substr(0, linker.size()) != linker) continue;
    std::string name(file_name.substr(linker.size()));
    name = name.substr(0, name.find('.'));
    return name == "x86-64" ? "x86_64" : name;
  }
  return "";
}

Environment ParseEnvironment(std::string_view json) {
  const nlohmann::json parsed = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
  Environment environment;
  const nlohmann::json& node =
      Field(Field(Field(parsed, "integration_environment"), "nodejs"), "version");
  if (node.is_string()) environment.node = ToValidUtf8(node.get<std::string>());
  const nlohmann::json& libraries = Field(parsed, "linked_libraries");
  if (libraries.is_object()) {
    for (const auto& [name, library] : libraries.items()) {
      if (environment.processor.empty()) environment.processor = ProcessorOfLinker(name);
    }
  }
  return environment;
}

}  // namespace benchcell::codspeed
