#include "tests/perf/lab_rate_agents.h"

#include <gmock/gmock.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "benchcell/v1/lab.grpc.pb.h"

namespace benchcell {
namespace {

using testing::Each;
using testing::Ge;
using testing::SizeIs;

// Has a number of blocks, of two runs each, and gives them to whoever asks.
class FakeCoordinator final : public v1::Agents::Service {
 public:
  explicit FakeCoordinator(uint32_t blocks) : blocks_(blocks) {}

  grpc::Status Synchronize(grpc::ServerContext* context, const v1::AgentState* state,
                           v1::DesiredState* desired) override {
    const std::lock_guard<std::mutex> lock(mutex);
    machines[state->machine().id()] = context->peer();
    if (fails) return grpc::Status(grpc::StatusCode::UNAVAILABLE, "out of order");
    desired->mutable_synchronize_after()->set_nanos(1'000'000);
    if (leased_ == blocks_) return grpc::Status::OK;
    v1::Lease& lease = *desired->mutable_lease();
    lease.set_run_id("run");
    lease.set_fencing_token(++leased_);
    lease.set_attempt(1);
    lease.mutable_block()->set_cell(leased_);
    for (uint32_t i = 0; i < 2; ++i) lease.mutable_block()->add_run()->set_position(i);
    return grpc::Status::OK;
  }

  grpc::Status Deliver(grpc::ServerContext*, const v1::DeliverRequest* request,
                       v1::DeliverResponse*) override {
    const std::lock_guard<std::mutex> lock(mutex);
    deliveries.push_back(*request);
    return grpc::Status::OK;
  }

  std::mutex mutex;
  bool fails = false;
  // Address by id.
  std::map<std::string, std::string> machines;
  std::vector<v1::DeliverRequest> deliveries;

 private:
  const uint32_t blocks_;
  uint32_t leased_ = 0;
};

class SimulatedAgentsTest : public testing::Test {
 protected:
  // Lets so many agents work until something is so.
  template <typename Condition>
  AgentCounts Work(FakeCoordinator& coordinator, uint32_t agents, Condition condition) {
    grpc::ServerBuilder builder;
    builder.RegisterService(&coordinator);
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    SimulatedLab lab;
    lab.target = absl::StrCat("127.0.0.1:", port);
    lab.name = "agent";
    lab.agents = agents;
    lab.facts.set_platform("linux-x64");
    SimulatedAgents simulated(lab);
    AgentCounts counts;
    while (!condition(counts)) {
      absl::SleepFor(absl::Milliseconds(1));
      AgentCounts more = simulated.TakeCounts();
      more.synchronize_ms.insert(more.synchronize_ms.end(), counts.synchronize_ms.begin(),
                                 counts.synchronize_ms.end());
      counts = std::move(more);
    }
    return counts;
  }
};

TEST_F(SimulatedAgentsTest, EachBlockIsDeliveredOnceWithARecordForEachRun) {
  FakeCoordinator coordinator(50);
  const AgentCounts counts =
      Work(coordinator, 4, [](const AgentCounts& c) { return c.delivered >= 50; });
  EXPECT_EQ(counts.delivered, 50u);
  EXPECT_EQ(counts.errors, 0u);
  std::set<uint64_t> tokens;
  for (const v1::DeliverRequest& delivery : coordinator.deliveries) {
    tokens.insert(delivery.fencing_token());
    EXPECT_EQ(delivery.outcome(), v1::MEASURED);
    EXPECT_EQ(delivery.cell(), delivery.fencing_token());
    ASSERT_THAT(delivery.record(), SizeIs(2));
    EXPECT_EQ(delivery.record(1).planned().position(), 1u);
    EXPECT_EQ(delivery.record(1).cell(), delivery.cell());
    EXPECT_EQ(delivery.record(1).machine(), delivery.machine());
    EXPECT_EQ(delivery.record(1).status(), v1::RUN_STATUS_UNSPECIFIED) << "the plugin's to say";
  }
  EXPECT_THAT(tokens, SizeIs(50));
}

TEST_F(SimulatedAgentsTest, IdleOnesAskAgainEachOverItsOwnConnection) {
  FakeCoordinator coordinator(0);
  const AgentCounts counts =
      Work(coordinator, 8, [](const AgentCounts& c) { return c.synchronized >= 80; });
  EXPECT_EQ(counts.delivered, 0u);
  EXPECT_THAT(counts.synchronize_ms, SizeIs(counts.synchronized));
  EXPECT_THAT(counts.synchronize_ms, Each(Ge(0)));
  EXPECT_THAT(coordinator.machines, SizeIs(8));
  std::set<std::string> addresses;
  for (const auto& [id, address] : coordinator.machines) addresses.insert(address);
  EXPECT_THAT(addresses, SizeIs(8));
}

TEST_F(SimulatedAgentsTest, ErrorsAreCountedAndTriedAgain) {
  FakeCoordinator coordinator(0);
  coordinator.fails = true;
  const AgentCounts counts =
      Work(coordinator, 1, [](const AgentCounts& c) { return c.errors >= 2; });
  EXPECT_EQ(counts.first_error, "out of order");
}

}  // namespace
}  // namespace benchcell
