// Both ends of real TLS connections over loopback: who gets through, and what each end is told
// when nobody does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "runners/tls/credentials.h"
#include "runners/tls/folder.h"
#include "runners/tls/testing.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr absl::Duration kLongAgo = absl::Hours(24 * 15);

// A client that doesn't check itself, as one that was tampered with: what the server says then.
class Careless {
 public:
  // As if it were the time at which its certificate was valid.
  static Clock At(absl::Time time) {
    return [time] { return time; };
  }
};

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

TEST(Link, UnknownMethodIsDenied) {
  const LabFolders lab("unknown");
  GuardedServer server(lab.Add(Role::kCoordinator, "c"));
  const auto channel = Dial(server.Target(), lab.Add(Role::kAdmin, "root"));
  grpc::ClientContext context;
  v1::FindMissingResponse response;
  // Of a service that the server doesn't have: the gate answers, not the server.
  EXPECT_TRUE(v1::Blobs::NewStub(channel)
                  ->FindMissing(&context, v1::FindMissingRequest(), &response)
                  .error_code() == grpc::StatusCode::UNIMPLEMENTED)
      << "listed, but not served";
}

TEST(Link, ExpiredMemberIsToldByTheServer) {
  const LabFolders lab("expired", absl::Now() - kLongAgo);
  GuardedServer server(lab.Add(Role::kCoordinator, "c", absl::Now() - absl::Hours(24 * 6)));
  const auto folder = lab.Add(Role::kAgent, "mac-7", absl::Now() - kLongAgo);
  const grpc::Status status =
      Submit(Dial(server.Target(), folder, Careless::At(absl::Now() - absl::Hours(24 * 6))));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(status.error_message(), AllOf(HasSubstr("agent mac-7"), HasSubstr("expired on 20"),
                                            HasSubstr("benchcell certs agent mac-7 --force")));
  EXPECT_THAT(server.audit.AwaitLog("agent mac-7"), HasSubstr("expired on 20"));
  ASSERT_THAT(server.audit.lines(), SizeIs(1));
  EXPECT_EQ(server.audit.lines()[0].decision, "unauthenticated");
  EXPECT_EQ(server.audit.lines()[0].name, "mac-7");
  EXPECT_EQ(server.experiments.calls, 0);
}

}  // namespace
}  // namespace benchcell
