#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/coordinator/coordinator_testing.h"
#include "runners/store/sqlite_outage.h"

namespace benchcell {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(CoordinatorTest, MeasuresAWholeExperiment) {
  const std::string id = Submit();
  EXPECT_THAT(id, testing::MatchesRegex("test-20270115-080000-[0-9a-f]{4}"));
  for (int i = 0; i < 4; ++i) {
    const v1::Lease lease = LeaseFor("m");
    ASSERT_EQ(lease.block().run_size(), 6);
    ASSERT_EQ(lease.cell().build_size(), 2) << "the steps come with the lease";
    EXPECT_EQ(coordinator_->GetProgress(id)->blocks_done(), static_cast<uint32_t>(i));
    ASSERT_TRUE(coordinator_->Deliver(Measured(lease)).ok());
  }
  EXPECT_FALSE(Synchronize("m")->has_lease());
  const v1::ExperimentRun run = Load(id);
  EXPECT_EQ(run.state(), v1::COMPLETE);
  EXPECT_EQ(Used(run), 24);
  EXPECT_EQ(run.record(0).status(), v1::OK);
  EXPECT_DOUBLE_EQ(run.record(0).sample(0).value(), 5.0);
  EXPECT_EQ(run.benchcell_version(), "test");
  EXPECT_EQ(run.seed(), 7u);
}

TEST_F(CoordinatorTest, SameExperimentGoesOnWithWhatIsThere) {
  const std::string id = Submit();
  ASSERT_TRUE(coordinator_->Deliver(Measured(LeaseFor("m"))).ok());
  ASSERT_TRUE(coordinator_->Cancel(id, "submitter bob").ok());
  EXPECT_THAT(coordinator_->GetProgress(id)->trouble(), ElementsAre("stopped by submitter bob"));
  ASSERT_TRUE(coordinator_->Cancel(id, "submitter eve").ok());
  EXPECT_THAT(coordinator_->GetProgress(id)->trouble(), SizeIs(1)) << "it was stopped already";
  EXPECT_FALSE(Synchronize("m")->has_lease());
  EXPECT_THAT(Synchronize("m")->active_run_id(), IsEmpty());
  Restart();
  const auto again = coordinator_->Submit(Request());
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->resumed());
  EXPECT_EQ(again->run_id(), id);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(coordinator_->Deliver(Measured(LeaseFor("m"))).ok());
  EXPECT_EQ(Load(id).state(), v1::COMPLETE);
  EXPECT_EQ(Used(Load(id)), 24);
  const auto third = coordinator_->Submit(Request());
  EXPECT_FALSE(third->resumed()) << "a complete run is not measured again into";
  EXPECT_NE(third->run_id(), id);
}

TEST_F(CoordinatorTest, OtherSeedIsAnotherExperiment) {
  const std::string id = Submit();
  v1::SubmitRequest other = Request();
  other.mutable_resolved()->mutable_experiment()->mutable_protocol()->set_seed(8);
  EXPECT_FALSE(coordinator_->Submit(other)->resumed());
}

TEST_F(CoordinatorTest, WorkingAgentKeepsItsLease) {
  Submit();
  const v1::Lease lease = LeaseFor("m");
  for (int i = 0; i < 5; ++i) {
    now_ += absl::Seconds(50);
    EXPECT_EQ(Synchronize("m", lease.fencing_token())->lease().fencing_token(),
              lease.fencing_token());
  }
}

