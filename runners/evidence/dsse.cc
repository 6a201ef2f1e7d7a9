#include "runners/evidence/dsse.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"

namespace benchcell {
namespace {

using Json = nlohmann::json;

absl::Status Unfit(const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat("no DSSE envelope of evidence: ", what));
}

// The text of an object's member.
absl::StatusOr<std::string> TextOf(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found != object.end() && found->is_string()) return found->get<std::string>();
  return Unfit(absl::StrCat("\"", name, "\" is ",
                            found == object.end() ? "missing" : found->type_name(),
                            "; expected a text"));
}

absl::StatusOr<std::string> BytesOf(const Json& object, const char* name) {
  ASSIGN_OR_RETURN(const std::string text, TextOf(object, name));
  std::string bytes;
  if (absl::Base64Unescape(text, &bytes)) return bytes;
  return Unfit(absl::StrCat("\"", name, "\" is not in Base64"));
}

}  // namespace

std::string PreAuthenticationEncoding(std::string_view payload_type, std::string_view payload) {
  std::string bytes = absl::StrCat("DSSEv1 ", payload_type.size(), " ");
  bytes.append(payload_type).append(absl::StrCat(" ", payload.size(), " ")).append(payload);
  return bytes;
}

std::string RenderEnvelope(const Envelope& envelope) {
  const Json json = {
      {"payload", absl::Base64Escape(envelope.payload)},
      {"payloadType", envelope.payload_type},
      {"signatures", Json::array({{{"keyid", envelope.keyid},
                                   {"sig", absl::Base64Escape(envelope.signature)}}})}};
  return absl::StrCat(json.dump(-1, ' ', false, Json::error_handler_t::replace), "\n");
}

absl::StatusOr<Envelope> ParseEnvelope(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return Unfit("expected a JSON object");
  Envelope envelope;
  ASSIGN_OR_RETURN(envelope.payload_type, TextOf(json, "payloadType"));
  ASSIGN_OR_RETURN(envelope.payload, BytesOf(json, "payload"));
  const auto signatures = json.find("signatures");
  if (signatures == json.end() || !signatures->is_array() || signatures->size() != 1) {
    return Unfit(absl::StrCat("it has ",
                              signatures != json.end() && signatures->is_array()
                                  ? absl::StrCat(signatures->size())
                                  : std::string("no list of"),
                              " signatures; expected one"));
  }
  const Json& signature = signatures->front();
  if (!signature.is_object()) return Unfit("its signature is no JSON object");
  ASSIGN_OR_RETURN(envelope.keyid, TextOf(signature, "keyid"));
  ASSIGN_OR_RETURN(envelope.signature, BytesOf(signature, "sig"));

  const std::string expected = RenderEnvelope(envelope);
  if (expected == text) return envelope;
  const auto place = std::mismatch(expected.begin(), expected.end(), text.begin(), text.end());
  return Unfit(absl::StrCat("byte ", place.second - text.begin(),
                            " isn't what benchcell writes for this payload and signature"));
}

}  // namespace benchcell
