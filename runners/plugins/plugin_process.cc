#include "runners/plugins/plugin_process.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "google/protobuf/util/json_util.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

constexpr size_t kQuotedBytes = 200;

const char* NameOf(v1::PluginResponse::ResponseCase answer) {
  switch (answer) {
    case v1::PluginResponse::kDescribe:
      return "describe";
    case v1::PluginResponse::kExpand:
      return "expand";
    case v1::PluginResponse::kParse:
      return "parse";
    case v1::PluginResponse::kError:
      return "error";
    case v1::PluginResponse::RESPONSE_NOT_SET:
      break;
  }
  return "nothing";
}

absl::StatusOr<std::string> ToLine(const v1::PluginRequest& request) {
  // With zeros and empty texts, so that a plugin without a protobuf library finds every field.
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  std::string line;
  const auto status = google::protobuf::util::MessageToJsonString(request, &line, options);
  if (status.ok()) return line;
  return absl::InvalidArgumentError(
      absl::StrCat("the request can't be written as JSON: ", std::string(status.message())));
}

// Where JSON has its first null that is no part of a string, or npos.
size_t FindNull(std::string_view json) {
  bool in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"') in_string = !in_string;
    if (in_string && json[i] == '\\') ++i;
    if (!in_string && json.substr(i, 4) == "null") return i;
  }
  return std::string_view::npos;
}

absl::StatusOr<v1::PluginResponse> FromLine(const std::string& line,
                                            v1::PluginResponse::ResponseCase expected) {
  v1::PluginResponse response;
  // Unknown fields are refused: a misspelt one would otherwise be a silent loss.
  const auto status = google::protobuf::util::JsonStringToMessage(line, &response);
  if (!status.ok()) {
    const std::string quoted = ToValidUtf8(std::string_view(line).substr(0, kQuotedBytes));
    return absl::InternalError(absl::StrCat("answered with ", line.size(),
                                            " bytes that are no PluginResponse in protobuf's JSON "
                                            "mapping: ",
                                            ToValidUtf8(std::string(status.message())),
                                            "; they begin with: ", quoted));
  }
  // The mapping would take it for 0, and so a NaN for a measured value.
  if (const size_t null = FindNull(line); null != std::string::npos) {
    const size_t start = null - std::min(null, kQuotedBytes / 2);
    return absl::InternalError(absl::StrCat(
        "answered with a null: ", ToValidUtf8(std::string_view(line).substr(start, null - start)),
        "null; expected a value, or no such field. JSON.stringify makes null of NaN and Infinity"));
  }
  if (response.has_error()) return absl::InvalidArgumentError(response.error());
  if (response.response_case() != expected) {
    return absl::InternalError(absl::StrCat("answered with ", NameOf(response.response_case()),
                                            ", expected ", NameOf(expected)));
  }
  return response;
}

}  // namespace

PluginProcess::PluginProcess(std::string name, LineChildOptions options)
    : name_(std::move(name)), options_(std::move(options)) {}

absl::StatusOr<v1::PluginDescription> PluginProcess::Describe() {
  v1::PluginRequest request;
  request.mutable_describe();
  ASSIGN_OR_RETURN(v1::PluginResponse response,
                   Call(request, v1::PluginResponse::kDescribe, "describe"));
  if (response.describe().name() != name_) {
    return absl::InternalError(absl::StrCat(
        "plugin \"", name_, "\" (", absl::StrJoin(options_.command, " "), "): calls itself \"",
        response.describe().name(), "\", expected \"", name_, "\""));
  }
  return std::move(*response.mutable_describe());
}

absl::StatusOr<v1::ExpandResponse> PluginProcess::Expand(const v1::ExpandRequest& expand) {
  v1::PluginRequest request;
  *request.mutable_expand() = expand;
  const std::string what = absl::StrCat("expand of experiment \"", expand.experiment().name(),
                                        "\" (", expand.cell_size(), " cells)");
  ASSIGN_OR_RETURN(v1::PluginResponse response, Call(request, v1::PluginResponse::kExpand, what));
  return std::move(*response.mutable_expand());
}

absl::StatusOr<v1::ParseResponse> PluginProcess::Parse(const v1::ParseRequest& parse) {
  v1::PluginRequest request;
  *request.mutable_parse() = parse;
  const std::string what = absl::StrCat("parse of cell ", parse.record().cell(), ", build \"",
                                        parse.build(), "\", round ", parse.record().round(),
                                        ", run ", parse.record().planned().index());
  ASSIGN_OR_RETURN(v1::PluginResponse response, Call(request, v1::PluginResponse::kParse, what));
  return std::move(*response.mutable_parse());
}

absl::StatusOr<v1::PluginResponse> PluginProcess::Call(const v1::PluginRequest& request,
                                                       v1::PluginResponse::ResponseCase expected,
                                                       const std::string& what) {
  const std::string program = absl::StrJoin(options_.command, " ");
  const std::string who = absl::StrCat("plugin \"", name_, "\" (", program, "), ", what);
  absl::StatusOr<std::string> line = ToLine(request);
  if (!line.ok()) return Annotate(line.status(), who);

  const std::lock_guard lock(mutex_);
  absl::StatusOr<v1::PluginResponse> response = Exchange(*line, expected);
  // A plugin that says why it can't serve a request is in order; any other failure ends it.
  if (response.ok() || absl::IsInvalidArgument(response.status())) {
    return response.ok() ? response : Annotate(response.status(), who);
  }
  const std::string last_words = child_ == nullptr ? "" : child_->LastWords();
  child_.reset();
  return Annotate(
      absl::Status(response.status().code(), last_words.empty()
                                                 ? std::string(response.status().message())
                                                 : absl::StrCat(response.status().message(),
                                                                "; its last words:\n", last_words)),
      who);
}

absl::StatusOr<v1::PluginResponse> PluginProcess::Exchange(
    const std::string& line, v1::PluginResponse::ResponseCase expected) {
  if (child_ == nullptr) {
    ASSIGN_OR_RETURN(child_, LineChild::Start(options_));
  }
  ASSIGN_OR_RETURN(const std::string answer, child_->Exchange(line));
  return FromLine(answer, expected);
}

}  // namespace benchcell