TEST_F(CoordinatorTest, DeadAgentsBlockGoesToAnotherAndItsLateRecordsAreNotUsed) {
  const std::string id = Submit();
  const v1::Lease lost = LeaseFor("dead");
  now_ += absl::Seconds(61);
  const v1::Lease again = LeaseFor("alive");
  EXPECT_EQ(again.block().position(), lost.block().position());
  EXPECT_EQ(again.attempt(), 2u);
  ASSERT_TRUE(coordinator_->Deliver(Measured(lost, 1)).ok()) << "taken, so that it is not resent";
  ASSERT_TRUE(coordinator_->Deliver(Measured(again, 2'000'000'000)).ok());
  const v1::ExperimentRun run = Load(id);
  EXPECT_EQ(run.record_size(), 12);
  EXPECT_EQ(Used(run), 6);
  for (const v1::RunRecord& record : run.record()) {
    EXPECT_EQ(record.superseded(), record.usage().wall_ns() == 1);
  }
  EXPECT_THAT(coordinator_->GetProgress(id)->trouble(), SizeIs(1));
}

TEST_F(CoordinatorTest, DeliveryRepeatedChangesNothing) {
  const std::string id = Submit();
  const v1::DeliverRequest delivery = Measured(LeaseFor("m"));
  ASSERT_TRUE(coordinator_->Deliver(delivery).ok());
  ASSERT_TRUE(coordinator_->Deliver(delivery).ok());
  Restart();
  ASSERT_TRUE(coordinator_->Deliver(delivery).ok());
  EXPECT_EQ(Load(id).record_size(), 6);
}

TEST_F(CoordinatorTest, AbandonedBlockIsLeasedAgain) {
  const std::string id = Submit();
  const v1::Lease lease = LeaseFor("m");
  v1::DeliverRequest abandoned = Measured(lease);
  abandoned.mutable_record()->DeleteSubrange(1, 5);
  abandoned.set_outcome(v1::ABANDONED);
  ASSERT_TRUE(coordinator_->Deliver(abandoned).ok());
  EXPECT_EQ(LeaseFor("m").block().position(), lease.block().position());
  EXPECT_EQ(Used(Load(id)), 0);
  EXPECT_EQ(Load(id).record_size(), 1);
}

TEST_F(CoordinatorTest, InterruptedBlockIsLeasedAgainHoweverOften) {
  const std::string id = Submit();
  for (uint32_t i = 0; i < 3 * kMaxFailures; ++i) {
    v1::DeliverRequest abandoned = Measured(LeaseFor("m"));
    abandoned.clear_record();
    abandoned.set_outcome(v1::ABANDONED);
    ASSERT_TRUE(coordinator_->Deliver(abandoned).ok());
  }
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(coordinator_->Deliver(Measured(LeaseFor("m"))).ok());
  EXPECT_EQ(Load(id).state(), v1::COMPLETE);
}

TEST_F(CoordinatorTest, BlockThatCannotBeMeasuredIsGivenUpAndTheOthersGoOn) {
  const std::string id = Submit();
  for (uint32_t attempt = 1; attempt <= kMaxFailures; ++attempt) {
    const v1::Lease lease = LeaseFor("m");
    EXPECT_EQ(lease.attempt(), attempt);
    EXPECT_EQ(lease.block().position(), 0u);
    v1::DeliverRequest failed = Measured(lease);
    failed.clear_record();
    failed.set_outcome(v1::NOT_MEASURED);
    failed.set_message("no such program");
    ASSERT_TRUE(coordinator_->Deliver(failed).ok());
  }
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(coordinator_->Deliver(Measured(LeaseFor("m"))).ok());
  const v1::ExperimentRun run = Load(id);
  EXPECT_EQ(run.state(), v1::COMPLETE);
  EXPECT_EQ(Used(run), 24);
  int given_up = 0;
  for (const v1::RunRecord& record : run.record()) {
    if (record.status() != v1::INFRASTRUCTURE_FAILURE) continue;
    ++given_up;
    EXPECT_THAT(record.message(), HasSubstr("no such program"));
  }
  EXPECT_EQ(given_up, 6);
}

TEST_F(CoordinatorTest, FailingPluginMakesHarnessErrorsWithItsName) {
  const std::string id = Submit();
  plugin_->parse_failure = absl::UnavailableError("plugin fake crashed");
  ASSERT_TRUE(coordinator_->Deliver(Measured(LeaseFor("m"))).ok());
  const v1::ExperimentRun run = Load(id);
  EXPECT_EQ(run.record(0).status(), v1::HARNESS_ERROR);
  EXPECT_THAT(run.record(0).message(), HasSubstr("plugin fake crashed"));
}

TEST_F(CoordinatorTest, SampleThatThePluginDoesNotDescribeIsAHarnessError) {
  const std::string id = Submit();
  plugin_->parse_answer.set_status(v1::OK);
  plugin_->parse_answer.add_sample()->set_metric("speed");
  ASSERT_TRUE(coordinator_->Deliver(Measured(LeaseFor("m"))).ok());
  const v1::ExperimentRun run = Load(id);
  EXPECT_EQ(run.record(0).status(), v1::HARNESS_ERROR);
  EXPECT_THAT(run.record(0).message(), HasSubstr("\"speed\""));
  EXPECT_THAT(run.record(0).sample(), IsEmpty());
}

TEST_F(CoordinatorTest, ProfilesAreKeptWithTheRecord) {
  const std::string id = Submit();
  plugin_->parse_answer.set_status(v1::OK);
  v1::Profile& profile = *plugin_->parse_answer.add_profile();
  profile.set_metric("time");
  v1::Frame& frame = *profile.add_frame();
  frame.set_function("work");
  frame.set_kind(v1::OPTIMISED);
  frame.set_cost(3);
  ASSERT_TRUE(coordinator_->Deliver(Measured(LeaseFor("m"))).ok());
  const v1::ExperimentRun run = Load(id);
  EXPECT_EQ(run.record(0).status(), v1::OK) << run.record(0).message();
  ASSERT_THAT(run.record(0).profile(), SizeIs(1));
  EXPECT_EQ(run.record(0).profile(0).frame(0).function(), "work");
}

TEST_F(CoordinatorTest, ProfileThatThePluginMayNotGiveIsAHarnessError) {
  const auto message = [&](const std::string& metric, double cost, v1::FrameKind kind) {
    plugin_->parse_answer.Clear();
    plugin_->parse_answer.set_status(v1::OK);
    v1::Profile& profile = *plugin_->parse_answer.add_profile();
    profile.set_metric(metric);
    v1::Frame& frame = *profile.add_frame();
    frame.set_function("work");
    frame.set_kind(kind);
    frame.set_cost(cost);
    const v1::Lease lease = LeaseFor("m");
    EXPECT_TRUE(coordinator_->Deliver(Measured(lease)).ok());
    const v1::ExperimentRun run = Load(lease.run_id());
    const auto record =
        std::find_if(run.record().begin(), run.record().end(), [&](const v1::RunRecord& each) {
          return each.cell() == lease.block().cell() && each.round() == lease.block().round();
        });
    EXPECT_EQ(record->status(), v1::HARNESS_ERROR);
    EXPECT_THAT(record->profile(), IsEmpty());
    return record->message();
  };
  Submit();
  EXPECT_THAT(message("speed", 1, v1::OPTIMISED),
              HasSubstr("a profile of \"speed\", a metric that it does not describe"));
  EXPECT_THAT(message("time", std::nan(""), v1::OPTIMISED),
              HasSubstr("\"work\" costs no finite number"));
  EXPECT_THAT(message("time", 1, v1::FRAME_KIND_UNSPECIFIED), HasSubstr("\"work\" has no kind"));
}

TEST_F(CoordinatorTest, FailedBenchmarksAreKeptUnlessTheyContradictTheAnswer) {
  Submit();
  const auto judged = [&](const std::string& benchmark, v1::RunStatus status) {
    plugin_->parse_answer.Clear();
    plugin_->parse_answer.set_status(v1::OK);
    v1::BenchmarkFailure& failure = *plugin_->parse_answer.add_benchmark_failure();
    failure.set_benchmark(benchmark);
    failure.set_status(status);
    const v1::Lease lease = LeaseFor("m");
    EXPECT_TRUE(coordinator_->Deliver(Measured(lease)).ok());
    const v1::ExperimentRun run = Load(lease.run_id());
    return *std::find_if(run.record().begin(), run.record().end(), [&](const auto& each) {
      return each.cell() == lease.block().cell() && each.round() == lease.block().round();
    });
  };
  const v1::RunRecord kept = judged("parse", v1::GENUINE_FAILURE);
  EXPECT_EQ(kept.status(), v1::OK) << kept.message();
  EXPECT_THAT(kept.benchmark_failure(), SizeIs(1));
  EXPECT_THAT(judged("parse", v1::TIMEOUT).message(), HasSubstr("\"parse\" the status TIMEOUT"));
  EXPECT_THAT(judged("", v1::GENUINE_FAILURE).message(), HasSubstr("which is no name"));
}

TEST_F(CoordinatorTest, TimeoutIsNotThePluginsToJudge) {
  const std::string id = Submit();
  v1::DeliverRequest delivery = Measured(LeaseFor("m"));
  delivery.mutable_record(0)->set_status(v1::TIMEOUT);
  ASSERT_TRUE(coordinator_->Deliver(delivery).ok());
  EXPECT_EQ(Load(id).record(0).status(), v1::TIMEOUT);
}

TEST_F(CoordinatorTest, RefusalOfThePluginNamesCellAndBuild) {
  plugin_->refusal = "no such size";
  const absl::Status status = coordinator_->Submit(Request()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("size=2 build new: no such size"));
}

TEST_F(CoordinatorTest, DiscoveryIsARunOfItsOwnWhoseOutputsMakeCells) {
  plugin_->discovers = true;
  v1::SubmitRequest request = Request();
  const auto discovery = coordinator_->Submit(request);
  ASSERT_TRUE(discovery.ok()) << discovery.status();
  EXPECT_TRUE(discovery->discovering());
  request.set_discovery_run_id(discovery->run_id());
  EXPECT_EQ(coordinator_->Submit(request).status().code(), absl::StatusCode::kFailedPrecondition)
      << "it is not complete yet";

  v1::DeliverRequest delivery = Measured(LeaseFor("m"));
  ASSERT_EQ(delivery.record_size(), 2) << "one for each build";
  for (v1::RunRecord& record : *delivery.mutable_record()) {
    const auto blob = blobs_->PutBytes(absl::StrCat("by build ", record.planned().build()));
    v1::RawOutput& output = *record.add_raw_output();
    output.set_name("found");
    output.set_sha256(blob->sha256);
  }
  ASSERT_TRUE(coordinator_->Deliver(delivery).ok());
  EXPECT_EQ(Load(discovery->run_id()).state(), v1::COMPLETE);

  const auto measuring = coordinator_->Submit(request);
  ASSERT_TRUE(measuring.ok()) << measuring.status();
  EXPECT_FALSE(measuring->discovering());
  const v1::ExperimentRun run = Load(measuring->run_id());
  ASSERT_EQ(run.cell_size(), 4);
  EXPECT_EQ(run.cell(3).level(0).level(), "by build 1");
  EXPECT_EQ(run.block_size(), 8);

  // Interrupted now, it goes on without discovering anything again.
  ASSERT_TRUE(coordinator_->Cancel(run.id()).ok());
  const auto resumed = coordinator_->Submit(Request());
  EXPECT_EQ(resumed->run_id(), run.id());
  EXPECT_FALSE(resumed->discovering());
}

TEST_F(CoordinatorTest, MissingBundleIsRefusedBeforeAnythingIsStored) {
  v1::SubmitRequest request = Request();
  v1::Bundle& bundle = *request.mutable_resolved()->add_bundle();
  bundle.set_label("//x:y");
  bundle.set_sha256(std::string(64, 'a'));
  EXPECT_EQ(coordinator_->Submit(request).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(coordinator_->ListRuns()->run(), IsEmpty());
}

#ifndef __SANITIZE_THREAD__
// Built for the thread sanitizer, a protobuf map has another layout than in Debian's library.
TEST_F(CoordinatorTest, OneNameForSeveralVersionsIsRefused) {
  v1::SubmitRequest request = Request();
  v1::Bundle node;
  node.set_label("//n:24");
  node.set_platform("linux-x64");
  node.set_sha256(blobs_->PutBytes("node")->sha256);
  (*node.mutable_facts())["version"] = "24.22.1";
  *request.mutable_resolved()->add_bundle() = node;
  node.set_platform("darwin-arm64");
  (*node.mutable_facts())["version"] = "24.0.0";
  *request.mutable_resolved()->add_bundle() = node;
  const absl::Status status = coordinator_->Submit(request).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("24.0.0 for darwin-arm64"));
}
#endif

TEST_F(CoordinatorTest, MachinesOfOtherPlatformsGetNothing) {
  Submit();
  v1::AgentState state;
  state.mutable_machine()->set_id("m");
  state.mutable_machine()->mutable_facts()->set_platform("linux-arm64");
  EXPECT_FALSE(coordinator_->Synchronize(state)->has_lease());
}

TEST_F(CoordinatorTest, AClassIsHeldAgainstTheMachinesThatAreKnown) {
  v1::SubmitRequest request = Request();
  request.mutable_resolved()->mutable_experiment()->set_machine_class("linux-x64");
  // A machine that can't be of the class, since nobody knows anything about it.
  ASSERT_TRUE(Synchronize("m").ok());
  const auto refused = coordinator_->Submit(request);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("linux-x64"));
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("nearest is m"));

  // One that spoke to another coordinator.
  v1::Machine other;
  other.set_id("k");
  ASSERT_TRUE(store_->EnrollMachine(other).ok());
  EXPECT_THAT(std::string(coordinator_->Submit(request).status().message()),
              HasSubstr("then k (lacks"));

  request.mutable_resolved()->mutable_experiment()->set_any_machine(true);
  const auto taken = coordinator_->Submit(request);
  ASSERT_TRUE(taken.ok()) << taken.status();
  EXPECT_EQ(Load(taken->run_id()).machine_class().name(), "linux-x64");
  EXPECT_EQ(LeaseFor("m").run_id(), taken->run_id());
}

TEST_F(CoordinatorTest, MachineThatFailsSeveralCellsIsQuarantinedUntilItIsReleased) {
  v1::SubmitRequest request = Request();
  v1::Axis& axis =
      *request.mutable_resolved()->mutable_experiment()->mutable_grid(0)->mutable_axis(0);
  axis.clear_level();
  axis.add_level("1");
  axis.add_level("2");
  request.mutable_resolved()->mutable_experiment()->mutable_protocol()->set_rounds(1);
  for (uint64_t seed = 1; seed <= kMaxFailedCells; ++seed) {
    request.mutable_resolved()->mutable_experiment()->mutable_protocol()->set_seed(seed);
    ASSERT_TRUE(coordinator_->Submit(request).ok());
  }
  int leases = 0;
  while (true) {
    const auto desired = Synchronize("m");
    ASSERT_TRUE(desired.ok()) << desired.status();
    if (!desired->has_lease()) break;
    ++leases;
    v1::DeliverRequest failed = Measured(desired->lease());
    failed.clear_record();
    failed.set_machine("m");
    failed.set_outcome(v1::NOT_MEASURED);
    failed.set_message("no disk");
    ASSERT_TRUE(coordinator_->Deliver(failed).ok());
  }
  // Each cell is tried as often as it may be before the next one is.
  EXPECT_EQ(leases, static_cast<int>(kMaxFailures * (kMaxFailedCells - 1) + 1));
  const auto status = coordinator_->GetStatus();
  ASSERT_TRUE(status.ok()) << status.status();
  EXPECT_THAT(status->machine(0).quarantine(), HasSubstr("no disk"));
  EXPECT_THAT(status->alarm(), SizeIs(1));
  EXPECT_THAT(*coordinator_->Tick(), SizeIs(1)) << "raised";
  EXPECT_THAT(*coordinator_->Tick(), IsEmpty()) << "once";

  ASSERT_TRUE(coordinator_->ReleaseMachine("m").ok());
  EXPECT_TRUE(Synchronize("m")->has_lease());
  EXPECT_THAT(coordinator_->GetStatus()->alarm(), IsEmpty());
}

TEST_F(CoordinatorTest, ARunThatDoesNotGetOnRaisesAnAlarm) {
  const std::string id = Submit();
  ASSERT_TRUE(coordinator_->Tick().ok());
  now_ += absl::Minutes(16);
  const auto raised = coordinator_->Tick();
  ASSERT_TRUE(raised.ok()) << raised.status();
  ASSERT_THAT(*raised, SizeIs(1));
  EXPECT_THAT((*raised)[0], HasSubstr(id));
  LeaseFor("m");
  ASSERT_TRUE(coordinator_->Tick().ok());
  EXPECT_THAT(coordinator_->GetStatus()->alarm(), IsEmpty()) << "it gets on again";
}

TEST_F(CoordinatorTest, AStoreThatFailsRaisesAnAlarmUntilItAnswers) {
  const absl::Time begin = now_;
  {
    const SqliteOutage outage(folder_ / "store.db");
    for (int i = 0; i < 2; ++i) {
      EXPECT_FALSE(coordinator_->Tick().ok());
      EXPECT_FALSE(coordinator_->HasStore());
      EXPECT_THAT(coordinator_->GetStatus()->alarm(),
                  ElementsAre(AllOf(HasSubstr("the store fails since " + absl::FormatTime(begin)),
                                    HasSubstr("standing"))));
      now_ += absl::Minutes(1);
    }
  }
  EXPECT_THAT(*coordinator_->Tick(), IsEmpty());
  EXPECT_TRUE(coordinator_->HasStore());
  EXPECT_THAT(coordinator_->GetStatus()->alarm(), IsEmpty());
}

TEST_F(CoordinatorTest, LeasesOfSilentAgentsEndThoughNobodyAsks) {
  const std::string id = Submit();
  LeaseFor("m");
  now_ += absl::Seconds(61);
  ASSERT_TRUE(coordinator_->Tick().ok());
  EXPECT_THAT(coordinator_->GetProgress(id)->activity(), IsEmpty());
  const auto status = coordinator_->GetStatus();
  EXPECT_TRUE(status->machine(0).away());
  EXPECT_EQ(coordinator_->GetCounts().leases_lost, 1u);
}

TEST_F(CoordinatorTest, ChangedFactsOpenAnEpoch) {
  Submit();
  v1::AgentState state;
  state.mutable_machine()->set_id("m");
  state.mutable_machine()->mutable_facts()->set_platform(kPlatform);
  state.mutable_machine()->mutable_facts()->set_kernel("6.1");
  const v1::Lease first = coordinator_->Synchronize(state)->lease();
  ASSERT_TRUE(coordinator_->Deliver(Measured(first)).ok());
  state.mutable_machine()->mutable_facts()->set_kernel("6.2");
  const v1::Lease second = coordinator_->Synchronize(state)->lease();
  EXPECT_EQ(first.epoch(), 1u);
  EXPECT_EQ(second.epoch(), 2u);
}

TEST_F(CoordinatorTest, ManyIdleAgentsAskLessOften) {
  const auto pause = [&](int machine) {
    return ToDuration(Synchronize(absl::StrCat("m", machine))->synchronize_after());
  };
  EXPECT_EQ(pause(0), absl::Milliseconds(200));
  for (int i = 1; i < 299; ++i) pause(i);
  EXPECT_EQ(pause(299), absl::Milliseconds(300));
  now_ += absl::Seconds(61);
  EXPECT_EQ(pause(0), absl::Milliseconds(200)) << "the others are away";
}

TEST_F(CoordinatorTest, RunsAreFoundByTheBeginningOfTheirName) {
  EXPECT_EQ(coordinator_->GetRun("latest").status().code(), absl::StatusCode::kNotFound);
  const std::string id = Submit();
  v1::SubmitRequest other = Request();
  other.mutable_resolved()->mutable_experiment()->mutable_protocol()->set_seed(8);
  now_ += absl::Seconds(5);
  const std::string newer = coordinator_->Submit(other)->run_id();
  EXPECT_EQ(Load(id.substr(0, id.size() - 1)).id(), id);
  EXPECT_EQ(Load("latest").id(), newer);
  EXPECT_EQ(coordinator_->GetRun("test-").status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(coordinator_->GetRun("none").status().code(), absl::StatusCode::kNotFound);
}

v1::Metric MetricCalled(const std::string& name) {
  v1::Metric metric;
  metric.set_name(name);
  metric.set_unit("1");
  metric.set_direction(v1::NEUTRAL);
  metric.set_scope(v1::RUN);
  return metric;
}

TEST_F(CoordinatorTest, MetricsOfTheExperimentComeFirstAndCount) {
  plugin_->metrics = {MetricCalled("rate"), MetricCalled("size")};
  v1::Sample& sample = *plugin_->parse_answer.add_sample();
  sample.set_metric("size");
  sample.set_value(3);
  plugin_->parse_answer.set_status(v1::OK);
  const std::string id = Submit();
  std::vector<std::string> names;
  const v1::ExperimentRun planned = Load(id);
  for (const v1::Metric& metric : planned.metric()) names.push_back(metric.name());
  EXPECT_THAT(names, ElementsAre("rate", "size", "time"));
  ASSERT_TRUE(coordinator_->Deliver(Measured(LeaseFor("m"))).ok());
  EXPECT_EQ(Load(id).record(0).status(), v1::OK) << Load(id).record(0).message();
  EXPECT_DOUBLE_EQ(Load(id).record(0).sample(0).value(), 3);
}

TEST_F(CoordinatorTest, MetricsOfTheExperimentMustBeWhole) {
  plugin_->metrics = {MetricCalled("time")};
  EXPECT_THAT(std::string(coordinator_->Submit(Request()).status().message()),
              HasSubstr("plugin fake gave two metrics the name \"time\""));
  plugin_->metrics = {MetricCalled("rate")};
  plugin_->metrics[0].clear_direction();
  EXPECT_THAT(std::string(coordinator_->Submit(Request()).status().message()),
              HasSubstr("gave a metric \"rate\" that lacks its name, unit, direction or scope"));
}

}  // namespace
}  // namespace benchcell
