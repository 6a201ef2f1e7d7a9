#include "runners/agent/block_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "runners/agent/fakes.h"
#include "runners/base/files.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr uint64_t kToken = 4;

v1::Step CommandStep(v1::Step::When when, v1::Command::Role role, const std::string& program) {
  v1::Step step;
  step.set_when(when);
  v1::Command& command = *step.mutable_command();
  command.set_role(role);
  command.add_argument(program);
  command.add_argument("--dir={dir}");
  v1::EnvironmentVariable& home = *command.add_environment();
  home.set_name("HOME");
  home.set_value("{dir}/home");
  command.mutable_timeout()->set_seconds(7);
  return step;
}

v1::Step WriteStep(v1::Step::When when, const std::string& path) {
  v1::Step step;
  step.set_when(when);
  step.mutable_write_file()->set_path(path);
  step.mutable_write_file()->set_content("content");
  return step;
}

class BlockRunnerTest : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path base = fs::path(testing::TempDir()) /
                          testing::UnitTest::GetInstance()->current_test_info()->name();
    ASSERT_TRUE(RemoveAll(base).ok());
    workdir_ = std::make_unique<Workdir>(base);
    outbox_ = std::make_unique<Outbox>(workdir_->Outbox());
    lease_.set_run_id("run");
    lease_.set_fencing_token(kToken);
    lease_.set_attempt(2);
    lease_.set_epoch(3);
    for (const char* build : {"old", "new"}) {
      v1::BuildPlan& plan = *lease_.mutable_cell()->add_build();
      plan.set_build(build);
      *plan.add_step() = WriteStep(v1::Step::ONCE, "app/once");
      *plan.add_step() = CommandStep(v1::Step::EACH_BLOCK, v1::Command::PRIME, "bin/prime");
      *plan.add_step() = WriteStep(v1::Step::EACH_RUN, "cache");
      *plan.add_step() = CommandStep(v1::Step::EACH_RUN, v1::Command::MEASURE, "bin/measure");
      v1::Step& collect = *plan.add_step();
      collect.set_when(v1::Step::EACH_RUN);
      collect.mutable_collect_file()->set_path("report");
      collect.mutable_collect_file()->set_name("report.json");
    }
    for (uint32_t i = 0; i < 4; ++i) {
      v1::PlannedRun& run = *lease_.mutable_block()->add_run();
      run.set_position(i);
      run.set_build(i % 2);
      run.set_index(i / 2);
    }
  }

  absl::Status Run() {
    EXPECT_TRUE(outbox_->Begin("machine", lease_).ok());
    const BundleFolders no_bundles;
    const absl::Status status = BlockRunner(*workdir_, processes_, *outbox_, room_)
                                    .Run({lease_, "machine", "0123456789abcdef", no_bundles,
                                          quietness_, cancel_, runs_done_});
    EXPECT_TRUE(outbox_->Seal(kToken, v1::MEASURED, "").ok());
    return status;
  }

  v1::DeliverRequest Delivered() { return outbox_->Pending()->front().request; }

  std::vector<std::string> StartedPrograms() {
    std::vector<std::string> programs;
    for (const ProcessSpec& spec : processes_.started) {
      programs.push_back(fs::path(spec.argv[0]).lexically_relative(workdir_->Run("run")).string());
    }
    return programs;
  }

  std::unique_ptr<Workdir> workdir_;
  std::unique_ptr<Outbox> outbox_;
  v1::Quietness quietness_;
  FakeProcessRunner processes_;
  v1::Lease lease_;
  CancellationFlag cancel_;
  RoomProbe room_ = RoomOnDisk;
  std::atomic<uint32_t> runs_done_ = 0;
};

