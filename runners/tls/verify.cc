#include "runners/tls/verify.h"

#include <arpa/inet.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/tls/openssl_ptr.h"

namespace benchcell {
namespace {

std::string Utc(absl::Time time) {
  return absl::FormatTime(absl::RFC3339_sec, time, absl::UTCTimeZone());
}

template <typename... Parts>
absl::Status Objection(const Parts&... parts) {
  return absl::UnauthenticatedError(absl::StrCat(parts...));
}

// The command that makes such a certificate anew.
std::string HowToRenew(const Certificate& certificate) {
  const absl::StatusOr<PeerIdentity> identity = certificate.Identity();
  if (!identity.ok()) return "make it anew with `benchcell certs`";
  if (identity->role == Role::kCoordinator) {
    return absl::StrCat("make a new one with `benchcell certs coordinator --host ",
                        absl::StrJoin(certificate.Hosts(), ","), " --force`");
  }
  return absl::StrCat("make a new one with `benchcell certs ", RoleName(identity->role), " ",
                      identity->name, " --force`");
}

absl::Status WrongTime(const Certificate& certificate, const std::string& whose, absl::Time now,
                       const std::string& remedy) {
  if (now >= certificate.NotAfter()) {
    return Objection(whose, " expired on ", Utc(certificate.NotAfter()), " (it is ", Utc(now),
                     " here); ", remedy);
  }
  return Objection(whose, " is not valid before ", Utc(certificate.NotBefore()), " (it is ",
                   Utc(now), " here); check the clocks of both machines, or ", remedy);
}

absl::Status WrongUse(const Certificate& certificate, CertificateUse use) {
  if (use == CertificateUse::kClient) {
    return Objection(certificate.Describe(),
                     " is for a server, not for a client; expected one of `benchcell certs agent`, "
                     "submitter, viewer or admin");
  }
  return Objection(certificate.Describe(),
                   " is for a client, not for a server; expected one of `benchcell certs "
                   "coordinator`");
}

absl::Status Explain(int error, int depth, const Certificate& certificate, const Certificate& ca,
                     CertificateUse use, absl::Time now) {
  switch (error) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
    case X509_V_ERR_CERT_NOT_YET_VALID:
      if (depth > 0) {
        return WrongTime(
            ca, absl::StrCat("the lab's CA (", ca.Subject(), ")"), now,
            "make a new CA with `benchcell certs ca --force` and all certificates anew");
      }
      return WrongTime(certificate, certificate.Describe(), now, HowToRenew(certificate));
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      return Objection(certificate.Describe(), " was not signed by this lab's CA: it says ",
                       certificate.Issuer(), ", expected ", ca.Subject(),
                       "; both ends need certificates of one CA");
    case X509_V_ERR_INVALID_PURPOSE:
      return WrongUse(certificate, use);
    default:
      return Objection(certificate.Describe(), ": ", X509_verify_cert_error_string(error), "; ",
                       HowToRenew(certificate));
  }
}

}  // namespace

absl::Status VerifyCertificate(const Certificate& certificate, const Certificate& ca,
                               CertificateUse use, absl::Time now) {
  const StorePtr store(X509_STORE_new());
  const StoreContextPtr context(X509_STORE_CTX_new());
  if (X509_STORE_add_cert(store.get(), ca.get()) != 1 ||
      X509_STORE_CTX_init(context.get(), store.get(), certificate.get(), nullptr) != 1) {
    return absl::InternalError(
        absl::StrCat("OpenSSL can't check a certificate: ", TakeOpensslError()));
  }
  X509_STORE_CTX_set_time(context.get(), 0, absl::ToTimeT(now));
  X509_STORE_CTX_set_purpose(context.get(), use == CertificateUse::kServer
                                                ? X509_PURPOSE_SSL_SERVER
                                                : X509_PURPOSE_SSL_CLIENT);
  if (X509_verify_cert(context.get()) != 1) {
    const int error = X509_STORE_CTX_get_error(context.get());
    const int depth = X509_STORE_CTX_get_error_depth(context.get());
    ERR_clear_error();
    return Explain(error, depth, certificate, ca, use, now);
  }
  const absl::StatusOr<Role> role = certificate.GetRole();
  if (!role.ok()) return Objection(role.status().message());
  const bool serves = *role == Role::kCoordinator;
  if (serves != (use == CertificateUse::kServer)) return WrongUse(certificate, use);
  if (certificate.Name().empty()) {
    return Objection("the certificate ", certificate.Subject(),
                     " names nobody; expected a common name (CN)");
  }
  return absl::OkStatus();
}

absl::Status VerifyHost(const Certificate& certificate, const std::string& host) {
  std::string bare = host;
  if (bare.size() > 2 && bare.front() == '[' && bare.back() == ']') {
    bare = bare.substr(1, bare.size() - 2);
  }
  unsigned char bytes[sizeof(in6_addr)];
  const bool is_address =
      inet_pton(AF_INET, bare.c_str(), bytes) == 1 || inet_pton(AF_INET6, bare.c_str(), bytes) == 1;
  const int matches =
      is_address ? X509_check_ip_asc(certificate.get(), bare.c_str(), 0)
                 : X509_check_host(
                       certificate.get(), bare.data(), bare.size(),
                       X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_WILDCARDS, nullptr);
  ERR_clear_error();
  if (matches == 1) return absl::OkStatus();
  const std::string hosts = absl::StrJoin(certificate.Hosts(), ", ");
  return Objection(certificate.Describe(), " is for ", hosts.empty() ? "no host" : hosts,
                   ", but was shown by ", bare,
                   "; dial it by one of its names, or make a new one with `benchcell certs "
                   "coordinator --host ",
                   bare, " --force`");
}

}  // namespace benchcell
