#include "runners/exec/check_spec.h"

#include <string>

#include "gtest/gtest.h"

namespace benchcell {
namespace {

ProcessSpec Good() {
  ProcessSpec spec;
  spec.argv = {"/bin/true", "", "an argument"};
  spec.environment = {"A=1", "B="};
  spec.working_directory = "/tmp";
  spec.stdout_file = "/tmp/out";
  spec.stderr_file = "/tmp/err";
  spec.timeout = absl::Seconds(1);
  spec.scope = "0123456789abcdef";
  return spec;
}

void ExpectRefused(const ProcessSpec& spec, const std::string& words) {
  const absl::Status status = CheckSpec(spec);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  EXPECT_NE(std::string(status.message()).find(words), std::string::npos) << status;
}

TEST(CheckSpec, TakesAGoodOne) {
  EXPECT_TRUE(CheckSpec(Good()).ok()) << CheckSpec(Good());
  ProcessSpec endless = Good();
  endless.timeout = absl::InfiniteDuration();
  EXPECT_TRUE(CheckSpec(endless).ok());
}

TEST(CheckSpec, WantsAbsolutePaths) {
  ProcessSpec spec = Good();
  spec.argv = {};
  ExpectRefused(spec, "the program");
  spec.argv = {"node"};
  ExpectRefused(spec, "`node`");
  spec = Good();
  spec.working_directory = "app";
  ExpectRefused(spec, "working_directory is `app`");
  spec = Good();
  spec.stdout_file = "";
  ExpectRefused(spec, "stdout_file");
  spec = Good();
  spec.stderr_file = "err";
  ExpectRefused(spec, "stderr_file");
}

TEST(CheckSpec, RefusesZeroBytes) {
  ProcessSpec spec = Good();
  spec.argv.push_back(std::string("a\0b", 3));
  ExpectRefused(spec, "zero byte");
  spec = Good();
  spec.environment = {std::string("A=\0", 3)};
  ExpectRefused(spec, "zero byte");
}

TEST(CheckSpec, RefusesBrokenAndReservedVariables) {
  ProcessSpec spec = Good();
  spec.environment = {"NOVALUE"};
  ExpectRefused(spec, "NOVALUE");
  spec.environment = {"=x"};
  ExpectRefused(spec, "=x");
  spec.environment = {"BENCHCELL_SCOPE=1"};
  ExpectRefused(spec, "BENCHCELL_SCOPE");
}

TEST(CheckSpec, WantsAChannelWholeAndItsVariableFree) {
  ProcessSpec spec = Good();
  spec.channel_file = "/tmp/reports";
  spec.channel_variable = "REPORT_FD";
  EXPECT_TRUE(CheckSpec(spec).ok()) << CheckSpec(spec);
  spec.channel_variable = "";
  ExpectRefused(spec, "must be NAME=VALUE");
  spec.channel_variable = "REPORT=FD";
  ExpectRefused(spec, "without =");
  spec.channel_variable = "BENCHCELL_SCOPE";
  ExpectRefused(spec, "BENCHCELL_SCOPE");
  spec.channel_variable = "A";
  ExpectRefused(spec, "variable A is that of the channel");
  spec = Good();
  spec.channel_variable = "REPORT_FD";
  ExpectRefused(spec, "channel_file");
  spec.channel_file = "reports";
  ExpectRefused(spec, "channel_file is `reports`");
}

TEST(CheckSpec, RefusesATimeoutOfNothing) {
  ProcessSpec spec = Good();
  spec.timeout = absl::ZeroDuration();
  ExpectRefused(spec, "timeout is 0");
}

TEST(CheckSpec, WantsLimitsThatARunCanKeep) {
  ProcessSpec spec = Good();
  spec.limits.output_bytes = 0;
  ExpectRefused(spec, "output_bytes is 0; it must be at least 1");
  spec = Good();
  spec.limits.file_bytes = spec.limits.output_bytes - 1;
  ExpectRefused(spec, "must be at least 67108864, which is output_bytes");
  spec.limits.output_bytes = spec.limits.file_bytes;
  EXPECT_TRUE(CheckSpec(spec).ok());
  spec.limits.disk_bytes = -1;
  ExpectRefused(spec, "disk_bytes is -1");
  spec = Good();
  spec.limits.open_files = 3;
  ExpectRefused(spec, "open_files is 3; it must be at least 16");
  spec = Good();
  spec.limits.processes = 0;
  ExpectRefused(spec, "processes is 0");
  spec = Good();
  spec.limits.memory_bytes = -1;
  ExpectRefused(spec, "memory_bytes is -1; it must be at least 0");
}

TEST(CheckSpec, RefusesAMalformedScope) {
  ProcessSpec spec = Good();
  spec.scope = "xyz";
  ExpectRefused(spec, "xyz");
}

}  // namespace
}  // namespace benchcell