TEST_F(BlockRunnerTest, PrimesEachBuildThenMeasuresInThePlannedOrder) {
  ASSERT_TRUE(Run().ok());
  EXPECT_THAT(StartedPrograms(),
              ElementsAre("c0/b0/bin/prime", "c0/b1/bin/prime", "c0/b0/bin/measure",
                          "c0/b1/bin/measure", "c0/b0/bin/measure", "c0/b1/bin/measure"));
  EXPECT_EQ(runs_done_, 4u);
  const v1::DeliverRequest delivered = Delivered();
  ASSERT_EQ(delivered.record_size(), 4);
  const v1::RunRecord& record = delivered.record(1);
  EXPECT_EQ(record.planned().position(), 1u);
  EXPECT_EQ(record.attempt(), 2u);
  EXPECT_EQ(record.epoch(), 3u);
  EXPECT_EQ(record.machine(), "machine");
  EXPECT_EQ(record.usage().wall_ns(), 5u);
  EXPECT_EQ(record.start_time().seconds(), 1000);
  EXPECT_EQ(record.status(), v1::RUN_STATUS_UNSPECIFIED) << "for the plugin to judge";
}

TEST_F(BlockRunnerTest, AFullDiskIsTheMachinesFaultNotTheWorkloads) {
  // From the third run on; priming asks, too.
  int asked = 0;
  room_ = [&](const fs::path&) { return ++asked < 5 ? 1 << 30 : 1000; };
  processes_.script = [&](const ProcessSpec&) {
    return FakeProcessRunner::Exited(asked < 4 ? 0 : 1);
  };
  const absl::Status status = Run();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()), HasSubstr("1000 bytes are left"));
  EXPECT_EQ(Delivered().record_size(), 2) << "those before";
}

TEST_F(BlockRunnerTest, ADiskThatIsFullAfterPrimingFailsNoBuild) {
  room_ = [](const fs::path&) { return 0; };
  processes_.script = [](const ProcessSpec&) { return FakeProcessRunner::Exited(1); };
  EXPECT_EQ(Run().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Delivered().record_size(), 0);
}

TEST_F(BlockRunnerTest, ADiskThatCantTellItsRoomIsTakenAsItIs) {
  room_ = [](const fs::path&) { return std::nullopt; };
  EXPECT_TRUE(Run().ok());
}

TEST_F(BlockRunnerTest, RecordsSayWhetherTheMachineWasQuiet) {
  quietness_.set_looks(2);
  quietness_.set_quiet(true);
  ASSERT_TRUE(Run().ok());
  const v1::DeliverRequest delivered = Delivered();
  for (const v1::RunRecord& record : delivered.record()) {
    EXPECT_EQ(record.quietness().looks(), 2u);
  }
}

TEST_F(BlockRunnerTest, ProcessesGetTheirDirectoryAndNothingElse) {
  ASSERT_TRUE(Run().ok());
  const std::string directory = workdir_->Build("run", 0, 1).string();
  const ProcessSpec& spec = processes_.started.back();
  EXPECT_THAT(spec.argv, ElementsAre(directory + "/bin/measure", "--dir=" + directory));
  EXPECT_THAT(spec.environment, ElementsAre("HOME=" + directory + "/home"));
  EXPECT_EQ(spec.working_directory, directory);
  EXPECT_EQ(spec.timeout, absl::Seconds(7));
  EXPECT_EQ(spec.scope, "0123456789abcdef");
}

TEST_F(BlockRunnerTest, CollectedFilesAreRawOutputsIfTheyAreThere) {
  processes_.script = [](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    // Only the first build writes a report.
    if (spec.working_directory.ends_with("b0")) {
      EXPECT_TRUE(WriteFile(fs::path(spec.working_directory) / "report", "{}").ok());
    }
    return FakeProcessRunner::Exited(0);
  };
  ASSERT_TRUE(Run().ok());
  const v1::DeliverRequest delivered = Delivered();
  const auto names = [&](int i) {
    std::vector<std::string> result;
    for (const auto& output : delivered.record(i).raw_output()) result.push_back(output.name());
    return result;
  };
  EXPECT_THAT(names(0), ElementsAre("stdout", "stderr", "report.json"));
  EXPECT_THAT(names(1), ElementsAre("stdout", "stderr"));
}

