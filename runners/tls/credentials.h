// TLS for both ends of a lab, and the rule where plaintext may be spoken.
//
//     auto gate = Gate::Make(...);
//     ASSIGN_OR_RETURN(auto credentials, ServerCredentialsFor(listen, security, gate));
//     builder.AddListeningPort(listen, credentials);
//     builder.experimental().SetInterceptorCreators(...gate->MakeAuditor()...);
//
//     ASSIGN_OR_RETURN(auto credentials, ChannelCredentialsFor(target, security));
//     auto channel = grpc::CreateCustomChannel(target, credentials, arguments);
//
// Both ends check themselves first, so that a wrong folder is told at once and at home. After that,
// the server's answer (UNAUTHENTICATED, see gate.h) or the client's own verdict (UNAVAILABLE, its
// text is in the message) says what is wrong.

#ifndef BENCHCELL_RUNNERS_TLS_CREDENTIALS_H_
#define BENCHCELL_RUNNERS_TLS_CREDENTIALS_H_

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "runners/base/clock.h"
#include "runners/tls/gate.h"

namespace grpc {
class ChannelCredentials;
class ServerCredentials;
}  // namespace grpc

namespace benchcell {

// What the flags --tls and --insecure-network say.
struct LinkSecurity {
  // Folder as in runners/tls/folder.h; empty for plaintext.
  std::filesystem::path tls;
  bool insecure_network = false;
};

// Credentials of a listening port. With TLS: FAILED_PRECONDITION if LoadIdentity objects; the
// certificate and its key can be replaced while the server runs (see kReloadEvery in folder.h;
// connections that are open stay). Without: INVALID_ARGUMENT if CheckPlaintext objects,
// FAILED_PRECONDITION if the gate was not made for it.
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> ServerCredentialsFor(
    const std::string& address, const LinkSecurity& security, const std::shared_ptr<Gate>& gate,
    const Clock& clock);

// Credentials of a channel to `target`. Errors as above. With TLS, the server must show a
// coordinator's certificate, of the same CA, for the host that `target` names. The files are read
// once: a client takes a new certificate when it starts again (an agent loses nothing by that).
absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> ChannelCredentialsFor(
    const std::string& target, const LinkSecurity& security, const Clock& clock);

// A failed call's status, with a sentence on what to do where gRPC's message alone doesn't tell:
// one end speaks TLS and the other doesn't.
absl::Status ExplainLink(const absl::Status& status, const LinkSecurity& security);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_CREDENTIALS_H_
