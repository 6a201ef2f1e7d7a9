#include "runners/coordinator/lab_server.h"

#include <gmock/gmock.h>
#include <grpcpp/channel.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>
#include <gtest/gtest.h>

#include <mutex>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "benchcell/v1/lab.grpc.pb.h"
#include "runners/base/files.h"
#include "runners/base/random.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/store/sqlite_store.h"

namespace benchcell {
namespace {

using testing::HasSubstr;

class KeptAudit : public AuditSink {
 public:
  absl::Status Write(const AuditLine& line) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    lines_.push_back(line);
    return absl::OkStatus();
  }
  std::vector<AuditLine> lines() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return lines_;
  }

 private:
  std::mutex mutex_;
  std::vector<AuditLine> lines_;
};

class LabServerTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) /
        testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(folder).ok());
    store_ = *SqliteStore::Open(folder / "store.db", {});
    blobs_ = *DirectoryBlobStore::Open(folder / "blobs");
    coordinator_ = std::make_unique<Coordinator>(
        Coordinator::Parts{*store_, *blobs_, plugins_, absl::Now, SystemRandom},
        Coordinator::Options{.version = "test"});
    const auto server = Start("127.0.0.1:0");
    ASSERT_TRUE(server.ok()) << server.status();
  }

  absl::StatusOr<LabServer*> Start(const std::string& address) {
    const auto gate = Gate::Make(nullptr, WithoutTls::kLocalAdmin,
                                 {absl::Now, audit_, [](const std::string&) {}});
    auto server =
        LabServer::Start(*coordinator_, gate, {address, grpc::InsecureServerCredentials()});
    if (!server.ok()) return server.status();
    servers_.push_back(*std::move(server));
    return servers_.back().get();
  }

  std::shared_ptr<grpc::Channel> Dial() {
    return grpc::CreateChannel("127.0.0.1:" + std::to_string(servers_[0]->port()),
                               grpc::InsecureChannelCredentials());
  }

  // The first answer to one message, as bytes: these services have no generated code here.
  std::string Ask(const std::string& method, const std::string& request) {
    grpc::GenericStub stub(Dial());
    grpc::ClientContext context;
    grpc::CompletionQueue queue;
    void* tag = nullptr;
    bool ok = false;
    const auto call = stub.PrepareCall(&context, method, &queue);
    call->StartCall(this);
    queue.Next(&tag, &ok);
    const grpc::Slice slice(request);
    call->Write(grpc::ByteBuffer(&slice, 1), this);
    queue.Next(&tag, &ok);
    call->WritesDone(this);
    queue.Next(&tag, &ok);
    grpc::ByteBuffer answer;
    call->Read(&answer, this);
    queue.Next(&tag, &ok);
    if (!ok) return "no answer";
    std::vector<grpc::Slice> slices;
    EXPECT_TRUE(answer.Dump(&slices).ok());
    std::string bytes;
    for (const grpc::Slice& part : slices) {
      bytes.append(reinterpret_cast<const char*>(part.begin()), part.size());
    }
    grpc::Status status;
    call->Finish(&status, this);
    queue.Next(&tag, &ok);
    return bytes;
  }

  KeptAudit audit_;
  PluginRegistry plugins_{PluginPrograms{}};
  std::unique_ptr<SqliteStore> store_;
  std::unique_ptr<DirectoryBlobStore> blobs_;
  std::unique_ptr<Coordinator> coordinator_;
  std::vector<std::unique_ptr<LabServer>> servers_;
};

TEST_F(LabServerTest, ServesOverTheNetworkAndInsideTheProcess) {
  for (const auto& channel : {Dial(), servers_[0]->InProcessChannel()}) {
    const auto stub = v1::Lab::NewStub(channel);
    grpc::ClientContext context;
    v1::LabStatus status;
    const grpc::Status got = stub->GetStatus(&context, {}, &status);
    EXPECT_TRUE(got.ok()) << got.error_message();
    EXPECT_EQ(status.benchcell_version(), "test");
  }
}

TEST_F(LabServerTest, TwoHostsAreNotOneMachine) {
  const auto stub = v1::Agents::NewStub(Dial());
  v1::AgentState state;
  state.mutable_machine()->set_id("m-1");
  for (const auto& [host, code] :
       {std::pair{"one", grpc::StatusCode::OK}, std::pair{"two", grpc::StatusCode::ALREADY_EXISTS},
        std::pair{"one", grpc::StatusCode::OK}}) {
    state.mutable_machine()->set_name(host);
    grpc::ClientContext context;
    v1::DesiredState desired;
    EXPECT_EQ(stub->Synchronize(&context, state, &desired).error_code(), code) << host;
  }
}

TEST_F(LabServerTest, AuditSaysWhichRunOrMachineWasChangedAndWhetherItWas) {
  grpc::ClientContext cancel, release;
  v1::CancelRequest run;
  run.set_run_id("quickstart-1");
  v1::CancelResponse cancelled;
  EXPECT_FALSE(v1::Experiments::NewStub(Dial())->Cancel(&cancel, run, &cancelled).ok());
  ASSERT_TRUE(store_->EnrollMachine(v1::Machine()).ok());
  ASSERT_TRUE(store_->SetQuarantine("", "no disk").ok());
  ASSERT_TRUE(coordinator_->Tick().ok());
  v1::ReleaseMachineRequest machine;
  v1::ReleaseMachineResponse released;
  EXPECT_TRUE(v1::Lab::NewStub(Dial())->ReleaseMachine(&release, machine, &released).ok());

  const std::vector<AuditLine> lines = audit_.lines();
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0].decision, "allowed");
  EXPECT_EQ(lines[1].decision, "failed");
  EXPECT_EQ(lines[1].method, lines[0].method);
  EXPECT_EQ(lines[1].object, "quickstart-1");
  EXPECT_THAT(lines[1].reason, HasSubstr("quickstart-1"));
  EXPECT_EQ(lines[3].decision, "done");
  EXPECT_EQ(lines[3].method, lines[2].method);
}

TEST_F(LabServerTest, HealthIsAnswered) {
  // HealthCheckResponse.status, field 1, is SERVING, 1.
  EXPECT_EQ(Ask("/grpc.health.v1.Health/Check", ""), "\x08\x01");
}

TEST_F(LabServerTest, ReflectionNamesTheServices) {
  // ServerReflectionRequest.list_services, field 7, is a string.
  const std::string services = Ask("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
                                   std::string("\x3A\x01*", 3));
  EXPECT_THAT(services, HasSubstr("benchcell.v1.Agents"));
  EXPECT_THAT(services, HasSubstr("benchcell.v1.Experiments"));
}

TEST_F(LabServerTest, AnAddressThatCantBeListenedOnIsNamed) {
  const auto nowhere = Start("192.0.2.1:7777");
  EXPECT_EQ(nowhere.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(nowhere.status().message()), HasSubstr("192.0.2.1:7777"));
}

TEST_F(LabServerTest, TwoServersDontShareAPort) {
  const std::string address = "127.0.0.1:" + std::to_string(servers_[0]->port());
  const auto second = Start(address);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()), HasSubstr(address));
}

}  // namespace
}  // namespace benchcell