TEST_F(BlockRunnerTest, WhatAProgramSendsOverItsChannelIsRawOutput) {
  for (v1::BuildPlan& plan : *lease_.mutable_cell()->mutable_build()) {
    v1::Channel& channel = *plan.mutable_step(3)->mutable_command()->mutable_channel();
    channel.set_name("messages");
    channel.set_variable("CHANNEL_FD");
  }
  processes_.script = [](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    EXPECT_EQ(spec.channel_variable.empty(), !spec.argv[0].ends_with("measure"));
    if (!spec.channel_file.empty()) {
      EXPECT_EQ(spec.channel_variable, "CHANNEL_FD");
      EXPECT_TRUE(WriteFile(spec.channel_file, "message").ok());
    }
    return FakeProcessRunner::Exited(0);
  };
  ASSERT_TRUE(Run().ok());
  EXPECT_EQ(Delivered().record(0).raw_output(2).name(), "messages");
  EXPECT_EQ(Delivered().record(0).raw_output(2).size(), 7u);
}

TEST_F(BlockRunnerTest, FilesOfAFolderAreRawOutputsUnderTheirNames) {
  for (v1::BuildPlan& plan : *lease_.mutable_cell()->mutable_build()) {
    v1::Step& step = *plan.add_step();
    step.set_when(v1::Step::EACH_RUN);
    step.mutable_collect_files()->set_path("profile/*.out");
    step.mutable_collect_files()->set_prefix("profile/");
  }
  processes_.script = [](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    const fs::path folder = fs::path(spec.working_directory) / "profile";
    EXPECT_TRUE(MakeFolder(folder).ok());
    EXPECT_TRUE(WriteFile(folder / "4711.out", "counts").ok());
    return FakeProcessRunner::Exited(0);
  };
  ASSERT_TRUE(Run().ok());
  const v1::DeliverRequest delivered = Delivered();
  const v1::RawOutput& output = *delivered.record(0).raw_output().rbegin();
  EXPECT_EQ(output.name(), "profile/4711.out");
  EXPECT_EQ(output.size(), 6u);
}

TEST_F(BlockRunnerTest, MachineWithoutAProgramThatIsNeededCantMeasure) {
  const fs::path programs = fs::path(testing::TempDir()) / "programs";
  ASSERT_TRUE(RemoveAll(programs).ok());
  ASSERT_TRUE(MakeFolder(programs).ok());
  for (v1::BuildPlan& plan : *lease_.mutable_cell()->mutable_build()) {
    v1::Command& command = *plan.mutable_step(3)->mutable_command();
    v1::EnvironmentVariable& path = *command.add_environment();
    path.set_name("PATH");
    path.set_value("{dir}/none:" + programs.string());
    v1::MachineProgram& program = *command.add_machine_program();
    program.set_name("valgrind");
    program.set_remedy("the package valgrind");
  }
  const absl::Status status = Run();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("has no program valgrind"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("install the package valgrind"));

  ASSERT_TRUE(outbox_->Remove(kToken).ok());
  ASSERT_TRUE(WriteFile(programs / "valgrind", "").ok());
  EXPECT_FALSE(Run().ok()) << "a file that can't be run is no program";
  ASSERT_TRUE(outbox_->Remove(kToken).ok());
  fs::permissions(programs / "valgrind", fs::perms::owner_exec, fs::perm_options::add);
  EXPECT_TRUE(Run().ok());
}

TEST_F(BlockRunnerTest, AnotherProgramThanThePinnedIsFoundBeforeAnythingIsMeasured) {
  v1::Command& command =
      *lease_.mutable_cell()->mutable_build(1)->mutable_step(3)->mutable_command();
  v1::MachineProgram& program = *command.add_machine_program();
  program.set_name("/bin/sh");
  program.set_sha256(std::string(64, '0'));
  const absl::Status status = Run();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("/bin/sh (/bin/sh) has the SHA-256 "));
  EXPECT_THAT(StartedPrograms(), ElementsAre("c0/b0/bin/prime"));
}

TEST_F(BlockRunnerTest, OutputThatIsNoTextStillMakesAMessage) {
  processes_.script = [](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    EXPECT_TRUE(WriteFile(spec.stderr_file, "\xff\xfe!").ok());
    return FakeProcessRunner::Exited(1);
  };
  ASSERT_TRUE(Run().ok());
  EXPECT_THAT(Delivered().record(0).message(), HasSubstr("\xEF\xBF\xBD\xEF\xBF\xBD!"));
}

