#include "runners/tls/certificate.h"

#include <arpa/inet.h>
#include <openssl/pem.h>

#include <ctime>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runners/base/text.h"
#include "runners/tls/openssl_ptr.h"
#include "runners/tls/private_key.h"

namespace benchcell {
namespace {

// Certificates come from strangers: what they say must be fit for a log and for a protobuf string.
std::string Clean(std::string_view text) { return WithoutControls(ToValidUtf8(text)); }

std::string Print(const X509_NAME* name) {
  const BioPtr memory(BIO_new(BIO_s_mem()));
  X509_NAME_print_ex(memory.get(), name, 0, XN_FLAG_RFC2253);
  return Clean(Written(memory.get()));
}

absl::Time ToAbslTime(const ASN1_TIME* time) {
  std::tm fields{};
  if (ASN1_TIME_to_tm(time, &fields) != 1) return absl::InfinitePast();
  return absl::FromUnixSeconds(timegm(&fields));
}

std::string TextOf(const ASN1_STRING* string) {
  return std::string(reinterpret_cast<const char*>(ASN1_STRING_get0_data(string)),
                     ASN1_STRING_length(string));
}

std::string AddressOf(const ASN1_OCTET_STRING* bytes) {
  const int size = ASN1_STRING_length(bytes);
  if (size != 4 && size != 16) return "";
  char text[INET6_ADDRSTRLEN];
  inet_ntop(size == 4 ? AF_INET : AF_INET6, ASN1_STRING_get0_data(bytes), text, sizeof(text));
  return text;
}

// All alternative names of one kind.
std::vector<std::string> AlternativeNames(X509* certificate, int kind) {
  std::vector<std::string> found;
  const GeneralNamesPtr names(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != kind) continue;
    found.push_back(Clean(kind == GEN_IPADD ? AddressOf(name->d.iPAddress) : TextOf(name->d.ia5)));
  }
  return found;
}

}  // namespace

absl::StatusOr<Certificate> Certificate::FromPem(const std::string& pem,
                                                 const std::string& source) {
  const BioPtr memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  X509Ptr certificate(PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr));
  if (certificate == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat(source, ": expected a certificate in PEM: ", TakeOpensslError()));
  }
  return Certificate(std::move(certificate));
}

std::string Certificate::ToPem() const {
  const BioPtr memory(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509(memory.get(), get());
  return Written(memory.get());
}

std::string Certificate::Subject() const { return Print(X509_get_subject_name(get())); }

std::string Certificate::Issuer() const { return Print(X509_get_issuer_name(get())); }

std::string Certificate::Name() const {
  const X509_NAME* subject = X509_get_subject_name(get());
  int last = -1;
  for (int i = -1; (i = X509_NAME_get_index_by_NID(subject, NID_commonName, i)) >= 0;) last = i;
  if (last < 0) return "";
  unsigned char* utf8 = nullptr;
  const int size =
      ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, last)));
  if (size < 0) return "";
  const absl::Cleanup free_utf8 = [utf8] { OPENSSL_free(utf8); };
  return Clean(std::string_view(reinterpret_cast<const char*>(utf8), size));
}

absl::StatusOr<Role> Certificate::GetRole() const {
  std::vector<std::string> roles;
  for (const std::string& uri : AlternativeNames(get(), GEN_URI)) {
    if (uri.starts_with(kRoleUriPrefix)) roles.push_back(uri.substr(kRoleUriPrefix.size()));
  }
  const std::optional<Role> role = roles.size() == 1 ? ParseRole(roles[0]) : std::nullopt;
  if (role.has_value()) return *role;
  return absl::InvalidArgumentError(absl::StrCat(
      "the certificate ", Subject(), " names ",
      roles.empty() ? "no role" : absl::StrCat("the role ", absl::StrJoin(roles, " and ")),
      "; expected one alternative name ", std::string(kRoleUriPrefix),
      "ROLE, as `benchcell certs` writes it"));
}

std::vector<std::string> Certificate::Hosts() const {
  std::vector<std::string> hosts = AlternativeNames(get(), GEN_DNS);
  for (std::string& address : AlternativeNames(get(), GEN_IPADD)) {
    hosts.push_back(std::move(address));
  }
  return hosts;
}

absl::Time Certificate::NotBefore() const { return ToAbslTime(X509_get0_notBefore(get())); }

absl::Time Certificate::NotAfter() const { return ToAbslTime(X509_get0_notAfter(get())); }

std::string Certificate::GetKeyId() const {
  EVP_PKEY* key = X509_get0_pubkey(get());
  return key == nullptr ? "" : KeyId(key);
}

std::string Certificate::Serial() const {
  const BigNumberPtr number(ASN1_INTEGER_to_BN(X509_get0_serialNumber(get()), nullptr));
  char* digits = BN_bn2hex(number.get());
  const absl::Cleanup free_digits = [digits] { OPENSSL_free(digits); };
  return digits;
}

absl::StatusOr<PeerIdentity> Certificate::Identity() const {
  const absl::StatusOr<Role> role = GetRole();
  if (!role.ok()) return role.status();
  return PeerIdentity{.name = Name(), .role = *role, .key_id = GetKeyId()};
}

std::string Certificate::Describe() const {
  const absl::StatusOr<PeerIdentity> identity = Identity();
  if (identity.ok()) return absl::StrCat("the certificate of ", benchcell::Describe(*identity));
  return absl::StrCat("the certificate ", Subject());
}

}  // namespace benchcell
