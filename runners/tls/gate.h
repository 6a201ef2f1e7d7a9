// The gate of a coordinator: says who calls, and lets in who may. All services are behind it
// without knowing of it.
//
// On a TLS port, ServerCredentialsFor (credentials.h) puts the gate in front of every call, before
// its message is read: also of methods that are added later, of health and reflection. What
// isn't in the table of access.h is refused. A certificate that isn't believed gets UNAUTHENTICATED
// with the reason, so that both ends know the same; the TLS handshake itself only proves that the
// caller has the certificate's key. Certificates are looked at again on every call: one that
// expires or is revoked loses its open connections, too.
//
// Where there is no TLS (the in-process channel; a plaintext port that the user allowed), gRPC has
// no such place, and everyone who can call is the local administrator. A gate only says so if it
// was made with WithoutTls::kLocalAdmin.

#ifndef BENCHCELL_RUNNERS_TLS_GATE_H_
#define BENCHCELL_RUNNERS_TLS_GATE_H_

#include <grpcpp/security/auth_context.h>
#include <grpcpp/security/auth_metadata_processor.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/server_interceptor.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "runners/base/clock.h"
#include "runners/tls/audit.h"
#include "runners/tls/authenticator.h"
#include "runners/tls/repeats.h"
#include "runners/tls/role.h"

namespace benchcell {

enum class WithoutTls { kRefused, kLocalAdmin };

// Thread-safe. Shared with gRPC, whose servers keep it.
class Gate : public std::enable_shared_from_this<Gate> {
 public:
  struct Parts {
    Clock clock;
    // Outlives the gate.
    AuditSink& audit;
    // Gets a line for each connection whose certificate isn't believed, and if the audit log can't
    // be written. Called from gRPC's threads.
    std::function<void(const std::string&)> log;
  };

  // `authenticator` may be null: no certificate is believed then.
  static std::shared_ptr<Gate> Make(std::unique_ptr<Authenticator> authenticator,
                                    WithoutTls without_tls, Parts parts);

  // Who calls, inside of a service. UNAUTHENTICATED if that isn't known, which doesn't happen
  // behind a gate.
  absl::StatusOr<PeerIdentity> PeerOf(const grpc::ServerContextBase& context);

  // Writes what became of an audited call inside of a service: which run or machine it changed.
  void NoteDone(const grpc::ServerContextBase& context, std::string_view method,
                const std::string& object, const absl::Status& status);

  // For ServerBuilder's experimental().SetInterceptorCreators: writes the audit lines of allowed
  // calls, with address, on any port and channel.
  std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> MakeAuditor();

  // For ServerCredentials: refuses calls. ServerCredentialsFor does it.
  std::shared_ptr<grpc::AuthMetadataProcessor> MakeProcessor();

  bool LetsPlaintextIn() const { return without_tls_ == WithoutTls::kLocalAdmin; }

  // Told of each new TLS connection; logs the certificate if it isn't believed.
  void LookAt(const std::string& certificate_pem);

 private:
  class Auditor;
  class CallAuditor;
  class Processor;

  Gate(std::unique_ptr<Authenticator> authenticator, WithoutTls without_tls, Parts parts);

  absl::StatusOr<PeerIdentity> PeerOf(const grpc::AuthContext* context);
  absl::Status Admit(const grpc::AuthContext& context, std::string_view method);
  void Audit(AuditLine line);

  const std::unique_ptr<Authenticator> authenticator_;
  const WithoutTls without_tls_;
  const Parts parts_;
  Repeats repeats_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_TLS_GATE_H_
