#include "plugins/codspeed/profile/places.h"

#include <cstddef>

namespace benchcell::codspeed {
namespace {

constexpr std::string_view kModules = "/node_modules/";
constexpr std::string_view kUrl = "file://";
constexpr std::string_view kProvider = "/benchcell/provider.mjs";

std::string_view WithoutScheme(std::string_view place) {
  if (place.substr(0, kUrl.size()) == kUrl) place.remove_prefix(kUrl.size());
  return place;
}

// The part behind the last node_modules/; empty if there is none.
std::string_view InModules(std::string_view place) {
  const size_t at = place.rfind(kModules);
  return at == std::string_view::npos ? std::string_view() : place.substr(at + kModules.size());
}

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

}  // namespace

bool IsHarnessPlace(std::string_view place) {
  const std::string_view module = InModules(place);
  for (const char* package : {"vitest/", "@vitest/", "vite/", "tinybench/", "@codspeed/"}) {
    if (StartsWith(module, package)) return true;
  }
  return module.empty() && place.find(kProvider) != std::string_view::npos;
}

bool IsHarnessFunction(std::string_view function) { return function == "__codspeed_root_frame__"; }

std::string ShortPlace(std::string_view place, const std::string& root) {
  place = WithoutScheme(place);
  if (const std::string_view module = InModules(place); !module.empty()) {
    return std::string(module);
  }
  if (const size_t at = place.find(kProvider); at != std::string_view::npos) {
    return std::string(place.substr(at + 1));
  }
  if (!root.empty() && StartsWith(place, root)) place.remove_prefix(root.size());
  return std::string(place);
}

std::string RootOfCommand(std::string_view command) {
  const size_t end = command.find(kModules);
  if (end == std::string_view::npos) return "";
  // Of a word or of the value of a flag.
  const size_t before = command.find_last_of(" =", end);
  const size_t start = before == std::string_view::npos ? 0 : before + 1;
  return std::string(command.substr(start, end - start)) + "/";
}

}  // namespace benchcell::codspeed
