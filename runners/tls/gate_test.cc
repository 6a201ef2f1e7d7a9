// The gate where there is no TLS. With TLS, see link_test.cc.

#include "runners/tls/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/tls/testing.h"

namespace benchcell {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

// A server on the in-process channel only.
class LocalServer {
 public:
  explicit LocalServer(WithoutTls without_tls) {
    const auto gate = Gate::Make(nullptr, without_tls, {absl::Now, audit, [](auto&) {}});
    experiments.gate = gate;
    grpc::ServerBuilder builder;
    builder.RegisterService(&experiments);
    std::vector<std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>> creators;
    creators.push_back(gate->MakeAuditor());
    builder.experimental().SetInterceptorCreators(std::move(creators));
    server_ = builder.BuildAndStart();
  }

  std::shared_ptr<grpc::Channel> channel() {
    return server_->InProcessChannel(grpc::ChannelArguments());
  }

  KeptAudit audit;
  CountingExperiments experiments;

 private:
  std::unique_ptr<grpc::Server> server_;
};

TEST(Gate, InProcessCallerIsTheLocalAdministrator) {
  LocalServer server(WithoutTls::kLocalAdmin);
  std::string answer;
  const grpc::Status status = Submit(server.channel(), &answer);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(answer, "admin local");
  ASSERT_THAT(server.audit.lines(), SizeIs(1));
  EXPECT_EQ(server.audit.lines()[0].decision, "allowed");
  EXPECT_EQ(server.audit.lines()[0].name, "local");
}

TEST(Gate, InProcessCallerIsNobodyUnlessSaid) {
  LocalServer server(WithoutTls::kRefused);
  std::string answer;
  EXPECT_TRUE(Submit(server.channel(), &answer).ok());
  EXPECT_THAT(answer, HasSubstr("over TLS only"));
  ASSERT_THAT(server.audit.lines(), SizeIs(1));
  EXPECT_EQ(server.audit.lines()[0].decision, "unauthenticated");
}

TEST(Gate, PlaintextPortIsTheLocalAdministrators) {
  GuardedServer server("", absl::Now, WithoutTls::kLocalAdmin);
  std::string answer;
  EXPECT_TRUE(Submit(Dial(server.Target(), ""), &answer).ok());
  EXPECT_EQ(answer, "admin local");
}

TEST(Gate, PlaintextPortNeedsAGateForIt) {
  KeptAudit audit;
  const auto gate = Gate::Make(nullptr, WithoutTls::kRefused, {absl::Now, audit, [](auto&) {}});
  EXPECT_EQ(ServerCredentialsFor("127.0.0.1:0", {}, gate, absl::Now).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST(Gate, PlaintextStaysOnThisMachine) {
  KeptAudit audit;
  const auto gate = Gate::Make(nullptr, WithoutTls::kLocalAdmin, {absl::Now, audit, [](auto&) {}});
  EXPECT_EQ(ServerCredentialsFor("0.0.0.0:7777", {}, gate, absl::Now).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(ServerCredentialsFor("0.0.0.0:7777", {"", true}, gate, absl::Now).ok());
  EXPECT_EQ(ChannelCredentialsFor("lab.example:7777", {}, absl::Now).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(ChannelCredentialsFor("lab.example:7777", {"", true}, absl::Now).ok());
}

TEST(Gate, AuditThatCantBeWrittenIsLoggedWithItsLine) {
  class Full : public AuditSink {
   public:
    absl::Status Write(const AuditLine&) override { return absl::ResourceExhaustedError("full"); }
  } full;
  const LabFolders lab("full");
  const auto folder = lab.Add(Role::kCoordinator, "c");
  KeptAudit log;
  const auto gate = Gate::Make(*Authenticator::Open(folder, absl::Now), WithoutTls::kRefused,
                               {absl::Now, full, [&](const std::string& line) { log.Log(line); }});
  const auto credentials = ServerCredentialsFor("127.0.0.1:0", {.tls = folder}, gate, absl::Now);
  ASSERT_TRUE(credentials.ok());
  CountingExperiments experiments;
  experiments.gate = gate;
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", *credentials, &port);
  builder.RegisterService(&experiments);
  const auto server = builder.BuildAndStart();
  const auto channel = Dial(absl::StrCat("localhost:", port), lab.Add(Role::kViewer, "eve"));
  EXPECT_EQ(Submit(channel).error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(log.AwaitLog("full"), HasSubstr("\"decision\":\"denied\""));
  server->Shutdown();
}

}  // namespace
}  // namespace benchcell
