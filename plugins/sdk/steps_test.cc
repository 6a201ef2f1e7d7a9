#include "plugins/sdk/steps.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

v1::Bundle Node() {
  v1::Bundle bundle;
  bundle.set_label("//toolchains/node:node");
  bundle.set_sha256("abc");
  return bundle;
}

TEST(StepsTest, MountsKnowTheirMode) {
  const v1::Step shared = steps::MountShared(Node(), "bin", "node/bin");
  EXPECT_EQ(shared.mount().sha256(), "abc");
  EXPECT_EQ(shared.mount().from(), "bin");
  EXPECT_EQ(shared.mount().path(), "node/bin");
  EXPECT_EQ(shared.mount().mode(), v1::Mount::SHARED);
  EXPECT_EQ(steps::MountCopy(Node(), "", "app").mount().mode(), v1::Mount::COPY);
}

TEST(StepsTest, FilesAndListings) {
  EXPECT_EQ(steps::WriteFile("a/b", "text").write_file().path(), "a/b");
  EXPECT_EQ(steps::WriteFile("a/b", "text").write_file().content(), "text");
  EXPECT_EQ(steps::Wipe({"x", "y/*"}).wipe().path(1), "y/*");
  EXPECT_EQ(steps::CollectFile("out.json", "report").collect_file().path(), "out.json");
  EXPECT_EQ(steps::CollectFile("out.json", "report").collect_file().name(), "report");
  const v1::Step listing = steps::ListFiles({"x", "y"}, "before");
  EXPECT_EQ(listing.list_files().path_size(), 2);
  EXPECT_EQ(listing.list_files().name(), "before");
}

TEST(StepsTest, CommandsKnowTheirRole) {
  const v1::Command command = CommandBuilder({"node/bin/node", "--version"})
                                  .Variable("CI", "true")
                                  .WorkingDirectory("app")
                                  .Timeout(absl::Milliseconds(1500))
                                  .Build();
  EXPECT_EQ(steps::Discover(command).command().role(), v1::Command::DISCOVER);
  EXPECT_EQ(steps::Prepare(command).command().role(), v1::Command::PREPARE);
  EXPECT_EQ(steps::Prime(command).command().role(), v1::Command::PRIME);
  const v1::Command measured = steps::Measure(command).command();
  EXPECT_EQ(measured.role(), v1::Command::MEASURE);
  EXPECT_EQ(measured.argument(1), "--version");
  EXPECT_EQ(measured.environment(0).name(), "CI");
  EXPECT_EQ(measured.environment(0).value(), "true");
  EXPECT_EQ(measured.working_directory(), "app");
  EXPECT_EQ(measured.timeout().seconds(), 1);
  EXPECT_EQ(measured.timeout().nanos(), 500'000'000);
}

TEST(StepsTest, CommandsAskForNetworkAndLimits) {
  EXPECT_FALSE(CommandBuilder({"tool"}).Build().network());
  v1::Limits limits;
  limits.set_output_bytes(1000);
  const v1::Command command = CommandBuilder({"tool"}).Network().Limits(limits).Build();
  EXPECT_TRUE(command.network());
  EXPECT_EQ(command.limits().output_bytes(), 1000u);
}

TEST(PlanBuilderTest, KeepsTheOrderAndSaysWhen) {
  PlanBuilder builder("5.1.0");
  builder.Once(steps::MountShared(Node(), "", "node"));
  builder.EachBlock(steps::Wipe({"cache"}));
  builder.EachRun(steps::Measure(CommandBuilder({"node/bin/node"}).Build()));
  const v1::BuildPlan plan = builder.Build();
  EXPECT_EQ(plan.build(), "5.1.0");
  ASSERT_EQ(plan.step_size(), 3);
  EXPECT_EQ(plan.step(0).when(), v1::Step::ONCE);
  EXPECT_TRUE(plan.step(0).has_mount());
  EXPECT_EQ(plan.step(1).when(), v1::Step::EACH_BLOCK);
  EXPECT_TRUE(plan.step(1).has_wipe());
  EXPECT_EQ(plan.step(2).when(), v1::Step::EACH_RUN);
  EXPECT_TRUE(plan.step(2).has_command());
}

}  // namespace
}  // namespace benchcell
