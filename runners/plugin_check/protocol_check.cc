#include "runners/plugin_check/protocol_check.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "benchcell/v1/plugin.pb.h"
#include "google/protobuf/util/json_util.h"

namespace benchcell {
namespace {

constexpr char kDescribe[] = R"({"describe":{}})";

// What is wrong with the answer to a line; empty if nothing. `wanted` is the field that it has to
// have, or NOT_SET for any.
std::string ObjectionTo(LineChild& child, const std::string& line,
                        v1::PluginResponse::ResponseCase wanted) {
  const std::string asked = absl::StrCat("asked ", line.substr(0, 60), " it ");
  const absl::StatusOr<std::string> answer = child.Exchange(line);
  if (!answer.ok()) {
    const std::string last_words = child.LastWords();
    return absl::StrCat(asked, std::string(answer.status().message()),
                        last_words.empty() ? "" : "; its last words:\n", last_words);
  }
  v1::PluginResponse response;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const auto parsed = google::protobuf::util::JsonStringToMessage(*answer, &response, options);
  if (!parsed.ok()) {
    return absl::StrCat(asked, "answered ", answer->substr(0, 100),
                        ", which is no PluginResponse: ", std::string(parsed.message()));
  }
  if (wanted == v1::PluginResponse::RESPONSE_NOT_SET || response.response_case() == wanted) {
    return "";
  }
  return absl::StrCat(asked, "answered ", answer->substr(0, 100), "; expected ",
                      wanted == v1::PluginResponse::kError ? R"({"error": "what is wrong"})"
                                                           : R"({"describe": {...}})");
}

}  // namespace

void CheckProtocol(const PluginUnderCheck& plugin, Findings& findings) {
  const absl::StatusOr<std::unique_ptr<LineChild>> child = LineChild::Start(plugin.options);
  if (!child.ok()) {
    findings.Broken("starts", std::string(child.status().message()));
    return;
  }
  using Response = v1::PluginResponse;
  const std::vector<std::pair<std::string, Response::ResponseCase>> lines = {
      {"this is no JSON", Response::kError},
      {"{}", Response::kError},
      {"[1, 2]", Response::kError},
      {R"({"askedInALaterVersion":{}})", Response::kError},
      // A field that a later version adds.
      {R"({"describe":{"later":1}})", Response::RESPONSE_NOT_SET},
      {kDescribe, Response::kDescribe},
  };
  std::string broken;
  for (const auto& [line, wanted] : lines) {
    broken = ObjectionTo(**child, line, wanted);
    if (!broken.empty()) break;
  }
  findings.Judge("answers lines that are no request with an error, and goes on", broken);
  if (!broken.empty()) return;
  const absl::StatusOr<std::string> end = (*child)->End();
  findings.Judge("ends when its input ends", end.ok() ? *end : std::string(end.status().message()));
}

}  // namespace benchcell
