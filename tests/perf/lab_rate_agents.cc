#include "tests/perf/lab_rate_agents.h"

#include <grpcpp/alarm.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <chrono>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "benchcell/v1/lab.grpc.pb.h"
#include "runners/base/clock.h"

namespace benchcell {
namespace {

using std::chrono::steady_clock;

// No call takes so long, unless something hangs.
constexpr absl::Duration kLimit = absl::Minutes(1);
// Pause after an error.
constexpr absl::Duration kRetryAfter = absl::Milliseconds(100);

std::shared_ptr<grpc::Channel> OwnConnection(const std::string& target) {
  grpc::ChannelArguments arguments;
  // gRPC gives channels to one target one connection, unless it is told not to.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
}

v1::DeliverRequest Measured(const v1::Lease& lease, const std::string& machine) {
  v1::DeliverRequest request;
  request.set_run_id(lease.run_id());
  request.set_fencing_token(lease.fencing_token());
  request.set_cell(lease.block().cell());
  request.set_round(lease.block().round());
  request.set_outcome(v1::MEASURED);
  request.set_machine(machine);
  for (const v1::PlannedRun& planned : lease.block().run()) {
    v1::RunRecord& record = *request.add_record();
    record.set_cell(request.cell());
    record.set_round(request.round());
    *record.mutable_planned() = planned;
    record.set_attempt(lease.attempt());
    *record.mutable_start_time() = ToTimestamp(absl::Now());
    record.mutable_exit()->set_code(0);
    record.mutable_usage()->set_wall_ns(1'000'000 + planned.position());
    record.set_machine(machine);
    record.set_epoch(lease.epoch());
  }
  return request;
}

}  // namespace

// Has one thing going at a time, whose tag it is. Used by the thread of all.
class SimulatedAgents::Agent {
 public:
  Agent(SimulatedAgents& all, const SimulatedLab& lab, uint32_t number)
      : all_(all), block_(lab.block), stub_(v1::Agents::NewStub(OwnConnection(lab.target))) {
    v1::Machine& machine = *state_.mutable_machine();
    machine.set_id(absl::StrCat(lab.name, "-", number));
    machine.set_name(machine.id());
    *machine.mutable_facts() = lab.facts;
  }

  void Synchronize() {
    doing_ = Doing::kSynchronize;
    NewCall();
    start_ = steady_clock::now();
    auto call = stub_->AsyncSynchronize(context_.get(), state_, &all_.queue_);
    call->Finish(&desired_, &status_, this);
    synchronize_ = std::move(call);
  }

  // What it had going is over. False if it has nothing going any more.
  bool GoOn() {
    if (doing_ == Doing::kSynchronize) NoteSynchronized();
    if (doing_ == Doing::kDeliver) NoteDelivered();
    const bool failed = doing_ <= Doing::kDeliver && !status_.ok();
    if (all_.stop_) return false;
    if (failed) {
      Wait(Doing::kPause, kRetryAfter);
    } else if (doing_ == Doing::kSynchronize && desired_.has_lease()) {
      Wait(Doing::kMeasure, block_);
    } else if (doing_ == Doing::kSynchronize) {
      Wait(Doing::kPause, ToDuration(desired_.synchronize_after()));
    } else if (doing_ == Doing::kMeasure) {
      Deliver();
    } else {
      Synchronize();
    }
    return true;
  }

 private:
  enum class Doing { kSynchronize, kDeliver, kMeasure, kPause };

  void NewCall() {
    context_ = std::make_unique<grpc::ClientContext>();
    context_->set_deadline(absl::ToChronoTime(absl::Now() + kLimit));
  }

  void Deliver() {
    doing_ = Doing::kDeliver;
    NewCall();
    auto call = stub_->AsyncDeliver(
        context_.get(), Measured(desired_.lease(), state_.machine().id()), &all_.queue_);
    call->Finish(&response_, &status_, this);
    deliver_ = std::move(call);
  }

  void Wait(Doing doing, absl::Duration time) {
    doing_ = doing;
    alarm_.emplace();
    alarm_->Set(&all_.queue_, absl::ToChronoTime(absl::Now() + time), this);
  }

  void NoteSynchronized() {
    const std::chrono::duration<float, std::milli> took = steady_clock::now() - start_;
    const std::lock_guard<std::mutex> lock(all_.mutex_);
    ++all_.counts_.synchronized;
    all_.counts_.synchronize_ms.push_back(took.count());
    NoteError();
  }

  void NoteDelivered() {
    const std::lock_guard<std::mutex> lock(all_.mutex_);
    if (status_.ok()) ++all_.counts_.delivered;
    NoteError();
  }

  // Under the mutex of all.
  void NoteError() {
    if (status_.ok()) return;
    if (all_.counts_.errors++ == 0) all_.counts_.first_error = status_.error_message();
  }

  SimulatedAgents& all_;
  const absl::Duration block_;
  const std::unique_ptr<v1::Agents::Stub> stub_;
  v1::AgentState state_;

  Doing doing_ = Doing::kSynchronize;
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<v1::DesiredState>> synchronize_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<v1::DeliverResponse>> deliver_;
  std::optional<grpc::Alarm> alarm_;
  steady_clock::time_point start_;
  grpc::Status status_;
  v1::DesiredState desired_;
  v1::DeliverResponse response_;
};

SimulatedAgents::SimulatedAgents(const SimulatedLab& lab) {
  for (uint32_t i = 0; i < lab.agents; ++i) {
    agents_.push_back(std::make_unique<Agent>(*this, lab, i));
  }
  thread_ = std::thread([this] { Serve(); });
}

SimulatedAgents::~SimulatedAgents() {
  stop_ = true;
  thread_.join();
  queue_.Shutdown();
  void* tag = nullptr;
  bool ok = false;
  while (queue_.Next(&tag, &ok)) {
  }
}

void SimulatedAgents::Serve() {
  for (const std::unique_ptr<Agent>& agent : agents_) agent->Synchronize();
  size_t going = agents_.size();
  void* tag = nullptr;
  bool ok = false;
  while (going > 0 && queue_.Next(&tag, &ok)) {
    if (!static_cast<Agent*>(tag)->GoOn()) --going;
  }
}

AgentCounts SimulatedAgents::TakeCounts() {
  const std::lock_guard<std::mutex> lock(mutex_);
  AgentCounts counts = counts_;
  counts_.synchronize_ms.clear();
  return counts;
}

}  // namespace benchcell
