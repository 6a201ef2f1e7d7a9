#include "plugins/vitest/expand.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "plugins/vitest/plan_text.h"
#include "runners/base/files.h"

namespace benchcell::vitest {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const Assets kAssets = {.reporter = "// reporter\n", .sequencer = "// sequencer\n"};

constexpr char kRequest[] = R"pb(
  experiment {
    input { name: "node" label: "//node" }
    input {
      name: "app"
      label: "//app"
      when { axis: "app" level: "tiny" }
    }
    build {
      name: "b"
      input { name: "vitest" label: "//vitest" }
    }
    protocol { timeout { seconds: 90 } }
  }
  cell {
    index: 3
    level { axis: "app" level: "tiny" }
    level { axis: "pool" level: "forks" }
    level { axis: "isolate" level: "false" }
    level { axis: "fsModuleCache" level: "true" }
    level { axis: "maxWorkers" level: "50%" }
    level { axis: "env" level: "jsdom" }
    level { axis: "state" level: "warm" }
  }
  bundle {
    label: "//node"
    platform: "linux-x64"
    sha256: "NODE"
    facts { key: "version" value: "24.22.1" }
  }
  bundle { label: "//app" platform: "any" sha256: "APP" }
  bundle { label: "//packages" platform: "any" sha256: "PACKAGES" }
  bundle {
    label: "//vitest"
    platform: "any"
    sha256: "VITEST"
    facts { key: "jsdom" value: "29.1.1" }
  }
  platform: "linux-x64")pb";

void SetLevel(const std::string& axis, const std::string& name, v1::ExpandRequest& request) {
  for (v1::Level& level : *request.mutable_cell(0)->mutable_level()) {
    if (level.axis() == axis) level.set_level(name);
  }
}

void SetFact(const std::string& label, const std::string& name, const std::string& value,
             v1::ExpandRequest& request) {
  for (v1::Bundle& bundle : *request.mutable_bundle()) {
    if (bundle.label() == label) (*bundle.mutable_facts())[name] = value;
  }
}

v1::ExpandRequest RequestOf(const std::string& vitest, const std::string& state) {
  v1::ExpandRequest request;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(kRequest, &request));
  SetFact("//vitest", "version", vitest, request);
  SetLevel("state", state, request);
  return request;
}

// The only plan, or the refusals.
std::string TextOf(const v1::ExpandRequest& request) {
  const v1::ExpandResponse response = Expand(request, kAssets);
  if (response.refusal_size() > 0) {
    EXPECT_EQ(response.cell_size(), 0);
    return response.refusal(0).ShortDebugString();
  }
  if (response.cell_size() != 1 || response.cell(0).build_size() != 1) return "not one plan";
  EXPECT_EQ(response.cell(0).index(), request.cell(0).index());
  return PlanText(response.cell(0).build(0));
}

std::string Golden(const std::string& name) {
  const auto text = ReadFile(absl::StrCat("plugins/vitest/testdata/", name, ".txt"));
  EXPECT_TRUE(text.ok()) << text.status();
  return text.value_or("");
}

TEST(ExpandTest, Vitest4Warm) {
  EXPECT_EQ(TextOf(RequestOf("4.1.10", "warm")), Golden("plan-4.1.10-warm"));
}

TEST(ExpandTest, Vitest5Warm) {
  EXPECT_EQ(TextOf(RequestOf("5.1.0", "warm")), Golden("plan-5.1.0-warm"));
}

TEST(ExpandTest, Vitest5Cold) {
  v1::ExpandRequest request = RequestOf("5.0.5", "cold");
  SetLevel("maxWorkers", "default", request);
  SetLevel("fsModuleCache", "false", request);
  SetLevel("env", "node", request);
  EXPECT_EQ(TextOf(request), Golden("plan-5.0.5-cold"));
}

TEST(ExpandTest, AnInputPackagesIsFoundFromTheApp) {
  v1::ExpandRequest request = RequestOf("5.1.0", "warm");
  v1::Input& input = *request.mutable_experiment()->add_input();
  input.set_name("packages");
  input.set_label("//packages");
  EXPECT_THAT(TextOf(request), HasSubstr("once: shared PACKAGES:node_modules at node_modules\n"));
}

TEST(ExpandTest, PlansOfTwoBuildsDifferOnlyInTheirVitest) {
  v1::ExpandRequest request = RequestOf("5.0.5", "warm");
  std::string text = TextOf(request);
  SetFact("//vitest", "version", "5.1.0", request);
  text.replace(text.find("5.0.5"), 5, "5.1.0");
  EXPECT_EQ(text, TextOf(request));
}

TEST(ExpandTest, WithoutATimeoutACommandMayTakeTenMinutes) {
  v1::ExpandRequest request = RequestOf("5.1.0", "cold");
  request.mutable_experiment()->clear_protocol();
  EXPECT_THAT(TextOf(request), HasSubstr("for 600 s at most"));
}

TEST(ExpandTest, RefusesLevelsThatCannotTakeEffect) {
  v1::ExpandRequest request = RequestOf("5.1.0", "warm");
  SetLevel("pool", "vmThreads", request);
  SetLevel("isolate", "true", request);
  EXPECT_THAT(TextOf(request), AllOf(HasSubstr("cell: 3 build: \"b\""),
                                     HasSubstr("pool vmThreads takes no note of isolate")));
  request = RequestOf("5.1.0", "warm");
  request.mutable_bundle(3)->mutable_facts()->erase("jsdom");
  EXPECT_THAT(TextOf(request), HasSubstr("env jsdom needs the package jsdom"));
}

TEST(ExpandTest, RefusesVersionsItCannotSpellFor) {
  EXPECT_THAT(TextOf(RequestOf("3.2.4", "warm")), HasSubstr("vitest 3.2.4 is not supported"));
  EXPECT_THAT(TextOf(RequestOf("latest", "warm")), HasSubstr("//vitest: found version"));
  v1::ExpandRequest request = RequestOf("5.1.0", "warm");
  SetFact("//node", "version", "20.20.2", request);
  EXPECT_THAT(TextOf(request), HasSubstr("does not support node 20.20.2"));
  request.mutable_bundle(0)->clear_facts();
  EXPECT_THAT(TextOf(request), HasSubstr("//node does not say its version"));
}

TEST(ExpandTest, RefusesMissingInputs) {
  v1::ExpandRequest request = RequestOf("5.1.0", "warm");
  SetLevel("app", "huge", request);
  EXPECT_THAT(TextOf(request), HasSubstr("no input \\\"app\\\" for level \\\"huge\\\""));
  request = RequestOf("5.1.0", "warm");
  request.mutable_experiment()->mutable_build(0)->clear_input();
  EXPECT_THAT(TextOf(request), HasSubstr("there is no input \\\"vitest\\\""));
}

TEST(ExpandTest, OneRefusalKeepsAllCellsBackAndEveryRefusalIsListed) {
  v1::ExpandRequest request = RequestOf("5.1.0", "warm");
  *request.add_cell() = request.cell(0);
  request.mutable_cell(1)->set_index(4);
  request.mutable_experiment()->add_build()->set_name("bare");
  const v1::ExpandResponse response = Expand(request, kAssets);
  EXPECT_EQ(response.cell_size(), 0);
  ASSERT_EQ(response.refusal_size(), 2);
  EXPECT_EQ(response.refusal(0).cell(), 3u);
  EXPECT_EQ(response.refusal(1).cell(), 4u);
  EXPECT_EQ(response.refusal(1).build(), "bare");
}

}  // namespace
}  // namespace benchcell::vitest
