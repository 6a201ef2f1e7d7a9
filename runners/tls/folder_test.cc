#include "runners/tls/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "runners/base/files.h"
#include "runners/tls/enrol.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const absl::Time kMade = absl::FromCivil(absl::CivilDay(2026, 3, 1), absl::UTCTimeZone());

class Folder : public testing::Test {
 protected:
  Folder() {
    fs::remove_all(root_);
    EXPECT_TRUE(CreateCa(root_, {kMade, 100}, false).ok());
    EXPECT_TRUE(Enrol(root_, Agent(), {Role::kAgent, "mac-7", {}}, {kMade, 10}, false).ok());
  }

  fs::path Agent() const { return root_ / "agent"; }
  std::string ErrorNow(absl::Time now = kMade) {
    const absl::Status status = LoadIdentity(Agent(), CertificateUse::kClient, now).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
    return std::string(status.message());
  }

  const fs::path root_ = fs::path(testing::TempDir()) / "folder";
};

TEST_F(Folder, WholeOneIsLoaded) {
  const auto own = LoadIdentity(Agent(), CertificateUse::kClient, kMade);
  ASSERT_TRUE(own.ok()) << own.status();
  EXPECT_EQ(own->certificate.Name(), "mac-7");
  EXPECT_EQ(own->key_pem, *ReadFile(Agent() / "key.pem"));
  EXPECT_EQ(own->ca_pem, *ReadFile(root_ / "ca.pem"));
}

TEST_F(Folder, EachMissingFileIsNamed) {
  for (const std::string name : {"ca.pem", "cert.pem", "key.pem"}) {
    const fs::path path = Agent() / name;
    fs::rename(path, root_ / "away");
    EXPECT_THAT(ErrorNow(), AllOf(HasSubstr(path.string() + ": there is no such file"),
                                  HasSubstr("benchcell certs")));
    fs::rename(root_ / "away", path);
  }
}

TEST_F(Folder, EachDamagedFileIsNamed) {
  for (const std::string name : {"ca.pem", "cert.pem", "key.pem"}) {
    const fs::path path = Agent() / name;
    const std::string content = *ReadFile(path);
    ASSERT_TRUE(WriteFile(path, content.substr(0, content.size() / 2)).ok());
    EXPECT_THAT(ErrorNow(), HasSubstr(path.string() + ": expected a "));
    ASSERT_TRUE(WriteFile(path, content).ok());
  }
  EXPECT_TRUE(LoadIdentity(Agent(), CertificateUse::kClient, kMade).ok());
}

TEST_F(Folder, KeyOfAnotherCertificateIsTold) {
  ASSERT_TRUE(WriteFile(Agent() / "key.pem", *ReadFile(root_ / "ca.key")).ok());
  EXPECT_THAT(ErrorNow(), HasSubstr("is not the key of"));
}

TEST_F(Folder, KeyThatOthersMayReadIsTold) {
  ASSERT_EQ(chmod((Agent() / "key.pem").c_str(), 0644), 0);
  EXPECT_THAT(ErrorNow(), HasSubstr("others may use this private key (mode 0644)"));
}

TEST_F(Folder, WhatOthersWouldRefuseIsToldAtHome) {
  EXPECT_THAT(ErrorNow(kMade + absl::Hours(24 * 11)), HasSubstr("expired on 2026-03-11"));
  EXPECT_THAT(ErrorNow(kMade - absl::Hours(24)), HasSubstr("not valid before"));
  EXPECT_THAT(std::string(LoadIdentity(Agent(), CertificateUse::kServer, kMade).status().message()),
              HasSubstr("is for a client, not for a server"));
  ASSERT_TRUE(CreateCa(root_ / "other", {kMade, 100}, false).ok());
  ASSERT_TRUE(WriteFile(Agent() / "ca.pem", *ReadFile(root_ / "other" / "ca.pem")).ok());
  EXPECT_THAT(ErrorNow(), HasSubstr("was not signed by this lab's CA"));
}

TEST_F(Folder, RevokedKeysAreRead) {
  EXPECT_THAT(*LoadRevoked(root_), IsEmpty());
  const std::string a(64, 'a'), b(64, 'b');
  ASSERT_TRUE(WriteFile(root_ / "revoked",
                        "# lost\n\n" + a + "\n  " + std::string(64, 'B') + "  # ada's laptop\r\n")
                  .ok());
  EXPECT_THAT(*LoadRevoked(root_), ElementsAre(a, b));
}

TEST_F(Folder, TypingErrorInRevokedIsTold) {
  for (const std::string& line : {std::string("abc"), std::string(63, 'a'), std::string(64, 'g')}) {
    ASSERT_TRUE(WriteFile(root_ / "revoked", "\n" + line + "\n").ok());
    EXPECT_THAT(std::string(LoadRevoked(root_).status().message()),
                AllOf(HasSubstr("revoked:2: found \"" + line), HasSubstr("64 hexadecimal digits")));
  }
}

}  // namespace
}  // namespace benchcell