TEST_F(BlockRunnerTest, OnceStepsAreDoneOnceForAllBlocksOfACell) {
  ASSERT_TRUE(Run().ok());
  const fs::path once = workdir_->Build("run", 0, 0) / "app/once";
  ASSERT_TRUE(WriteFile(once, "changed by the workload").ok());
  ASSERT_TRUE(outbox_->Remove(kToken).ok());
  ASSERT_TRUE(Run().ok());
  EXPECT_EQ(*ReadFile(once), "changed by the workload");
  EXPECT_EQ(processes_.started.size(), 12u) << "priming is done for each block";
}

TEST_F(BlockRunnerTest, HalfPreparedDirectoryIsMadeAnew) {
  const fs::path leftover = workdir_->Build("run", 0, 0) / "leftover";
  ASSERT_TRUE(MakeFolder(leftover).ok());
  ASSERT_TRUE(Run().ok());
  EXPECT_FALSE(fs::exists(leftover));
}

TEST_F(BlockRunnerTest, FailedPrimingFailsItsBuildOnly) {
  processes_.script = [](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    return FakeProcessRunner::Exited(spec.argv[0].ends_with("b1/bin/prime") ? 3 : 0);
  };
  ASSERT_TRUE(Run().ok());
  const v1::DeliverRequest delivered = Delivered();
  ASSERT_EQ(delivered.record_size(), 4);
  EXPECT_EQ(delivered.record(0).status(), v1::RUN_STATUS_UNSPECIFIED);
  for (const int i : {1, 3}) {
    EXPECT_EQ(delivered.record(i).status(), v1::GENUINE_FAILURE);
    EXPECT_THAT(delivered.record(i).message(), HasSubstr("priming: exit code 3"));
    EXPECT_THAT(delivered.record(i).message(), HasSubstr("--- end of stderr ---\nerr"));
    EXPECT_FALSE(delivered.record(i).has_start_time());
  }
}

TEST_F(BlockRunnerTest, MeasuredTimeoutIsRecordedAndTheBlockGoesOn) {
  int measured = 0;
  processes_.script = [&](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    ProcessResult result = FakeProcessRunner::Exited(0);
    if (spec.argv[0].ends_with("measure") && ++measured == 1) {
      result.exit.set_signal(9);
      result.exit.set_timed_out(true);
    }
    return result;
  };
  ASSERT_TRUE(Run().ok());
  const v1::DeliverRequest delivered = Delivered();
  ASSERT_EQ(delivered.record_size(), 4);
  EXPECT_EQ(delivered.record(0).status(), v1::TIMEOUT);
  EXPECT_THAT(delivered.record(0).message(), HasSubstr("killed after 7 s"));
  EXPECT_EQ(delivered.record(1).status(), v1::RUN_STATUS_UNSPECIFIED);
}

TEST_F(BlockRunnerTest, LimitThatAMeasuredCommandHitIsItsFailure) {
  int measured = 0;
  processes_.script = [&](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    ProcessResult result = FakeProcessRunner::Exited(0);
    if (spec.argv[0].ends_with("measure") && ++measured == 1) {
      result.exit.set_limit(v1::Exit::OUTPUT);
    }
    return result;
  };
  ASSERT_TRUE(Run().ok());
  const v1::DeliverRequest delivered = Delivered();
  EXPECT_EQ(delivered.record(0).status(), v1::GENUINE_FAILURE);
  EXPECT_THAT(delivered.record(0).message(), HasSubstr("67108864 bytes (output_bytes)"));
  EXPECT_EQ(delivered.record(0).exit().limit(), v1::Exit::OUTPUT);
  EXPECT_THAT(delivered.record(0).raw_output(), testing::SizeIs(2)) << "the cut output is kept";
  EXPECT_EQ(delivered.record(1).status(), v1::RUN_STATUS_UNSPECIFIED);
}

TEST_F(BlockRunnerTest, LimitThatPrimingHitFailsItsBuildOnly) {
  processes_.script = [](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    ProcessResult result = FakeProcessRunner::Exited(0);
    if (spec.argv[0].ends_with("b1/bin/prime")) result.exit.set_limit(v1::Exit::DISK);
    return result;
  };
  ASSERT_TRUE(Run().ok());
  const v1::DeliverRequest delivered = Delivered();
  EXPECT_EQ(delivered.record(0).status(), v1::RUN_STATUS_UNSPECIFIED);
  EXPECT_EQ(delivered.record(1).status(), v1::GENUINE_FAILURE);
  EXPECT_THAT(delivered.record(1).message(), HasSubstr("priming: it hit a limit"));
}

