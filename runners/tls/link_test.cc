// Both ends of real TLS connections over loopback: who gets through, and what each end is told
// when nobody does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "runners/base/files.h"
#include "runners/tls/credentials.h"
#include "runners/tls/folder.h"
#include "runners/tls/testing.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr absl::Duration kLongAgo = absl::Hours(24 * 15);

// A clock that stands still. A client whose clock is wrong doesn't notice that its certificate has
// expired: the server has to tell.
Clock At(absl::Time time) {
  return [time] { return time; };
}

TEST(Link, MemberGetsThroughAndTheServiceKnowsIt) {
  const LabFolders lab("through");
  GuardedServer server(lab.Add(Role::kCoordinator, "c"));
  const auto channel = Dial(server.Target(), lab.Add(Role::kSubmitter, "ada"));
  std::string answer;
  const grpc::Status status = Submit(channel, &answer);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_THAT(answer, HasSubstr("submitter ada (key "));
  ASSERT_THAT(server.audit.lines(), SizeIs(1));
  const AuditLine line = server.audit.lines()[0];
  EXPECT_EQ(line.decision, "allowed");
  EXPECT_EQ(line.name, "ada");
  EXPECT_EQ(line.role, "submitter");
  EXPECT_EQ(line.method, "/benchcell.v1.Experiments/Submit");
  EXPECT_THAT(line.key_id, SizeIs(64));
  EXPECT_THAT(line.address, HasSubstr("127.0.0.1:"));
}

TEST(Link, ReadingIsAllowedWithoutALine) {
  const LabFolders lab("reading");
  GuardedServer server(lab.Add(Role::kCoordinator, "c"));
  EXPECT_TRUE(ListRuns(Dial(server.Target("127.0.0.1"), lab.Add(Role::kViewer, "eve"))).ok());
  EXPECT_THAT(server.audit.lines(), IsEmpty());
}

TEST(Link, RoleThatMayNotIsDeniedBeforeTheServiceAndWritten) {
  const LabFolders lab("denied");
  GuardedServer server(lab.Add(Role::kCoordinator, "c"));
  const auto channel = Dial(server.Target(), lab.Add(Role::kViewer, "eve"));
  const grpc::Status status = Submit(channel);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("viewer eve"), HasSubstr("/benchcell.v1.Experiments/Submit"),
                    HasSubstr("expected submitter or admin")));
  EXPECT_EQ(server.experiments.calls, 0);
  ASSERT_THAT(server.audit.lines(), SizeIs(1));
  EXPECT_EQ(server.audit.lines()[0].decision, "denied");
  EXPECT_EQ(server.audit.lines()[0].name, "eve");
  EXPECT_TRUE(ListRuns(channel).ok()) << "what it may do still works";
}

TEST(Link, RefusalsThatRepeatAreWrittenOnce) {
  const LabFolders lab("repeats");
  GuardedServer server(lab.Add(Role::kCoordinator, "c"));
  const auto channel = Dial(server.Target(), lab.Add(Role::kViewer, "eve"));
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(Submit(channel).error_code(), grpc::StatusCode::PERMISSION_DENIED);
  }
  EXPECT_THAT(server.audit.lines(), SizeIs(1));
}

TEST(Link, WhatIsInNoTableIsDeniedToEveryone) {
  const LabFolders lab("unknown");
  GuardedServer server(lab.Add(Role::kCoordinator, "c"));
  const auto channel = Dial(server.Target(), lab.Add(Role::kAdmin, "root"));
  // Served by the server, as a method that somebody added and forgot to list would be.
  const grpc::Status status = CallUnlisted(channel);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(status.error_message(), HasSubstr("/test.Unlisted/Call: nobody may"));
  EXPECT_EQ(server.unlisted.calls, 0);
}

TEST(Link, ExpiredMemberIsToldByTheServer) {
  const LabFolders lab("expired", absl::Now() - kLongAgo);
  GuardedServer server(lab.Add(Role::kCoordinator, "c", absl::Now() - absl::Hours(24 * 6)));
  const auto folder = lab.Add(Role::kAgent, "mac-7", absl::Now() - kLongAgo);
  const grpc::Status status =
      Submit(Dial(server.Target(), folder, At(absl::Now() - absl::Hours(24 * 6))));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(status.error_message(), AllOf(HasSubstr("agent mac-7"), HasSubstr("expired on 20"),
                                            HasSubstr("benchcell certs agent mac-7 --force")));
  EXPECT_THAT(server.audit.AwaitLog("agent mac-7"), HasSubstr("expired on 20"));
  ASSERT_THAT(server.audit.lines(), SizeIs(1));
  EXPECT_EQ(server.audit.lines()[0].decision, "unauthenticated");
  EXPECT_EQ(server.audit.lines()[0].name, "mac-7");
  EXPECT_EQ(server.experiments.calls, 0);
}

