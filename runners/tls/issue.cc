#include "runners/tls/issue.h"

#include <arpa/inet.h>
#include <openssl/rand.h>

#include <algorithm>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "runners/base/status_macros.h"
#include "runners/tls/openssl_ptr.h"

namespace benchcell {
namespace {

constexpr int kMostDays = 36500;
constexpr int kSerialBits = 159;     // 20 bytes with the sign, the most that RFC 5280 allows
constexpr size_t kLongestName = 64;  // of a common name, RFC 5280 appendix A
constexpr size_t kLongestHost = 253;
constexpr size_t kDigitsInName = 8;

absl::Status Failed(const char* what) {
  return absl::InternalError(absl::StrCat("OpenSSL can't ", what, ": ", TakeOpensslError()));
}

bool IsWord(std::string_view text, std::string_view more) {
  return std::all_of(text.begin(), text.end(), [more](char c) {
    return absl::ascii_isalnum(c) || more.find(c) != std::string_view::npos;
  });
}

bool IsAddress(const std::string& host) {
  unsigned char bytes[sizeof(in6_addr)];
  return inet_pton(AF_INET, host.c_str(), bytes) == 1 ||
         inet_pton(AF_INET6, host.c_str(), bytes) == 1;
}

absl::Status CheckMember(const Member& member) {
  // A coordinator's name is its first host, which may be an IPv6 address.
  const bool serves = member.role == Role::kCoordinator;
  const size_t longest = serves ? kLongestHost : kLongestName;
  if (member.name.empty() || member.name.size() > longest ||
      !IsWord(member.name, serves ? "._-:" : "._-") || member.name.front() == '.' ||
      member.name.front() == '-') {
    return absl::InvalidArgumentError(
        absl::StrCat("name \"", member.name, "\": expected 1 to ", longest,
                     " of A-Z a-z 0-9 . _ - and a letter or digit first"));
  }
  if (serves && member.hosts.empty()) {
    return absl::InvalidArgumentError(
        "a coordinator's certificate names the hosts under which it is reached: expected "
        "--host NAME[,ADDRESS...]");
  }
  if (!serves && !member.hosts.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--host is for coordinators; a certificate of role ", RoleName(member.role),
                     " names none"));
  }
  for (const std::string& host : member.hosts) {
    if (IsAddress(host)) continue;
    if (host.empty() || host.size() > kLongestHost || !IsWord(host, ".-") || host.front() == '.' ||
        host.front() == '-') {
      return absl::InvalidArgumentError(
          absl::StrCat("host \"", host,
                       "\": expected a host name without port, or an IP address without brackets"));
    }
  }
  return absl::OkStatus();
}

// A certificate with all but extensions and signature.
absl::StatusOr<X509Ptr> Draft(const std::vector<std::pair<const char*, std::string>>& subject,
                              const PrivateKey& key, const Lifetime& lifetime) {
  if (lifetime.days < 1 || lifetime.days > kMostDays) {
    return absl::InvalidArgumentError(
        absl::StrCat("--days=", lifetime.days, ": expected 1 to ", kMostDays));
  }
  X509Ptr draft(X509_new());
  const BigNumberPtr serial(BN_new());
  bool ok =
      BN_rand(serial.get(), kSerialBits, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1 &&
      BN_to_ASN1_INTEGER(serial.get(), X509_get_serialNumber(draft.get())) != nullptr &&
      X509_set_version(draft.get(), X509_VERSION_3) == 1 &&
      ASN1_TIME_set(X509_getm_notBefore(draft.get()), absl::ToTimeT(lifetime.now - kBackdated)) !=
          nullptr &&
      ASN1_TIME_set(X509_getm_notAfter(draft.get()),
                    absl::ToTimeT(lifetime.now + absl::Hours(24) * lifetime.days)) != nullptr &&
      X509_set_pubkey(draft.get(), key.get()) == 1;
  X509_NAME* name = X509_get_subject_name(draft.get());
  for (const auto& [field, value] : subject) {
    ok = ok && X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8,
                                          reinterpret_cast<const unsigned char*>(value.data()),
                                          static_cast<int>(value.size()), -1, 0) == 1;
  }
  if (!ok) return Failed("make a certificate");
  return draft;
}

