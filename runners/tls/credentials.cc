#include "runners/tls/credentials.h"

#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_certificate_verifier.h>
#include <grpcpp/security/tls_credentials_options.h>

#include <functional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/tls/address.h"
#include "runners/tls/certificate.h"
#include "runners/tls/folder.h"
#include "runners/tls/verify.h"

namespace benchcell {
namespace {

using grpc::experimental::ExternalCertificateVerifier;
using grpc::experimental::TlsCustomVerificationCheckRequest;

std::string PeerPem(TlsCustomVerificationCheckRequest& request) {
  const char* pem = request.c_request()->peer_info.peer_cert;
  return pem == nullptr ? "" : pem;
}

// Lets every connection through to the gate, which answers each of its calls, and logs those that
// will get no call through.
class ServerSideVerifier : public ExternalCertificateVerifier {
 public:
  explicit ServerSideVerifier(std::shared_ptr<Gate> gate) : gate_(std::move(gate)) {}

  bool Verify(TlsCustomVerificationCheckRequest* request, std::function<void(grpc::Status)>,
              grpc::Status* verdict) override {
    gate_->LookAt(PeerPem(*request));
    *verdict = grpc::Status::OK;
    return true;
  }
  void Cancel(TlsCustomVerificationCheckRequest*) override {}

 private:
  const std::shared_ptr<Gate> gate_;
};

// The client's whole judgement of the server's certificate.
class ClientSideVerifier : public ExternalCertificateVerifier {
 public:
  ClientSideVerifier(Certificate ca, Clock clock) : ca_(std::move(ca)), clock_(std::move(clock)) {}

  bool Verify(TlsCustomVerificationCheckRequest* request, std::function<void(grpc::Status)>,
              grpc::Status* verdict) override {
    const char* target = request->c_request()->target_name;
    const absl::Status status = Judge(PeerPem(*request), target == nullptr ? "" : target);
    *verdict = status.ok()
                   ? grpc::Status::OK
                   : grpc::Status(grpc::StatusCode::UNAUTHENTICATED, std::string(status.message()));
    return true;
  }
  void Cancel(TlsCustomVerificationCheckRequest*) override {}

 private:
  absl::Status Judge(const std::string& pem, const std::string& target) const {
    ASSIGN_OR_RETURN(const Certificate certificate,
                     Certificate::FromPem(pem, "the coordinator's certificate"));
    RETURN_IF_ERROR(VerifyCertificate(certificate, ca_, CertificateUse::kServer, clock_()));
    return VerifyHost(certificate, HostOf(target));
  }

  const Certificate ca_;
  const Clock clock_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> ServerCredentialsFor(
    const std::string& address, const LinkSecurity& security, const std::shared_ptr<Gate>& gate,
    const Clock& clock) {
  if (security.tls.empty()) {
    RETURN_IF_ERROR(CheckPlaintext(address, AddressUse::kListen, security.insecure_network));
    if (!gate->LetsPlaintextIn()) {
      return absl::FailedPreconditionError(
          absl::StrCat("a plaintext port ", address, " behind a gate that lets TLS in only"));
    }
    return grpc::InsecureServerCredentials();
  }
  RETURN_IF_ERROR(LoadIdentity(security.tls, CertificateUse::kServer, clock()).status());
  const TlsFolder files{security.tls};
  grpc::experimental::TlsServerCredentialsOptions options(
      std::make_shared<grpc::experimental::FileWatcherCertificateProvider>(
          files.Key(), files.Certificate(), files.Ca(),
          static_cast<unsigned>(absl::ToInt64Seconds(kReloadEvery))));
  options.watch_root_certs();
  options.watch_identity_key_cert_pairs();
  // The gate verifies: a certificate refused here would leave the caller without a reason.
  options.set_cert_request_type(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_BUT_DONT_VERIFY);
  options.set_certificate_verifier(ExternalCertificateVerifier::Create<ServerSideVerifier>(gate));
  std::shared_ptr<grpc::ServerCredentials> credentials =
      grpc::experimental::TlsServerCredentials(options);
  credentials->SetAuthMetadataProcessor(gate->MakeProcessor());
  return credentials;
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> ChannelCredentialsFor(
    const std::string& target, const LinkSecurity& security, const Clock& clock) {
  if (security.tls.empty()) {
    RETURN_IF_ERROR(CheckPlaintext(target, AddressUse::kDial, security.insecure_network));
    return grpc::InsecureChannelCredentials();
  }
  ASSIGN_OR_RETURN(const OwnIdentity own,
                   LoadIdentity(security.tls, CertificateUse::kClient, clock()));
  grpc::experimental::TlsChannelCredentialsOptions options;
  options.set_certificate_provider(
      std::make_shared<grpc::experimental::StaticDataCertificateProvider>(
          own.ca_pem, std::vector<grpc::experimental::IdentityKeyCertPair>{
                          {own.key_pem, own.certificate_pem}}));
  options.watch_root_certs();
  options.watch_identity_key_cert_pairs();
  // Instead of OpenSSL within the handshake, which only says that it failed.
  options.set_verify_server_certs(false);
  options.set_check_call_host(false);
  options.set_certificate_verifier(
      ExternalCertificateVerifier::Create<ClientSideVerifier>(own.ca, clock));
  return grpc::experimental::TlsCredentials(options);
}

absl::Status ExplainLink(const absl::Status& status, const LinkSecurity& security) {
  if (!absl::IsUnavailable(status)) return status;
  const std::string message(status.message());
  const std::string lower = absl::AsciiStrToLower(message);
  if (!security.tls.empty() && absl::StrContains(lower, "wrong version number")) {
    return absl::UnavailableError(
        absl::StrCat(message,
                     "; the other end doesn't speak TLS: start the coordinator with --tls, or dial "
                     "without"));
  }
  if (security.tls.empty() && absl::StrContains(lower, "socket closed")) {
    return absl::UnavailableError(
        absl::StrCat(message, "; if the coordinator was started with --tls, give --tls here, too"));
  }
  return status;
}

}  // namespace benchcell