TEST(Link, MemberOfTheFutureIsToldByTheServer) {
  const LabFolders lab("future");
  GuardedServer server(lab.Add(Role::kCoordinator, "c"));
  const absl::Time later = absl::Now() + absl::Hours(24 * 3);
  const grpc::Status status =
      Submit(Dial(server.Target(), lab.Add(Role::kAgent, "mac-7", later), At(later)));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(status.error_message(), AllOf(HasSubstr("is not valid before 20"),
                                            HasSubstr("check the clocks of both machines")));
}

TEST(Link, OpenConnectionEndsWithItsCertificate) {
  const LabFolders lab("ends");
  std::atomic<int> days = 0;
  GuardedServer server(lab.Add(Role::kCoordinator, "c"),
                       [&] { return absl::Now() + absl::Hours(24) * days.load(); });
  const auto channel = Dial(server.Target(), lab.Add(Role::kSubmitter, "ada"));
  EXPECT_TRUE(Submit(channel).ok());
  days = 11;
  const grpc::Status status = Submit(channel);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(status.error_message(), HasSubstr("submitter ada"));
  EXPECT_EQ(server.experiments.calls, 1);
}

TEST(Link, RevokedKeyLosesItsOpenConnection) {
  const LabFolders lab("revoked");
  const auto folder = lab.Add(Role::kCoordinator, "c");
  std::atomic<int> seconds = 0;
  GuardedServer server(folder, [&] { return absl::Now() + absl::Seconds(1) * seconds.load(); });
  const auto ada = lab.Add(Role::kSubmitter, "ada");
  const auto channel = Dial(server.Target(), ada);
  EXPECT_TRUE(Submit(channel).ok());
  const auto own = LoadIdentity(ada, CertificateUse::kClient, absl::Now());
  ASSERT_TRUE(own.ok());
  ASSERT_TRUE(
      WriteFile(TlsFolder{folder}.Revoked(), own->certificate.GetKeyId() + "  # laptop lost\n")
          .ok());
  seconds = 11;
  const grpc::Status status = Submit(channel);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(status.error_message(), HasSubstr("the key of submitter ada"));
  EXPECT_TRUE(Submit(Dial(server.Target(), lab.Add(Role::kSubmitter, "ada"))).ok())
      << "a new key is welcome";
}

TEST(Link, MemberOfAnotherLabIsToldAtBothEnds) {
  const LabFolders lab("this"), other("other");
  GuardedServer server(lab.Add(Role::kCoordinator, "c"));
  const auto stranger = other.Add(Role::kAdmin, "mallory");
  const grpc::Status status = Submit(Dial(server.Target(), stranger));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("coordinator c"), HasSubstr("was not signed by this lab's CA"),
                    HasSubstr("both ends need certificates of one CA")));
  EXPECT_THAT(server.audit.AwaitLog("admin mallory"), HasSubstr("was not signed by this lab's CA"));
  EXPECT_EQ(server.experiments.calls, 0);
}

TEST(Link, StrangerThatTrustsUsIsToldByTheServer) {
  const LabFolders lab("trusted"), other("mallory");
  GuardedServer server(lab.Add(Role::kCoordinator, "c"));
  const grpc::Status status =
      Submit(RawDial(server.Target(), lab.Ca(), other.Add(Role::kAdmin, "mallory")));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(status.error_message(), HasSubstr("was not signed by this lab's CA"));
  ASSERT_THAT(server.audit.lines(), SizeIs(1));
  EXPECT_EQ(server.audit.lines()[0].name, "mallory");
  EXPECT_EQ(server.experiments.calls, 0);
}

TEST(Link, ServersCertificateIsNoClients) {
  const LabFolders lab("server-as-client");
  const auto folder = lab.Add(Role::kCoordinator, "c");
  GuardedServer server(folder);
  const grpc::Status status = Submit(RawDial(server.Target(), lab.Ca(), folder));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(status.error_message(), HasSubstr("coordinator c"));
  EXPECT_THAT(status.error_message(), HasSubstr("is for a server, not for a client"));
  // And its owner is told before.
  EXPECT_THAT(ChannelCredentialsFor(server.Target(), {.tls = folder}, absl::Now).status().message(),
              HasSubstr("is for a server, not for a client"));
}

