// Evidence of raw outputs that a real workload has left, judged by the real plugin.

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "benchcell/v1/plugin.pb.h"
#include "runners/base/files.h"
#include "runners/coordinator/judge.h"
#include "runners/evidence/testing.h"
#include "runners/plugins/plugin_registry.h"
#include "runners/report/message_json.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr char kRecorded[] = "fixtures/recorded/vitest/good-5.1.0-warm";

// One cell and build, a round of three runs that differ in the time that the agent took.
StoredRun RecordedRun(PluginClient& plugin) {
  StoredRun stored;
  v1::ExperimentRun& run = stored.run;
  v1::ParseRequest recorded;
  EXPECT_TRUE(MessageFromJson(*ReadFile(fs::path(kRecorded) / "request.json"), recorded).ok());
  v1::Experiment& experiment = *run.mutable_resolved()->mutable_experiment();
  experiment.set_name("recorded");
  experiment.set_plugin("vitest");
  experiment.add_build()->set_name(recorded.build());
  experiment.mutable_protocol()->set_rounds(1);
  experiment.mutable_protocol()->set_runs(3);
  run.set_id("recorded-1");
  run.set_seed(7);
  run.set_state(v1::COMPLETE);
  *run.mutable_metric() = plugin.Describe()->metric();
  run.add_machine()->set_id("m1");
  *run.add_cell() = recorded.cell();
  run.mutable_cell(0)->add_build()->set_build(recorded.build());
  Plan(run);
  for (const v1::PlannedRun& planned : run.block(0).run()) {
    v1::RunRecord record = recorded.record();
    *record.mutable_planned() = planned;
    record.set_machine("m1");
    record.mutable_usage()->set_wall_ns(record.usage().wall_ns() + 1000 * planned.index());
    RawOutputList outputs;
    for (const auto& entry : fs::directory_iterator(kRecorded)) {
      const std::string name = entry.path().filename();
      if (name == "request.json") continue;
      AddOutput(name, *ReadFile(entry.path()), record, stored.blobs);
      outputs.Add()->set_name(name);
      outputs.rbegin()->set_path(fs::absolute(entry.path()));
    }
    EXPECT_TRUE(JudgeOutputs(run, plugin, outputs, record).ok());
    EXPECT_EQ(record.status(), v1::OK) << record.message();
    *run.add_record() = record;
  }
  return stored;
}

TEST(RecordedEvidence, HoldsAndIsNotAnothersSamples) {
  PluginRegistry plugins({{"vitest", {fs::absolute("plugins/vitest/vitest_plugin").string()}}});
  PluginClient* const plugin = *plugins.Get("vitest");
  StoredRun stored = RecordedRun(*plugin);
  const SigningKey key = TestKey('k');
  const auto write = [&](const fs::path& file) {
    return WriteEvidence(
        {.run = stored.run,
         .plugin_version = plugin->Describe()->version(),
         .maker = TestMaker(),
         .key = key,
         .read_blob = [&stored](const std::string& sha256,
                                const auto& take) { return take(stored.blobs.at(sha256)); }},
        file);
  };
  const fs::path file = TestFile("recorded.tar");
  ASSERT_TRUE(write(file).ok());
  auto verification = VerifyForTest(file, &plugins);
  ASSERT_TRUE(verification.ok()) << verification.status();
  EXPECT_EQ(Failures(*verification), "");
  for (const Check& check : verification->checks) {
    EXPECT_EQ(check.outcome, CheckOutcome::kHolds) << check.name << ": " << check.detail;
  }

  // A faster run, with a table that fits: only the raw outputs know better.
  stored.run.mutable_record(1)->mutable_sample(0)->set_value(0.5);
  ASSERT_TRUE(write(file).ok());
  verification = VerifyForTest(file, &plugins);
  EXPECT_EQ(Failures(*verification).substr(0, 9), "samples: ");
}

}  // namespace
}  // namespace benchcell