TEST_F(BlockRunnerTest, IsolationIsPartOfTheRecord) {
  processes_.script = [](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    ProcessResult result = FakeProcessRunner::Exited(0);
    result.isolation.set_network(v1::Isolation::LOOPBACK_ONLY);
    result.isolation.add_shortfall("nice value: 5");
    return result;
  };
  ASSERT_TRUE(Run().ok());
  EXPECT_EQ(Delivered().record(0).isolation().network(), v1::Isolation::LOOPBACK_ONLY);
  EXPECT_THAT(Delivered().record(0).isolation().shortfall(), ElementsAre("nice value: 5"));
}

TEST_F(BlockRunnerTest, PrimingThatCantBeDoneIsAHarnessErrorOfItsBuild) {
  processes_.script = [](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    if (spec.argv[0].ends_with("b1/bin/prime")) return absl::InvalidArgumentError("no such limit");
    return FakeProcessRunner::Exited(0);
  };
  lease_.mutable_cell()->mutable_build(0)->mutable_step(1)->mutable_command()->set_argument(
      0, "../prime");
  ASSERT_TRUE(Run().ok());
  const v1::DeliverRequest delivered = Delivered();
  EXPECT_EQ(delivered.record(0).status(), v1::HARNESS_ERROR);
  EXPECT_THAT(delivered.record(0).message(), HasSubstr("../prime"));
  EXPECT_EQ(delivered.record(1).status(), v1::HARNESS_ERROR);
  EXPECT_THAT(delivered.record(1).message(), HasSubstr("no such limit"));
}

TEST_F(BlockRunnerTest, StepThatLeavesTheDirectoryIsAHarnessError) {
  *lease_.mutable_cell()->mutable_build(1)->add_step() = WriteStep(v1::Step::ONCE, "../escape");
  ASSERT_TRUE(Run().ok());
  const v1::DeliverRequest delivered = Delivered();
  EXPECT_EQ(delivered.record(0).status(), v1::RUN_STATUS_UNSPECIFIED);
  EXPECT_EQ(delivered.record(1).status(), v1::HARNESS_ERROR);
  EXPECT_THAT(delivered.record(1).message(), HasSubstr("../escape"));
  EXPECT_FALSE(fs::exists(workdir_->Run("run") / "c0" / "escape"));
}

TEST_F(BlockRunnerTest, MachineTroubleEndsTheBlockAndKeepsWhatIsThere) {
  int measured = 0;
  processes_.script = [&](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    if (spec.argv[0].ends_with("measure") && ++measured == 3) {
      return absl::NotFoundError("bin/measure: no such file");
    }
    return FakeProcessRunner::Exited(0);
  };
  EXPECT_EQ(Run().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(Delivered().record_size(), 2);
}

TEST_F(BlockRunnerTest, AProgramThatCannotBeStartedFailsItsBuildAlone) {
  for (const char* program : {"b1/bin/prime", "b1/bin/measure"}) {
    lease_.Clear();
    SetUp();
    processes_.script = [&](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
      if (spec.argv[0].ends_with(program)) return absl::AbortedError("can't start it");
      return FakeProcessRunner::Exited(0);
    };
    ASSERT_TRUE(Run().ok()) << program;
    const v1::DeliverRequest delivered = Delivered();
    EXPECT_EQ(delivered.record(0).status(), v1::RUN_STATUS_UNSPECIFIED);
    EXPECT_EQ(delivered.record(1).status(), v1::GENUINE_FAILURE);
    EXPECT_THAT(delivered.record(1).message(), HasSubstr("can't start it"));
  }
}

TEST_F(BlockRunnerTest, CancelledBlockKeepsWhatIsThere) {
  processes_.script = [&](const ProcessSpec& spec) -> absl::StatusOr<ProcessResult> {
    if (spec.argv[0].ends_with("measure")) cancel_.Cancel();
    return FakeProcessRunner::Exited(0);
  };
  EXPECT_EQ(Run().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(Delivered().record_size(), 1);
}

}  // namespace
}  // namespace benchcell
