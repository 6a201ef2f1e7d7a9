// Issues certificates and holds them against VerifyCertificate and VerifyHost: what is right
// passes, each single thing that is wrong is told by name.

#include "runners/tls/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/tls/issue.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const absl::Time kMade = absl::FromCivil(absl::CivilDay(2026, 3, 1), absl::UTCTimeZone());
const Lifetime kCaLife = {kMade - absl::Hours(48), 1002};
const Lifetime kLife = {kMade, 10};

struct Ca {
  PrivateKey key = *PrivateKey::Generate();
  Certificate certificate = *IssueCa(key, kCaLife);

  absl::StatusOr<Certificate> Issue(const Member& member, const Lifetime& lifetime = kLife) const {
    return IssueMember(certificate, key, *PrivateKey::Generate(), member, lifetime);
  }
};

const Member kAgent = {Role::kAgent, "mac-7", {}};
const Member kServer = {Role::kCoordinator, "lab.example", {"lab.example", "10.0.0.1", "fd00::1"}};

std::string ObjectionTo(const Certificate& certificate, const Certificate& ca, CertificateUse use,
                        absl::Time now = kMade) {
  const absl::Status status = VerifyCertificate(certificate, ca, use, now);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnauthenticated) << status;
  return std::string(status.message());
}

TEST(Verify, EveryRoleIsGoodForItsOwnUseOnly) {
  const Ca ca;
  for (const Role role : AllRoles()) {
    const bool serves = role == Role::kCoordinator;
    Member member{role, "x", {}};
    if (serves) member.hosts = {"x"};
    const auto certificate = ca.Issue(member);
    ASSERT_TRUE(certificate.ok()) << certificate.status();
    const auto good = serves ? CertificateUse::kServer : CertificateUse::kClient;
    const auto bad = serves ? CertificateUse::kClient : CertificateUse::kServer;
    EXPECT_TRUE(VerifyCertificate(*certificate, ca.certificate, good, kMade).ok());
    EXPECT_THAT(ObjectionTo(*certificate, ca.certificate, bad),
                AllOf(HasSubstr(RoleName(role) + " x"), HasSubstr("is for a ")));
    EXPECT_EQ(certificate->Identity()->role, role);
  }
}

TEST(Verify, TimeIsTold) {
  const Ca ca;
  const Certificate agent = *ca.Issue(kAgent);
  const auto at = [&](absl::Time now) {
    return VerifyCertificate(agent, ca.certificate, CertificateUse::kClient, now);
  };
  EXPECT_TRUE(at(kMade - kBackdated).ok());
  EXPECT_TRUE(at(kMade + absl::Hours(240) - absl::Seconds(1)).ok());
  EXPECT_THAT(std::string(at(kMade - kBackdated - absl::Seconds(1)).message()),
              AllOf(HasSubstr("agent mac-7"),
                    HasSubstr("not valid before 2026-02-28T23:00:00+00:00 (it is "
                              "2026-02-28T22:59:59+00:00 here)"),
                    HasSubstr("clocks")));
  EXPECT_THAT(std::string(at(kMade + absl::Hours(240)).message()),
              AllOf(HasSubstr("expired on 2026-03-11T00:00:00+00:00"),
                    HasSubstr("`benchcell certs agent mac-7 --force`")));
}

TEST(Verify, ExpiredCaIsTold) {
  const PrivateKey key = *PrivateKey::Generate();
  const Certificate ca = *IssueCa(key, {kMade, 5});
  const Certificate agent = *IssueMember(ca, key, *PrivateKey::Generate(), kAgent, {kMade, 5});
  EXPECT_THAT(ObjectionTo(agent, ca, CertificateUse::kClient, kMade + absl::Hours(24 * 6)),
              AllOf(HasSubstr("the lab's CA (CN=benchcell lab CA "), HasSubstr("expired"),
                    HasSubstr("benchcell certs ca --force")));
}

TEST(Verify, AnotherCaIsTold) {
  const Ca ours, theirs;
  EXPECT_THAT(ObjectionTo(*theirs.Issue(kAgent), ours.certificate, CertificateUse::kClient),
              AllOf(HasSubstr("agent mac-7"), HasSubstr("not signed by this lab's CA"),
                    HasSubstr(theirs.certificate.Subject()),
                    HasSubstr("expected " + ours.certificate.Subject())));
  EXPECT_THAT(ObjectionTo(theirs.certificate, ours.certificate, CertificateUse::kClient),
              HasSubstr("not signed by this lab's CA"));
}

TEST(Verify, CaOfTheSameNameWithAnotherKeyIsNoCa) {
  const Ca ours;
  // A forger takes the CA's certificate, names and all, but has to sign with a key of its own.
  const PrivateKey forged_key = *PrivateKey::Generate();
  X509* forged = X509_dup(ours.certificate.get());
  X509_set_pubkey(forged, forged_key.get());
  X509_sign(forged, forged_key.get(), EVP_sha256());
  const Certificate forged_ca{std::shared_ptr<X509>(forged, X509_free)};
  const auto forgery = IssueMember(forged_ca, forged_key, *PrivateKey::Generate(), kAgent, kLife);
  ASSERT_TRUE(forgery.ok()) << forgery.status();
  ObjectionTo(*forgery, ours.certificate, CertificateUse::kClient);
}

TEST(Verify, MemberCantSignMembers) {
  const Ca ca;
  const PrivateKey key = *PrivateKey::Generate();
  const Certificate agent = *IssueMember(ca.certificate, ca.key, key, kAgent, kLife);
  const auto promoted =
      IssueMember(agent, key, *PrivateKey::Generate(), {Role::kAdmin, "eve", {}}, kLife);
  ASSERT_TRUE(promoted.ok()) << promoted.status();
  ObjectionTo(*promoted, ca.certificate, CertificateUse::kClient);
  // Not even for those who would trust the member.
  ObjectionTo(*promoted, agent, CertificateUse::kClient);
}

