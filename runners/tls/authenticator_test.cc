#include "runners/tls/authenticator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "runners/base/files.h"
#include "runners/tls/enrol.h"
#include "runners/tls/folder.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const absl::Time kMade = absl::FromCivil(absl::CivilDay(2026, 3, 1), absl::UTCTimeZone());

class AuthenticatorTest : public testing::Test {
 protected:
  AuthenticatorTest() {
    fs::remove_all(root_);
    EXPECT_TRUE(CreateCa(root_, {kMade, 100}, false).ok());
    agent_ = Make("mac-7");
    authenticator_ = *Authenticator::Open(root_, [this] { return now_; });
  }

  std::string Make(const std::string& name) {
    const auto made = Enrol(root_, root_ / name, {Role::kAgent, name, {}}, {kMade, 10}, false);
    EXPECT_TRUE(made.ok()) << made.status();
    return made->ToPem();
  }

  const fs::path root_ = fs::path(testing::TempDir()) / "authenticator";
  absl::Time now_ = kMade;
  std::string agent_;
  std::unique_ptr<Authenticator> authenticator_;
};

TEST_F(AuthenticatorTest, KnowsMembersEachTime) {
  for (int i = 0; i < 3; ++i) {
    const auto peer = authenticator_->Authenticate(agent_);
    ASSERT_TRUE(peer.ok()) << peer.status();
    EXPECT_EQ(peer->name, "mac-7");
    EXPECT_EQ(peer->role, Role::kAgent);
    EXPECT_EQ(peer->key_id, Certificate::FromPem(agent_, "")->GetKeyId());
  }
}

TEST_F(AuthenticatorTest, RubbishIsNobody) {
  EXPECT_FALSE(authenticator_->Authenticate("").ok());
  EXPECT_FALSE(authenticator_->Authenticate("rubbish").ok());
}

TEST_F(AuthenticatorTest, WhatIsRememberedExpiresAllTheSame) {
  EXPECT_TRUE(authenticator_->Authenticate(agent_).ok());
  now_ = kMade + absl::Hours(240);
  EXPECT_EQ(authenticator_->Authenticate(agent_).status().code(),
            absl::StatusCode::kUnauthenticated);
  now_ = kMade;
  EXPECT_TRUE(authenticator_->Authenticate(agent_).ok());
  now_ = kMade - absl::Hours(2);
  EXPECT_FALSE(authenticator_->Authenticate(agent_).ok());
}

TEST_F(AuthenticatorTest, RevocationCountsAfterReload) {
  const std::string other = Make("mac-8");
  EXPECT_TRUE(authenticator_->Authenticate(agent_).ok());
  const std::string key_id = Certificate::FromPem(agent_, "")->GetKeyId();
  ASSERT_TRUE(WriteFile(root_ / "revoked", key_id + "\n").ok());
  now_ += kReloadEvery;
  EXPECT_THAT(std::string(authenticator_->Authenticate(agent_).status().message()),
              HasSubstr("the key of agent mac-7"));
  EXPECT_TRUE(authenticator_->Authenticate(other).ok());
  // A typing error, or a file that is gone while it is written, lets nobody in again at once.
  ASSERT_TRUE(WriteFile(root_ / "revoked", "oops\n").ok());
  now_ += kReloadEvery;
  EXPECT_FALSE(authenticator_->Authenticate(agent_).ok());
  ASSERT_TRUE(RemoveAll(root_ / "revoked").ok());
  now_ += kReloadEvery;
  EXPECT_TRUE(authenticator_->Authenticate(agent_).ok());
}

TEST_F(AuthenticatorTest, NewCaEndsOldCertificates) {
  EXPECT_TRUE(authenticator_->Authenticate(agent_).ok());
  ASSERT_TRUE(CreateCa(root_, {kMade, 100}, /*force=*/true).ok());
  EXPECT_TRUE(authenticator_->Authenticate(agent_).ok()) << "not looked at yet";
  now_ += kReloadEvery;
  EXPECT_FALSE(authenticator_->Authenticate(agent_).ok());
  EXPECT_TRUE(authenticator_->Authenticate(Make("mac-8")).ok());
}

TEST_F(AuthenticatorTest, MissingCaIsToldAtOnceAndKeptLater) {
  EXPECT_EQ(Authenticator::Open(root_ / "none", [] { return kMade; }).status().code(),
            absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(RemoveAll(root_ / "ca.pem").ok());
  now_ += kReloadEvery;
  EXPECT_TRUE(authenticator_->Authenticate(agent_).ok());
}

TEST_F(AuthenticatorTest, ManyThreadsMayAsk) {
  const std::string other = Make("mac-8");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int j = 0; j < 100; ++j) {
        const auto peer = authenticator_->Authenticate(i % 2 == 0 ? agent_ : other);
        EXPECT_EQ(peer->name, i % 2 == 0 ? "mac-7" : "mac-8");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace benchcell
