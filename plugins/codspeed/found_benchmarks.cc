#include "plugins/codspeed/found_benchmarks.h"

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "plugins/codspeed/profile/uri_counter.h"
#include "re2/re2.h"
#include "runners/base/text.h"

namespace benchcell::codspeed {
namespace {

using nlohmann::json;

// JSON strings can hold lone surrogates, which the parser refuses, but also any control.
std::string Text(const json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || !found->is_string() ? "" : ToValidUtf8(found->get<std::string>());
}

std::vector<std::string> Names(const json& object, const char* key) {
  std::vector<std::string> names;
  if (!object.contains(key)) return names;
  for (const json& name : object.at(key)) names.push_back(ToValidUtf8(name.get<std::string>()));
  return names;
}

// The first frame of the package's own code.
std::string PlaceOf(const std::string& stack, const std::string& root) {
  static const auto& frame = *new RE2(R"((?:file://)?(/[^\s()]+):(\d+):(\d+)\)?(?:\n|$))");
  re2::StringPiece rest(stack);
  std::string path, line, column;
  while (RE2::FindAndConsume(&rest, frame, &path, &line, &column)) {
    if (path.rfind(root + "/", 0) != 0 || path.find("/node_modules/") != std::string::npos) {
      continue;
    }
    return absl::StrCat(path.substr(root.size() + 1), ":", line, ":", column);
  }
  return "";
}

FoundBenchmarks Read(const json& text) {
  FoundBenchmarks found;
  found.vitest = Text(text, "vitest");
  found.node = Text(text, "node");
  found.root = Text(text, "root");
  UriCounter uris;
  for (const json& entry : text.at("benchmarks")) {
    FoundBenchmark& benchmark = found.benchmarks.emplace_back();
    benchmark.file = Text(entry, "file");
    benchmark.test = Names(entry, "test");
    const std::string state = Text(entry, "state");
    benchmark.runs = Text(entry, "mode") == "run" && state != "left out";
    benchmark.broke_off = state == "begun";
    benchmark.own_uri = ToValidUtf8(entry.at("uri").get<std::string>());
    benchmark.uri = benchmark.runs ? uris.Unique(benchmark.own_uri) : benchmark.own_uri;
  }
  for (const json& entry : text.at("errors")) {
    found.errors.push_back({Text(entry, "file"), Names(entry, "names"), Text(entry, "message"),
                            PlaceOf(Text(entry, "stack"), found.root)});
  }
  return found;
}

}  // namespace

absl::StatusOr<FoundBenchmarks> ParseFoundBenchmarks(const std::string& text) {
  try {
    return Read(json::parse(text));
  } catch (const json::exception& error) {
    return absl::InvalidArgumentError(
        absl::StrCat("benchmarks.json is not what the reporter writes: ", error.what()));
  }
}

}  // namespace benchcell::codspeed
