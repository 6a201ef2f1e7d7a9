#include "runners/plugins/plugin_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kProgram[] = "runners/plugins/misbehaving_plugin";

LineChildOptions Options() {
  LineChildOptions options;
  options.command = {kProgram};
  return options;
}

v1::ExpandRequest Request(const std::string& behaviour) {
  v1::ExpandRequest request;
  request.mutable_experiment()->set_name(behaviour);
  request.add_cell();
  return request;
}

// What the plugin told, or the error.
std::string Ask(PluginProcess& plugin, const std::string& behaviour) {
  const auto response = plugin.Expand(Request(behaviour));
  if (!response.ok()) return response.status().ToString();
  return response->refusal_size() == 1 ? response->refusal(0).message() : "no refusal";
}

absl::Status StatusOf(PluginProcess& plugin, const std::string& behaviour) {
  return plugin.Expand(Request(behaviour)).status();
}

bool Gone(pid_t pid) {
  // A killed grandchild stays a moment until it is reaped.
  for (int i = 0; i < 500; ++i) {
    if (kill(pid, 0) != 0) return true;
    absl::SleepFor(absl::Milliseconds(10));
  }
  return false;
}

class PluginProcessTest : public ::testing::Test {
 protected:
  PluginProcess plugin_{"misbehaving", Options()};
};

TEST_F(PluginProcessTest, ServesAllThreeCalls) {
  const auto description = plugin_.Describe();
  ASSERT_TRUE(description.ok()) << description.status();
  EXPECT_EQ(description->name(), "misbehaving");
  EXPECT_EQ(Ask(plugin_, "good"), "fine");
  const auto parsed = plugin_.Parse(v1::ParseRequest());
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->message(), "nothing to parse");
}

TEST_F(PluginProcessTest, OneProcessServesManyRequests) {
  EXPECT_EQ(Ask(plugin_, "count"), "1");
  EXPECT_EQ(Ask(plugin_, "count"), "2");
}

TEST_F(PluginProcessTest, ABigAnswerArrivesWhole) {
  EXPECT_EQ(Ask(plugin_, "big").size(), size_t{3} << 20);
}

TEST_F(PluginProcessTest, ABigRequestArrivesWhole) {
  v1::ExpandRequest request = Request("good");
  request.mutable_experiment()->set_title(std::string(5 << 20, 'x'));
  const auto response = plugin_.Expand(request);
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->refusal(0).message(), "fine");
}

TEST_F(PluginProcessTest, ThePluginIsCutOffFromItsParent) {
  // Not closed on exec, and below the pipes that come later.
  const int leak = open("/dev/null", O_RDONLY);
  ASSERT_GT(leak, 2);
  signal(SIGPIPE, SIG_IGN);
  EXPECT_EQ(Ask(plugin_, "descriptors"), "0 1 2 ");
  EXPECT_EQ(Ask(plugin_, "signals"), "free default");
  signal(SIGPIPE, SIG_DFL);
  close(leak);
  EXPECT_EQ(Ask(plugin_, "group"), "own");
  setenv("HOME", "/somewhere", 1);
  EXPECT_EQ(Ask(plugin_, "environment"), "no HOME");
}

TEST_F(PluginProcessTest, ARefusedRequestLeavesThePluginRunning) {
  const std::string pid = Ask(plugin_, "pid");
  const absl::Status status = StatusOf(plugin_, "refuse");
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(std::string(status.message()),
            "plugin \"misbehaving\" (runners/plugins/misbehaving_plugin), expand of experiment "
            "\"refuse\" (1 cells): app: found 2, expected 1");
  EXPECT_EQ(Ask(plugin_, "pid"), pid);
}

TEST_F(PluginProcessTest, ACrashIsReportedWithTheLastWords) {
  const absl::Status status = StatusOf(plugin_, "shout-and-crash");
  EXPECT_TRUE(absl::IsUnavailable(status));
  const std::string message(status.message());
  EXPECT_THAT(message, HasSubstr("plugin \"misbehaving\""));
  EXPECT_THAT(message, HasSubstr("expand of experiment \"shout-and-crash\""));
  EXPECT_THAT(message, HasSubstr("was ended by signal 6 (Aborted) and did not answer"));
  EXPECT_THAT(message, EndsWith("line 19999 of a long complaint\nthe last \xEF\xBF\xBD word"));
  EXPECT_LT(message.size(), 4600u);
  EXPECT_EQ(Ask(plugin_, "count"), "1");
}

TEST_F(PluginProcessTest, AnEndIsReportedWithItsExitCode) {
  EXPECT_THAT(Ask(plugin_, "exit"),
              EndsWith("ended with exit code 3 and did not answer; its last words:\ngoodbye"));
  EXPECT_THAT(Ask(plugin_, "half-line"), EndsWith("ended with exit code 0 and did not answer"));
  EXPECT_THAT(Ask(plugin_, "end-with-grandchild"),
              EndsWith("ended with exit code 4 and did not answer"));
  EXPECT_EQ(Ask(plugin_, "count"), "1");
}

TEST_F(PluginProcessTest, AnEndBetweenTwoRequestsIsNoticed) {
  int pid = 0;
  ASSERT_TRUE(absl::SimpleAtoi(Ask(plugin_, "pid"), &pid));
  kill(pid, SIGKILL);
  // Until it is gone, but not forgotten: its pipe is closed then.
  siginfo_t info;
  ASSERT_EQ(waitid(P_PID, pid, &info, WEXITED | WNOWAIT), 0);
  EXPECT_THAT(Ask(plugin_, "good"), HasSubstr("was ended by signal 9"));
  EXPECT_EQ(Ask(plugin_, "good"), "fine");
}

