#include "runners/tls/gate.h"

#include <grpc/grpc_security_constants.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/tls/access.h"
#include "runners/tls/certificate.h"

namespace benchcell {
namespace {

// gRPC gives the metadata of a call and its pseudo-headers alike.
constexpr char kPath[] = ":path";

// Equal refusals are written once in this time, and this many different ones.
constexpr absl::Duration kRepeatInterval = absl::Minutes(1);
constexpr size_t kMostRefusals = 1024;

std::string_view ToView(grpc::string_ref text) { return {text.data(), text.size()}; }

std::string FirstProperty(const grpc::AuthContext& context, const char* name) {
  const std::vector<grpc::string_ref> values = context.FindPropertyValues(name);
  return values.empty() ? "" : std::string(ToView(values.front()));
}

// Whether the connection is one of the TLS port.
bool IsTls(const grpc::AuthContext& context) {
  const std::string type = FirstProperty(context, GRPC_TRANSPORT_SECURITY_TYPE_PROPERTY_NAME);
  return type == GRPC_TLS_TRANSPORT_SECURITY_TYPE || type == GRPC_SSL_TRANSPORT_SECURITY_TYPE;
}

grpc::Status ToGrpc(const absl::Status& status) {
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()), std::string(status.message()));
}

// Of a caller that isn't believed: what its certificate claims, as far as it can be read.
void Claim(const std::string& certificate_pem, AuditLine& line) {
  const absl::StatusOr<Certificate> certificate = Certificate::FromPem(certificate_pem, "");
  if (!certificate.ok()) return;
  line.name = certificate->Name();
  line.key_id = certificate->GetKeyId();
  const absl::StatusOr<Role> role = certificate->GetRole();
  if (role.ok()) line.role = RoleName(*role);
}

void Describe(const PeerIdentity& peer, AuditLine& line) {
  line.name = peer.name;
  line.role = RoleName(peer.role);
  line.key_id = peer.key_id;
}

}  // namespace

// One for each audited call: writes on the way in, takes no part in it otherwise. Before this
// hook, a call is too young to know its caller.
class Gate::CallAuditor : public grpc::experimental::Interceptor {
 public:
  CallAuditor(std::shared_ptr<Gate> gate, grpc::experimental::ServerRpcInfo* info)
      : gate_(std::move(gate)), info_(info) {}

  void Intercept(grpc::experimental::InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(
            grpc::experimental::InterceptionHookPoints::POST_RECV_INITIAL_METADATA)) {
      Write();
    }
    methods->Proceed();
  }

 private:
  void Write() {
    const absl::StatusOr<PeerIdentity> peer = gate_->PeerOf(*info_->server_context());
    AuditLine line;
    line.method = info_->method();
    line.address = info_->server_context()->peer();
    line.decision = peer.ok() ? "allowed" : "unauthenticated";
    if (peer.ok()) Describe(*peer, line);
    gate_->Audit(std::move(line));
  }

  const std::shared_ptr<Gate> gate_;
  grpc::experimental::ServerRpcInfo* const info_;
};

class Gate::Auditor : public grpc::experimental::ServerInterceptorFactoryInterface {
 public:
  explicit Auditor(std::shared_ptr<Gate> gate) : gate_(std::move(gate)) {}

  grpc::experimental::Interceptor* CreateServerInterceptor(
      grpc::experimental::ServerRpcInfo* info) override {
    const MethodAccess* access = FindAccess(info->method());
    if (access == nullptr || !access->audited) return nullptr;
    return new CallAuditor(gate_, info);
  }

 private:
  const std::shared_ptr<Gate> gate_;
};

class Gate::Processor : public grpc::AuthMetadataProcessor {
 public:
  explicit Processor(std::shared_ptr<Gate> gate) : gate_(std::move(gate)) {}

  // A look-up, most of the time: not worth another thread.
  bool IsBlocking() const override { return false; }

  grpc::Status Process(const InputMetadata& metadata, grpc::AuthContext* context, OutputMetadata*,
                       OutputMetadata*) override {
    const auto path = metadata.find(kPath);
    return ToGrpc(
        gate_->Admit(*context, path == metadata.end() ? std::string_view() : ToView(path->second)));
  }