TEST(Link, CallerWithoutCertificateGetsNoAnswer) {
  const LabFolders lab("naked");
  GuardedServer server(lab.Add(Role::kCoordinator, "c"));
  EXPECT_EQ(Submit(RawDial(server.Target(), lab.Ca(), "")).error_code(),
            grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(server.experiments.calls, 0);
}

TEST(Link, MembersCertificateIsNoServers) {
  const LabFolders lab("client-as-server");
  const auto agent = lab.Add(Role::kAgent, "localhost");
  RawServer rogue(lab.Ca(), agent);
  const grpc::Status status = Submit(Dial(rogue.Target(), lab.Add(Role::kSubmitter, "ada")));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(), HasSubstr("agent localhost"));
  EXPECT_THAT(status.error_message(), HasSubstr("is for a client, not for a server"));
  EXPECT_EQ(rogue.experiments.calls, 0);
}

TEST(Link, ExpiredCoordinatorIsToldToTheClientAndToItself) {
  const LabFolders lab("expired-server", absl::Now() - kLongAgo);
  const auto folder = lab.Add(Role::kCoordinator, "c", absl::Now() - kLongAgo);
  RawServer server(lab.Ca(), folder);
  const auto client = lab.Add(Role::kSubmitter, "ada", absl::Now() - absl::Hours(24));
  const grpc::Status status = Submit(Dial(server.Target(), client));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  const std::string expected = "benchcell certs coordinator --host localhost,127.0.0.1 --force";
  EXPECT_THAT(status.error_message(), AllOf(HasSubstr("expired on 20"), HasSubstr(expected)));
  EXPECT_EQ(server.experiments.calls, 0);

  KeptAudit audit;
  const auto gate = Gate::Make(nullptr, WithoutTls::kRefused, {absl::Now, audit, [](auto&) {}});
  const absl::Status own =
      ServerCredentialsFor("127.0.0.1:0", {.tls = folder}, gate, absl::Now).status();
  EXPECT_EQ(own.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(own.message()), AllOf(HasSubstr("expired on 20"), HasSubstr(expected)));
}

TEST(Link, CoordinatorForAnotherHostIsTold) {
  const LabFolders lab("host");
  GuardedServer server(lab.Add(Role::kCoordinator, "lab.example", absl::Now(),
                               {"lab.example", "10.0.0.1", "127.0.0.1"}));
  const auto folder = lab.Add(Role::kSubmitter, "ada");
  const grpc::Status status = Submit(Dial(server.Target("localhost"), folder));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(
      status.error_message(),
      AllOf(HasSubstr("is for lab.example, 10.0.0.1, 127.0.0.1, but was shown by localhost"),
            HasSubstr("benchcell certs coordinator --host localhost --force")));
  EXPECT_EQ(server.experiments.calls, 0);
  EXPECT_TRUE(Submit(Dial(server.Target("127.0.0.1"), folder)).ok());
}

TEST(Link, NewCertificateIsTakenWhileRunning) {
  const LabFolders lab("renewed");
  GuardedServer server(lab.Add(Role::kCoordinator, "c", absl::Now(), {"127.0.0.1"}));
  const auto ada = lab.Add(Role::kSubmitter, "ada");
  const auto open = Dial(server.Target("127.0.0.1"), ada);
  EXPECT_TRUE(Submit(open).ok());
  EXPECT_FALSE(Submit(Dial(server.Target("localhost"), ada)).ok());
  lab.Add(Role::kCoordinator, "c", absl::Now(), {"localhost"});
  // New connections see the new one when the server has taken it.
  bool taken = false;
  for (int i = 0; i < 400 && !taken; ++i) {
    absl::SleepFor(absl::Milliseconds(100));
    taken = Submit(Dial(server.Target("localhost"), ada)).ok();
  }
  EXPECT_TRUE(taken);
  EXPECT_TRUE(Submit(open).ok()) << "an open connection stays";
}

TEST(Link, OneEndWithoutTlsIsExplained) {
  const LabFolders lab("half");
  const auto ada = lab.Add(Role::kSubmitter, "ada");
  GuardedServer plain("", absl::Now, WithoutTls::kLocalAdmin);
  const LinkSecurity with{.tls = ada}, without{};
  EXPECT_THAT(ExplainLink(ToAbsl(Submit(Dial(plain.Target(), ada))), with).ToString(),
              HasSubstr("the other end doesn't speak TLS: start the coordinator with --tls"));
  GuardedServer tls(lab.Add(Role::kCoordinator, "c"));
  EXPECT_THAT(ExplainLink(ToAbsl(Submit(Dial(tls.Target(), ""))), without).ToString(),
              HasSubstr("give --tls here, too"));
  EXPECT_EQ(ExplainLink(absl::UnavailableError("no route to host"), with).message(),
            "no route to host");
  EXPECT_EQ(ExplainLink(absl::NotFoundError("Socket closed"), without).message(), "Socket closed");
}

}  // namespace
}  // namespace benchcell
