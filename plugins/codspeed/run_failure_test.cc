#include "plugins/codspeed/run_failure.h"

#include "gmock/gmock.h"
#include "plugins/codspeed/testing.h"

namespace benchcell::codspeed {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

RawOutputs Outputs(const std::string& stderr_text, const std::string& log) {
  RawOutputs outputs;
  *outputs.Add() = OutputOf("stderr", stderr_text);
  *outputs.Add() = OutputOf("profile/valgrind.7.log", log);
  *outputs.Add() = OutputOf("profile/7.out", "counts");
  return outputs;
}

TEST(RunFailureTest, SaysHowItEnded) {
  v1::RunRecord record;
  EXPECT_THAT(NoReport(record, {}), HasSubstr("it was not started"));
  record.mutable_exit()->set_code(127);
  EXPECT_THAT(NoReport(record, {}), HasSubstr("exit code 127"));
  record.mutable_exit()->set_signal(4);
  EXPECT_THAT(NoReport(record, {}), HasSubstr("signal 4 (Illegal instruction)"));
  record.mutable_exit()->set_timed_out(true);
  EXPECT_THAT(NoReport(record, {}), HasSubstr("killed after its time"));
}

TEST(RunFailureTest, HasTheWordsOfAllButTheProfile) {
  const std::string message = NoReport(v1::RunRecord(), Outputs("last words", "of valgrind"));
  EXPECT_THAT(message, HasSubstr("--- stderr:\nlast words"));
  EXPECT_THAT(message, HasSubstr("--- profile/valgrind.7.log:\nof valgrind"));
  EXPECT_THAT(message, Not(HasSubstr("counts")));
}

TEST(RunFailureTest, OfLongOutputItHasBothEnds) {
  v1::RunRecord record;
  record.set_message("killed after 25 s\n--- end of stderr ---\ntwice");
  const std::string message =
      NoReport(record, Outputs("the cause\n" + std::string(100000, 'x') + "\nthe end", ""));
  EXPECT_THAT(message, HasSubstr("killed after 25 s\n--- stderr:\nthe cause\nxxx"));
  EXPECT_THAT(message, HasSubstr("xxx\n...\nxxx"));
  EXPECT_THAT(message, HasSubstr("the end"));
  EXPECT_THAT(message, Not(HasSubstr("twice")));
  EXPECT_LT(message.size(), 3000u);
}

TEST(RunFailureTest, KnownCausesAreNamed) {
  const auto meaning = [](const std::string& words, const std::string& log) {
    return NoReport(v1::RunRecord(), Outputs(words, log));
  };
  EXPECT_THAT(meaning("", "vex amd64->IR: unhandled instruction bytes: 0x62"),
              HasSubstr("use a newer valgrind"));
  EXPECT_THAT(meaning("valgrind: node: cannot execute binary file", ""),
              HasSubstr("not one for this machine's processor"));
  EXPECT_THAT(meaning("Error: Could not find a git repository", ""), HasSubstr(".git"));
  EXPECT_THAT(meaning("something else", ""), Not(HasSubstr("newer")));
}

}  // namespace
}  // namespace benchcell::codspeed
