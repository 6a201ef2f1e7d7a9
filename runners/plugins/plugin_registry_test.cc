#include "runners/plugins/plugin_registry.h"

#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace benchcell {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class NoClient : public PluginClient {
 public:
  absl::StatusOr<v1::PluginDescription> Describe() override { return v1::PluginDescription(); }
  absl::StatusOr<v1::ExpandResponse> Expand(const v1::ExpandRequest&) override {
    return v1::ExpandResponse();
  }
  absl::StatusOr<v1::ParseResponse> Parse(const v1::ParseRequest&) override {
    return v1::ParseResponse();
  }
};

const PluginPrograms kPrograms = {{"vitest", {"/bin/vitest_plugin"}},
                                  {"codspeed", {"/bin/node", "codspeed.mjs"}}};

TEST(PluginRegistryTest, MakesEveryClientOnceAndOnlyWhenAsked) {
  std::vector<std::string> made;
  PluginRegistry registry(kPrograms, [&made](const std::string& name, const auto& command) {
    made.push_back(name + " " + command.back());
    return std::make_unique<NoClient>();
  });
  EXPECT_THAT(registry.Names(), ElementsAre("codspeed", "vitest"));
  EXPECT_TRUE(made.empty());
  const auto first = registry.Get("codspeed");
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(*first, *registry.Get("codspeed"));
  EXPECT_NE(*first, *registry.Get("vitest"));
  EXPECT_THAT(made, ElementsAre("codspeed codspeed.mjs", "vitest /bin/vitest_plugin"));
}

TEST(PluginRegistryTest, ThreadsShareOneClient) {
  int made = 0;
  PluginRegistry registry(kPrograms, [&made](const auto&, const auto&) {
    ++made;
    return std::make_unique<NoClient>();
  });
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&registry] { EXPECT_TRUE(registry.Get("vitest").ok()); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
}

TEST(PluginRegistryTest, AnUnknownNameIsAnsweredWithTheNearest) {
  PluginRegistry registry(kPrograms);
  const absl::Status status = registry.Get("vitets").status();
  EXPECT_TRUE(absl::IsNotFound(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("found plugin \"vitets\""));
  EXPECT_THAT(std::string(status.message()), HasSubstr("nearest valid name: \"vitest\""));
}

TEST(PluginRegistryTest, ProgramsAreRunByDefault) {
  PluginRegistry registry(PluginPrograms{{"misbehaving", {"runners/plugins/misbehaving_plugin"}}});
  const auto client = registry.Get("misbehaving");
  ASSERT_TRUE(client.ok());
  const auto description = (*client)->Describe();
  ASSERT_TRUE(description.ok()) << description.status();
  EXPECT_EQ(description->name(), "misbehaving");
}

}  // namespace
}  // namespace benchcell
