#include "plugins/sdk/plugin.h"

#include <cstdint>
#include <exception>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/util/json_util.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

v1::PluginResponse Error(const std::string& message) {
  v1::PluginResponse response;
  response.set_error(ToValidUtf8(message));
  return response;
}

v1::PluginResponse Error(const char* call, const absl::Status& status) {
  return Error(absl::StrCat(call, ": ", status.message()));
}

v1::PluginResponse AnswerOrThrow(Plugin& plugin, const v1::PluginRequest& request) {
  v1::PluginResponse response;
  switch (request.request_case()) {
    case v1::PluginRequest::kDescribe:
      *response.mutable_describe() = plugin.Describe();
      return response;
    case v1::PluginRequest::kExpand: {
      absl::StatusOr<v1::ExpandResponse> expanded = plugin.Expand(request.expand());
      if (!expanded.ok()) return Error("expand", expanded.status());
      *response.mutable_expand() = *std::move(expanded);
      return response;
    }
    case v1::PluginRequest::kParse: {
      absl::StatusOr<v1::ParseResponse> parsed = plugin.Parse(request.parse());
      if (!parsed.ok()) return Error("parse", parsed.status());
      *response.mutable_parse() = *std::move(parsed);
      return response;
    }
    case v1::PluginRequest::REQUEST_NOT_SET:
      break;
  }
  return Error("the request asks for nothing: expected one of describe, expand, parse");
}

v1::PluginResponse AnswerLine(Plugin& plugin, const std::string& line, uint64_t number) {
  // Fields of a newer protocol are no reason to fail.
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  v1::PluginRequest request;
  const auto status = google::protobuf::util::JsonStringToMessage(line, &request, options);
  if (status.ok()) return Answer(plugin, request);
  return Error(absl::StrCat(
      "line ", number, " (", line.size(),
      " bytes) is no PluginRequest in protobuf's JSON mapping: ", std::string(status.message())));
}

std::string ToLine(const v1::PluginResponse& response) {
  std::string line;
  const auto status = google::protobuf::util::MessageToJsonString(response, &line);
  if (status.ok()) return line;
  line.clear();
  const v1::PluginResponse error =
      Error(absl::StrCat("the response can't be written as JSON: ", std::string(status.message())));
  return google::protobuf::util::MessageToJsonString(error, &line).ok() ? line : "{\"error\":\"\"}";
}

}  // namespace

v1::PluginResponse Answer(Plugin& plugin, const v1::PluginRequest& request) {
  try {
    return AnswerOrThrow(plugin, request);
  } catch (const std::exception& exception) {
    return Error(absl::StrCat("the plugin threw: ", exception.what()));
  } catch (...) {
    return Error("the plugin threw something that is no std::exception");
  }
}

int Serve(Plugin& plugin, std::istream& in, std::ostream& out) {
  std::string line;
  for (uint64_t number = 1; std::getline(in, line); ++number) {
    if (absl::StripAsciiWhitespace(line).empty()) continue;
    out << ToLine(AnswerLine(plugin, line, number)) << '\n' << std::flush;
    if (!out) return 1;
  }
  return 0;
}

}  // namespace benchcell