TEST_F(PluginProcessTest, NonsenseIsQuotedAndThePluginStartedAnew) {
  EXPECT_THAT(Ask(plugin_, "nonsense"), HasSubstr("begin with: Hello!\xEF\xBF\xBD"));
  EXPECT_EQ(Ask(plugin_, "count"), "1");
  EXPECT_THAT(Ask(plugin_, "empty-line"), HasSubstr("0 bytes that are no PluginResponse"));
  EXPECT_THAT(Ask(plugin_, "nothing"), HasSubstr("answered with nothing, expected expand"));
  EXPECT_THAT(Ask(plugin_, "wrong-answer"), HasSubstr("answered with describe, expected expand"));
  EXPECT_THAT(Ask(plugin_, "misspelt"), HasSubstr("refusals"));
  EXPECT_TRUE(absl::IsInternal(StatusOf(plugin_, "misspelt")));
  EXPECT_EQ(Ask(plugin_, "count"), "1");
}

TEST_F(PluginProcessTest, ANullIsNotTakenForZero) {
  EXPECT_THAT(Ask(plugin_, "null"),
              HasSubstr("answered with a null: {\"expand\":{\"cell\":[{"
                        "\"level\":[{\"level\":\"\\\"n\"}],\"index\":null; "));
}

TEST_F(PluginProcessTest, TwoAnswersToOneRequestAreRefused) {
  const std::string first = Ask(plugin_, "two-lines");
  EXPECT_THAT(first, StartsWith("INTERNAL"));
  EXPECT_THAT(first, HasSubstr("more than one line"));
  EXPECT_EQ(Ask(plugin_, "good"), "fine");
}

TEST_F(PluginProcessTest, RequestsOfManyThreadsDoNotMix) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([this, i] {
      for (int k = 0; k < 20; ++k) {
        EXPECT_EQ(Ask(plugin_, i % 2 == 0 ? "good" : "group"), i % 2 == 0 ? "fine" : "own");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Ask(plugin_, "count"), "161");
}

TEST(PluginProcessLimitsTest, AHangIsEndedWithAllThatItStarted) {
  LineChildOptions options = Options();
  options.timeout = absl::Milliseconds(500);
  PluginProcess plugin("misbehaving", options);
  const absl::Status status = StatusOf(plugin, "hang-with-grandchild");
  EXPECT_TRUE(absl::IsDeadlineExceeded(status)) << status;
  const std::string message(status.message());
  EXPECT_THAT(message, HasSubstr("did not answer in 500ms"));
  int grandchild = 0;
  ASSERT_TRUE(absl::SimpleAtoi(message.substr(message.rfind('\n') + 1), &grandchild)) << message;
  EXPECT_TRUE(Gone(grandchild));
  EXPECT_EQ(Ask(plugin, "good"), "fine");
}

TEST(PluginProcessLimitsTest, ARequestThatIsNotReadEndsToo) {
  LineChildOptions options = Options();
  options.timeout = absl::Milliseconds(500);
  options.command = {"/bin/sleep", "1000"};
  PluginProcess plugin("misbehaving", options);
  v1::ExpandRequest request = Request("good");
  request.mutable_experiment()->set_title(std::string(1 << 20, 'x'));
  EXPECT_THAT(plugin.Expand(request).status().ToString(),
              HasSubstr("did not read it all in 500ms"));
}

TEST(PluginProcessLimitsTest, AFloodIsStopped) {
  LineChildOptions options = Options();
  options.max_line_bytes = 1 << 20;
  PluginProcess plugin("misbehaving", options);
  EXPECT_TRUE(absl::IsResourceExhausted(StatusOf(plugin, "flood")));
  // So is an answer in order that is too long.
  EXPECT_THAT(Ask(plugin, "big"), HasSubstr("more than the 1048576 bytes allowed"));
  EXPECT_EQ(Ask(plugin, "good"), "fine");
}

TEST(PluginProcessLimitsTest, AClosedOutputIsNoticedBeforeTheDeadline) {
  PluginProcess plugin("misbehaving", Options());
  EXPECT_THAT(Ask(plugin, "close-output"), HasSubstr("closed its output and did not answer"));
}

TEST(PluginProcessStartTest, AMissingProgramIsNamed) {
  LineChildOptions options;
  options.command = {"/no/such/program"};
  PluginProcess plugin("absent", options);
  const absl::Status status = plugin.Describe().status();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_EQ(std::string(status.message()),
            "plugin \"absent\" (/no/such/program), describe: can't be started: /no/such/program: "
            "No such file or directory");
  EXPECT_TRUE(absl::IsNotFound(PluginProcess("nameless", {}).Describe().status()));
  options.command = {"/etc"};
  EXPECT_TRUE(absl::IsUnavailable(PluginProcess("folder", options).Describe().status()));
}

TEST(PluginProcessStartTest, APluginOfAnotherNameIsRefused) {
  PluginProcess plugin("vitest", Options());
  EXPECT_THAT(plugin.Describe().status().ToString(),
              HasSubstr("calls itself \"misbehaving\", expected \"vitest\""));
}

TEST(PluginProcessStartTest, TheProcessEndsWithItsClient) {
  int pid = 0;
  {
    PluginProcess plugin("misbehaving", Options());
    ASSERT_TRUE(absl::SimpleAtoi(Ask(plugin, "pid"), &pid));
    EXPECT_EQ(kill(pid, 0), 0);
  }
  EXPECT_NE(kill(pid, 0), 0);
}

}  // namespace
}  // namespace benchcell
