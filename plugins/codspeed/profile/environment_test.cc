#include "plugins/codspeed/profile/environment.h"

#include "gtest/gtest.h"

namespace benchcell::codspeed {
namespace {

TEST(EnvironmentTest, ReadsVersionAndProcessor) {
  const Environment environment = ParseEnvironment(
      R"({"integration_environment": {"nodejs": {"version": "24.22.1", "v8": "13"}},
          "linked_libraries": {"libc.so.6": {}, "ld-linux-aarch64.so.1": {"path": "/lib"}}})");
  EXPECT_EQ(environment.node, "24.22.1");
  EXPECT_EQ(environment.processor, "aarch64");
}

TEST(EnvironmentTest, OtherTextTellsNothing) {
  for (const char* text : {"", "{", "[]", "null", R"({"integration_environment": 5})",
                           R"({"integration_environment": {"nodejs": {"version": 24}}})",
                           R"({"linked_libraries": ["ld-linux-x86-64.so.2"]})"}) {
    EXPECT_EQ(ParseEnvironment(text).node, "") << text;
    EXPECT_EQ(ParseEnvironment(text).processor, "") << text;
  }
}

TEST(EnvironmentTest, KnowsProcessorsByTheirLinker) {
  EXPECT_EQ(ProcessorOfLinker("ld-linux-x86-64.so.2"), "x86_64");
  EXPECT_EQ(ProcessorOfLinker("ld-linux-aarch64.so.1"), "aarch64");
  EXPECT_EQ(ProcessorOfLinker("ld-musl-x86_64.so.1"), "x86_64");
  EXPECT_EQ(ProcessorOfLinker("libdl.so.2"), "");
}

}  // namespace
}  // namespace benchcell::codspeed