TEST(Verify, ChangedCertificateIsNoCertificate) {
  const Ca ca;
  const Certificate agent = *ca.Issue(kAgent);
  unsigned char* bytes = nullptr;
  const int size = i2d_X509(agent.get(), &bytes);
  std::string der(reinterpret_cast<char*>(bytes), size);
  OPENSSL_free(bytes);
  der.replace(der.find("mac-7"), 5, "mac-8");
  const auto* start = reinterpret_cast<const unsigned char*>(der.data());
  const Certificate forgery{std::shared_ptr<X509>(d2i_X509(nullptr, &start, size), X509_free)};
  EXPECT_EQ(forgery.Name(), "mac-8");
  ObjectionTo(forgery, ca.certificate, CertificateUse::kClient);
}

TEST(Verify, CaIsNoMember) {
  const Ca ca;
  ObjectionTo(ca.certificate, ca.certificate, CertificateUse::kClient);
  ObjectionTo(ca.certificate, ca.certificate, CertificateUse::kServer);
}

TEST(Verify, HostHasToBeNamed) {
  const Ca ca;
  const Certificate server = *ca.Issue(kServer);
  EXPECT_THAT(server.Hosts(), ElementsAre("lab.example", "10.0.0.1", "fd00::1"));
  for (const std::string host :
       {"lab.example", "LAB.example", "10.0.0.1", "fd00::1", "[fd00::1]", "fd00:0::1"}) {
    EXPECT_TRUE(VerifyHost(server, host).ok()) << host;
  }
  for (const std::string host : {"example", "a.lab.example", "10.0.0.2", "fd00::2", "", "localhost",
                                 "*.example", "lab.example.evil"}) {
    const absl::Status status = VerifyHost(server, host);
    EXPECT_EQ(status.code(), absl::StatusCode::kUnauthenticated) << host;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("is for lab.example, 10.0.0.1, fd00::1, but was shown by " + host));
  }
  EXPECT_FALSE(VerifyHost(*ca.Issue({Role::kCoordinator, "a", {"b"}}), "a").ok())
      << "the common name doesn't count";
}

TEST(Issue, MemberThatDoesntFitIsRefused) {
  const Ca ca;
  const std::pair<Member, std::string> wrong[] = {
      {{Role::kAgent, "", {}}, "name \"\""},
      {{Role::kAgent, "a b", {}}, "name \"a b\""},
      {{Role::kAgent, "../x", {}}, "name \"../x\""},
      {{Role::kAgent, "a,URI:benchcell:role/admin", {}}, "expected 1 to 64"},
      {{Role::kAgent, std::string(65, 'a'), {}}, "expected 1 to 64"},
      {{Role::kAgent, "a", {"host"}}, "--host is for coordinators"},
      {{Role::kCoordinator, "a", {}}, "expected --host"},
      {{Role::kCoordinator, "a", {"a,URI:benchcell:role/admin"}}, "host \"a,URI"},
      {{Role::kCoordinator, "a", {"lab.example:7777"}}, "without port"},
      {{Role::kCoordinator, "a", {"*.example"}}, "host \"*.example\""},
      {{Role::kCoordinator, "a", {""}}, "host \"\""},
  };
  for (const auto& [member, message] : wrong) {
    const absl::Status status = ca.Issue(member).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << message;
    EXPECT_THAT(std::string(status.message()), HasSubstr(message));
  }
  EXPECT_TRUE(ca.Issue({Role::kCoordinator,
                        std::string(80, 'a') + ".example",
                        {std::string(60, 'a') + "." + std::string(30, 'b')}})
                  .ok())
      << "a common name is at most 64 long, a host isn't";
}

TEST(Issue, LifetimeIsChecked) {
  const Ca ca;
  EXPECT_THAT(std::string(ca.Issue(kAgent, {kMade, 0}).status().message()),
              HasSubstr("--days=0: expected 1 to 36500"));
  EXPECT_FALSE(ca.Issue(kAgent, {kMade, 36501}).ok());
  const absl::Status status = ca.Issue(kAgent, {kMade, 1001}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("longer than its CA"));
  EXPECT_TRUE(ca.Issue(kAgent, {kMade, 1000}).ok());
}

TEST(Issue, KeyOfAnotherCaIsRefused) {
  const Ca ca, other;
  const absl::Status status =
      IssueMember(ca.certificate, other.key, *PrivateKey::Generate(), kAgent, kLife).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("ca.key is not the key of ca.pem"));
}

TEST(Issue, SerialsDiffer) {
  const Ca ca;
  const std::string one = ca.Issue(kAgent)->Serial(), two = ca.Issue(kAgent)->Serial();
  EXPECT_NE(one, two);
  EXPECT_EQ(one.size(), 40u);
}

TEST(Certificate, GoesThroughPem) {
  const Ca ca;
  const Certificate agent = *ca.Issue(kAgent);
  const auto again = Certificate::FromPem(agent.ToPem(), "cert.pem");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->GetKeyId(), agent.GetKeyId());
  EXPECT_EQ(again->Subject(), "CN=mac-7,OU=agent,O=benchcell");
  EXPECT_EQ(again->Name(), "mac-7");
  EXPECT_EQ(again->NotBefore(), kMade - kBackdated);
  EXPECT_EQ(again->NotAfter(), kMade + absl::Hours(240));
  EXPECT_EQ(Certificate::FromPem("rubbish", "cert.pem").status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(ca.certificate.GetRole().ok());
}

}  // namespace
}  // namespace benchcell