 private:
  const std::shared_ptr<Gate> gate_;
};

std::shared_ptr<Gate> Gate::Make(std::unique_ptr<Authenticator> authenticator,
                                 WithoutTls without_tls, Parts parts) {
  return std::shared_ptr<Gate>(new Gate(std::move(authenticator), without_tls, std::move(parts)));
}

Gate::Gate(std::unique_ptr<Authenticator> authenticator, WithoutTls without_tls, Parts parts)
    : authenticator_(std::move(authenticator)),
      without_tls_(without_tls),
      parts_(std::move(parts)),
      repeats_(kRepeatInterval, kMostRefusals) {}

absl::StatusOr<PeerIdentity> Gate::PeerOf(const grpc::ServerContextBase& context) {
  return PeerOf(context.auth_context().get());
}

absl::StatusOr<PeerIdentity> Gate::PeerOf(const grpc::AuthContext* context) {
  if (context == nullptr || !IsTls(*context)) {
    if (without_tls_ == WithoutTls::kLocalAdmin) return LocalAdmin();
    return absl::UnauthenticatedError(
        "this coordinator answers calls over TLS only; give --tls DIR");
  }
  const std::string pem = FirstProperty(*context, GRPC_X509_PEM_CERT_PROPERTY_NAME);
  if (pem.empty() || authenticator_ == nullptr) {
    return absl::UnauthenticatedError(
        "the call came without a certificate; expected one of `benchcell certs`");
  }
  return authenticator_->Authenticate(pem);
}

void Gate::NoteDone(const grpc::ServerContextBase& context, std::string_view method,
                    const std::string& object, const absl::Status& status) {
  AuditLine line;
  line.method = std::string(method);
  line.address = context.peer();
  line.decision = status.ok() ? "done" : "failed";
  line.object = object;
  line.reason = std::string(status.message());
  const absl::StatusOr<PeerIdentity> peer = PeerOf(context);
  if (peer.ok()) Describe(*peer, line);
  Audit(std::move(line));
}

absl::Status Gate::Admit(const grpc::AuthContext& context, std::string_view method) {
  const absl::StatusOr<PeerIdentity> peer = PeerOf(&context);
  const absl::Status verdict = peer.ok() ? Authorize(*peer, method) : peer.status();
  if (verdict.ok()) return verdict;
  AuditLine line;
  line.method = std::string(method);
  line.reason = std::string(verdict.message());
  line.decision = peer.ok() ? "denied" : "unauthenticated";
  if (peer.ok()) {
    Describe(*peer, line);
  } else {
    Claim(FirstProperty(context, GRPC_X509_PEM_CERT_PROPERTY_NAME), line);
  }
  const std::optional<int> repeated =
      repeats_.Count(absl::StrCat(line.key_id, line.decision, line.method), parts_.clock());
  if (!repeated.has_value()) return verdict;
  line.not_written = *repeated;
  Audit(std::move(line));
  return verdict;
}

void Gate::Audit(AuditLine line) {
  line.time = parts_.clock();
  const absl::Status written = parts_.audit.Write(line);
  if (!written.ok()) parts_.log(absl::StrCat(written.message(), "; the line: ", ToJson(line)));
}

void Gate::LookAt(const std::string& certificate_pem) {
  if (authenticator_ == nullptr) return;
  const absl::Status verdict = authenticator_->Authenticate(certificate_pem).status();
  if (verdict.ok()) return;
  const std::string message = absl::StrCat("a caller is not let in: ", verdict.message());
  AuditLine claim;
  Claim(certificate_pem, claim);
  const std::optional<int> repeated =
      repeats_.Count(absl::StrCat("connection ", claim.key_id), parts_.clock());
  if (!repeated.has_value()) return;
  parts_.log(*repeated == 0 ? message : absl::StrCat(message, " (", *repeated, " more times)"));
}

std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> Gate::MakeAuditor() {
  return std::make_unique<Auditor>(shared_from_this());
}

std::shared_ptr<grpc::AuthMetadataProcessor> Gate::MakeProcessor() {
  return std::make_shared<Processor>(shared_from_this());
}

}  // namespace benchcell
