// DSSE v1 envelopes: a payload with its type and a signature, as JSON.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_DSSE_H_
#define BENCHCELL_RUNNERS_EVIDENCE_DSSE_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace benchcell {

// With one signature, which is what evidence has.
struct Envelope {
  std::string payload_type;
  // As signed, not in Base64.
  std::string payload;
  // A hint, which nothing signs.
  std::string keyid;
  std::string signature;

  bool operator==(const Envelope&) const = default;
};

// The bytes that are signed: DSSE's pre-authentication encoding,
// "DSSEv1 LENGTH TYPE LENGTH PAYLOAD" with lengths in bytes as decimal ASCII.
std::string PreAuthenticationEncoding(std::string_view payload_type, std::string_view payload);

// `{"payload":BASE64,"payloadType":TYPE,"signatures":[{"keyid":KEYID,"sig":BASE64}]}` and a line
// break. The same envelope gives the same bytes.
std::string RenderEnvelope(const Envelope& envelope);

// INVALID_ARGUMENT unless the text is what RenderEnvelope gives for some envelope: the signature
// covers the payload only, and no other byte may be changed unnoticed either.
absl::StatusOr<Envelope> ParseEnvelope(std::string_view text);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_DSSE_H_