absl::Status Extend(X509* certificate, X509* issuer, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const ExtensionPtr extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
  if (extension == nullptr || X509_add_ext(certificate, extension.get(), -1) != 1) {
    return Failed("write an extension of a certificate");
  }
  return absl::OkStatus();
}

absl::StatusOr<Certificate> Sign(X509Ptr certificate, const PrivateKey& key) {
  if (X509_sign(certificate.get(), key.get(), EVP_sha256()) == 0) {
    return Failed("sign a certificate");
  }
  return Certificate(std::move(certificate));
}

// In OpenSSL's words. What goes in was checked: nothing in it is a comma.
std::string AlternativeNames(const Member& member) {
  std::string names = absl::StrCat("URI:", RoleUri(member.role));
  for (const std::string& host : member.hosts) {
    absl::StrAppend(&names, IsAddress(host) ? ",IP:" : ",DNS:", host);
  }
  return names;
}

}  // namespace

absl::StatusOr<Certificate> IssueCa(const PrivateKey& key, const Lifetime& lifetime) {
  // Part of the key's id in the name: two CAs can be told apart in an error.
  const std::string name =
      absl::StrCat("benchcell lab CA ", KeyId(key.get()).substr(0, kDigitsInName));
  ASSIGN_OR_RETURN(X509Ptr ca, Draft({{"O", "benchcell"}, {"CN", name}}, key, lifetime));
  if (X509_set_issuer_name(ca.get(), X509_get_subject_name(ca.get())) != 1) {
    return Failed("make a certificate");
  }
  RETURN_IF_ERROR(Extend(ca.get(), ca.get(), NID_basic_constraints, "critical,CA:TRUE,pathlen:0"));
  RETURN_IF_ERROR(Extend(ca.get(), ca.get(), NID_key_usage, "critical,keyCertSign,cRLSign"));
  RETURN_IF_ERROR(Extend(ca.get(), ca.get(), NID_subject_key_identifier, "hash"));
  return Sign(std::move(ca), key);
}

absl::StatusOr<Certificate> IssueMember(const Certificate& ca, const PrivateKey& ca_key,
                                        const PrivateKey& member_key, const Member& member,
                                        const Lifetime& lifetime) {
  RETURN_IF_ERROR(CheckMember(member));
  if (X509_check_private_key(ca.get(), ca_key.get()) != 1) {
    ERR_clear_error();
    return absl::FailedPreconditionError(
        absl::StrCat("ca.key is not the key of ca.pem (", ca.Subject(),
                     "); expected the two files that `benchcell certs ca` wrote together"));
  }
  // The common name is a label for people: a host that is too long for it is in the alternative
  // names, whole.
  ASSIGN_OR_RETURN(X509Ptr draft, Draft({{"O", "benchcell"},
                                         {"OU", RoleName(member.role)},
                                         {"CN", member.name.substr(0, kLongestName)}},
                                        member_key, lifetime));
  if (X509_set_issuer_name(draft.get(), X509_get_subject_name(ca.get())) != 1) {
    return Failed("make a certificate");
  }
  const char* usage = member.role == Role::kCoordinator ? "serverAuth" : "clientAuth";
  const std::pair<int, std::string> extensions[] = {
      {NID_basic_constraints, "critical,CA:FALSE"},
      {NID_key_usage, "critical,digitalSignature"},
      {NID_ext_key_usage, usage},
      {NID_subject_key_identifier, "hash"},
      {NID_authority_key_identifier, "keyid:always"},
      {NID_subject_alt_name, AlternativeNames(member)},
  };
  for (const auto& [kind, value] : extensions) {
    RETURN_IF_ERROR(Extend(draft.get(), ca.get(), kind, value));
  }
  ASSIGN_OR_RETURN(Certificate certificate, Sign(std::move(draft), ca_key));
  if (certificate.NotAfter() > ca.NotAfter()) {
    return absl::FailedPreconditionError(
        absl::StrCat("the certificate would be valid until ",
                     absl::FormatTime(certificate.NotAfter(), absl::UTCTimeZone()),
                     ", longer than its CA (", absl::FormatTime(ca.NotAfter(), absl::UTCTimeZone()),
                     "); expected a smaller --days, or a new CA"));
  }
  return certificate;
}

}  // namespace benchcell
