#include "plugins/node_core/failure.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell::node_core {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Sign {
  const char* output;
  v1::RunStatus status;
  const char* sentence;
};

class RecognizeTest : public ::testing::TestWithParam<Sign> {};

TEST_P(RecognizeTest, NamesIt) {
  const auto failure = Recognize(std::string("something before\n") + GetParam().output + "\n");
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->status, GetParam().status);
  EXPECT_THAT(failure->sentence, HasSubstr(GetParam().sentence));
}

INSTANTIATE_TEST_SUITE_P(
    Signs, RecognizeTest,
    ::testing::Values(
        Sign{"/x/node: bad option: --made-up", v1::GENUINE_FAILURE, "doesn't know --made-up"},
        Sign{"Error: listen EADDRINUSE: address already in use :::12346", v1::HARNESS_ERROR,
             "port in use: :::12346 is taken"},
        Sign{"Error: insufficient clock precision for short benchmark", v1::GENUINE_FAILURE,
             "insufficient clock precision: "},
        Sign{"Error: Requested benchmarker 'h2load' is  not installed", v1::HARNESS_ERROR,
             "there is no h2load here"},
        Sign{"Error: Requested benchmarker 'x' is  not supported", v1::HARNESS_ERROR, "no x here"},
        Sign{"Error: Could not locate required http benchmarker. See", v1::HARNESS_ERROR,
             "HTTP tool missing: none was found"},
        Sign{"Error: Cannot find module './build/Release/addon'", v1::GENUINE_FAILURE,
             "addon missing: ./build/Release/addon was never built"},
        Sign{"misc/function_call.js Binding failed to load", v1::GENUINE_FAILURE,
             "addon missing: misc/function_call.js Binding failed to load"},
        Sign{"  code: 'ERR_DLOPEN_FAILED'", v1::GENUINE_FAILURE, "built for another node"},
        Sign{"bad argument: oops", v1::GENUINE_FAILURE, "bad argument: oops; expected key=value"}));

TEST(FailureTest, KnowsNothingOfOtherErrors) {
  EXPECT_FALSE(Recognize("").has_value());
  EXPECT_FALSE(Recognize("Error: Cannot find module '../../deps/undici/undici'\n").has_value());
  EXPECT_FALSE(Recognize("TypeError: x is not a function\n").has_value());
}

TEST(FailureTest, AStandInIsAMissingTool) {
  EXPECT_TRUE(IsTestDouble("test-double-http2"));
  EXPECT_FALSE(IsTestDouble("wrk"));
  EXPECT_EQ(TestDouble("test-double-http").status, v1::HARNESS_ERROR);
  EXPECT_THAT(TestDouble("test-double-http").sentence, StartsWith("HTTP tool missing: "));
}

}  // namespace
}  // namespace benchcell::node_core
