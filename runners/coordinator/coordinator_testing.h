// A coordinator with a plugin of its own, over a store in a folder of the test.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_COORDINATOR_TESTING_H_
#define BENCHCELL_RUNNERS_COORDINATOR_COORDINATOR_TESTING_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runners/base/files.h"
#include "runners/blobs/directory_blob_store.h"
#include "runners/coordinator/coordinator.h"
#include "runners/store/sqlite_store.h"

namespace benchcell {

inline constexpr char kPlatform[] = "linux-x64";

// A plugin with one axis `size` and one metric `time`, whose measured command writes the sample to
// standard output.
class FakePlugin : public PluginClient {
 public:
  // Raised by tests to see what becomes of a plugin that fails.
  absl::Status parse_failure;
  v1::ParseResponse parse_answer;
  std::string refusal;
  // Of the experiment, beside the described one.
  std::vector<v1::Metric> metrics;
  // Whether it asks the workload for its cells first: each output that it gets becomes a cell.
  bool discovers = false;

  absl::StatusOr<v1::PluginDescription> Describe() override {
    v1::PluginDescription description;
    description.set_name("fake");
    v1::AxisSpec& axis = *description.add_axis();
    axis.set_name("size");
    axis.add_level("1");
    axis.add_level("2");
    v1::Metric& metric = *description.add_metric();
    metric.set_name("time");
    metric.set_unit("s");
    metric.set_scope(v1::RUN);
    return description;
  }

  absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest& request) override {
    v1::ExpandResponse response;
    if (!refusal.empty()) {
      v1::Refusal& refused = *response.add_refusal();
      refused.set_cell(1);
      refused.set_build("new");
      refused.set_message(refusal);
      return response;
    }
    if (discovers && request.discovered().empty()) {
      for (const v1::Build& build : request.experiment().build()) {
        v1::BuildPlan& plan = *response.add_discover();
        plan.set_build(build.name());
        v1::Step& step = *plan.add_step();
        step.set_when(v1::Step::EACH_RUN);
        *step.mutable_command() = CommandOf(v1::Command::DISCOVER);
      }
      return response;
    }
    for (const v1::Metric& metric : metrics) *response.add_metric() = metric;
    std::vector<v1::Cell> cells(request.cell().begin(), request.cell().end());
    for (const v1::Discovered& output : request.discovered()) {
      v1::Cell& cell = cells.emplace_back();
      cell.set_index(static_cast<uint32_t>(cells.size()) - 1);
      v1::Level& level = *cell.add_level();
      level.set_axis("found");
      level.set_level(*ReadFile(output.raw_output(0).path()));
    }
    for (const v1::Cell& cell : cells) {
      v1::Cell& expanded = *response.add_cell();
      expanded = cell;
      for (const v1::Build& build : request.experiment().build()) {
        v1::BuildPlan& plan = *expanded.add_build();
        plan.set_build(build.name());
        v1::Step& step = *plan.add_step();
        step.set_when(v1::Step::EACH_RUN);
        *step.mutable_command() = CommandOf(v1::Command::MEASURE);
      }
    }
    return response;
  }

  static v1::Command CommandOf(v1::Command::Role role) {
    v1::Command command;
    command.set_role(role);
    command.add_argument("tool");
    command.mutable_timeout()->set_seconds(60);
    return command;
  }

  absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest& request) override {
    if (!parse_failure.ok()) return parse_failure;
    if (parse_answer.status() != v1::RUN_STATUS_UNSPECIFIED) return parse_answer;
    v1::ParseResponse response;
    response.set_status(v1::OK);
    v1::Sample& sample = *response.add_sample();
    sample.set_metric("time");
    sample.set_value(request.record().usage().wall_ns() * 1e-9);
    return response;
  }
};

class CoordinatorTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(folder_).ok());
    blobs_ = *DirectoryBlobStore::Open(folder_ / "blobs");
    registry_ = std::make_unique<PluginRegistry>(PluginPrograms{{"fake", {"/fake"}}},
                                                 [this](const auto&, const auto&) {
                                                   auto plugin = std::make_unique<FakePlugin>();
                                                   plugin_ = plugin.get();
                                                   return plugin;
                                                 });
    ASSERT_TRUE(registry_->Get("fake").ok());
    Restart();
  }

  // A new coordinator over what is durable.
  void Restart() {
    coordinator_.reset();
    store_.reset();
    store_ = *SqliteStore::Open(folder_ / "store.db", {});
    coordinator_ = std::make_unique<Coordinator>(
        Coordinator::Parts{*store_, *blobs_, *registry_, [this] { return now_; },
                           [this] { return random_ += uint64_t{1} << 48; }},
        Coordinator::Options{.lease = absl::Seconds(60), .version = "test"});
  }

  static v1::SubmitRequest Request() {
    v1::SubmitRequest request;
    request.set_platform(kPlatform);
    v1::Experiment& experiment = *request.mutable_resolved()->mutable_experiment();
    experiment.set_name("test");
    experiment.set_plugin("fake");
    experiment.add_build()->set_name("old");
    experiment.add_build()->set_name("new");
    v1::Axis& axis = *experiment.add_grid()->add_axis();
    axis.set_name("size");
    axis.add_level("1");
    axis.add_level("2");
    experiment.mutable_protocol()->set_rounds(2);
    experiment.mutable_protocol()->set_runs(3);
    experiment.mutable_protocol()->set_seed(7);
    return request;
  }

  std::string Submit() {
    const auto response = coordinator_->Submit(Request());
    EXPECT_TRUE(response.ok()) << response.status();
    return response->run_id();
  }

  // What an idle agent says.
  static v1::AgentState StateOf(const std::string& machine) {
    v1::AgentState state;
    state.mutable_machine()->set_id(machine);
    state.mutable_machine()->mutable_facts()->set_platform(kPlatform);
    return state;
  }

  absl::StatusOr<v1::DesiredState> Synchronize(const std::string& machine, uint64_t token = 0) {
    v1::AgentState state = StateOf(machine);
    if (token != 0) state.mutable_lease()->set_fencing_token(token);
    return coordinator_->Synchronize(state);
  }

  v1::Lease LeaseFor(const std::string& machine) {
    const auto desired = Synchronize(machine);
    EXPECT_TRUE(desired.ok()) << desired.status();
    return desired->lease();
  }

  // What an agent hands over after it measured all of a lease.
  static v1::DeliverRequest Measured(const v1::Lease& lease, uint64_t wall_ns = 5'000'000'000) {
    v1::DeliverRequest request;
    request.set_run_id(lease.run_id());
    request.set_fencing_token(lease.fencing_token());
    request.set_cell(lease.block().cell());
    request.set_round(lease.block().round());
    request.set_outcome(v1::MEASURED);
    for (const v1::PlannedRun& planned : lease.block().run()) {
      v1::RunRecord& record = *request.add_record();
      record.set_cell(lease.block().cell());
      record.set_round(lease.block().round());
      *record.mutable_planned() = planned;
      record.set_attempt(lease.attempt());
      record.mutable_usage()->set_wall_ns(wall_ns);
    }
    return request;
  }

  v1::ExperimentRun Load(const std::string& run_id) { return *coordinator_->GetRun(run_id); }

  static int Used(const v1::ExperimentRun& run) {
    return static_cast<int>(
        std::count_if(run.record().begin(), run.record().end(),
                      [](const v1::RunRecord& record) { return !record.superseded(); }));
  }

  std::filesystem::path folder_;
  absl::Time now_ = absl::FromUnixSeconds(1'800'000'000);
  uint64_t random_ = 0;
  FakePlugin* plugin_ = nullptr;
  std::unique_ptr<DirectoryBlobStore> blobs_;
  std::unique_ptr<PluginRegistry> registry_;
  std::unique_ptr<SqliteStore> store_;
  std::unique_ptr<Coordinator> coordinator_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_COORDINATOR_TESTING_H_
