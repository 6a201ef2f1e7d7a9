// The experiments that come with benchcell: the plugin can do every build, and what is published in
// them is whole.

#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "plugins/codspeed/description.h"
#include "plugins/codspeed/expand.h"
#include "runners/base/files.h"
#include "runners/design/expand.h"
#include "runners/design/validate.h"

namespace benchcell::codspeed {
namespace {

class ExperimentsTest : public ::testing::TestWithParam<const char*> {
 protected:
  v1::Experiment Read() {
    const std::string path = absl::StrCat("fixtures/experiments/", GetParam(), ".textproto");
    auto experiment = Validate(ReadFile(path).value_or(""), path, Description());
    EXPECT_TRUE(experiment.ok()) << experiment.status();
    return experiment.value_or(v1::Experiment());
  }
};

void AddBundles(const google::protobuf::RepeatedPtrField<v1::Input>& inputs,
                v1::ExpandRequest& request) {
  for (const v1::Input& input : inputs) {
    v1::Bundle bundle;
    bundle.set_label(input.label());
    bundle.set_platform("any");
    const bool five = absl::StrContains(input.label(), "vitest-5");
    (*bundle.mutable_facts())["vitest"] = five ? "5.0.4" : "4.1.10";
    (*bundle.mutable_facts())["@codspeed/vitest-plugin"] = "5.7.1";
    (*bundle.mutable_facts())["@codspeed/core"] = "5.7.1";
    bool known = false;
    for (const v1::Bundle& other : request.bundle()) known |= other.label() == bundle.label();
    if (!known) *request.add_bundle() = bundle;
  }
}

TEST_P(ExperimentsTest, EveryPackageIsAskedForItsBenchmarks) {
  v1::ExpandRequest request;
  *request.mutable_experiment() = Read();
  const v1::Experiment& experiment = request.experiment();
  EXPECT_EQ(experiment.name(), GetParam());
  const auto cells = ExpandCells(experiment, Description());
  ASSERT_TRUE(cells.ok()) << cells.status();
  for (const v1::Cell& cell : *cells) *request.add_cell() = cell;
  request.set_platform("linux-x64");
  AddBundles(experiment.input(), request);
  for (const v1::Build& build : experiment.build()) AddBundles(build.input(), request);
  const v1::ExpandResponse response = Expand(request, Assets());
  for (const v1::Refusal& refusal : response.refusal()) ADD_FAILURE() << refusal.message();
  EXPECT_EQ(response.discover_size(), experiment.build_size());
}

TEST_P(ExperimentsTest, EveryBuildIsMeasuredTwiceForASpread) {
  EXPECT_GE(Read().protocol().rounds() * Read().protocol().runs(), 2u);
}

TEST_P(ExperimentsTest, PublishedRowsAreOfBenchmarksAndDifferencesAreSentences) {
  const v1::Experiment experiment = Read();
  for (const v1::PublishedRow& row : experiment.published().row()) {
    EXPECT_EQ(row.level(0).axis(), kBenchmarkAxis);
    EXPECT_EQ(row.change_size(), experiment.build_size() - 1);
  }
  for (const std::string& sentence : experiment.published().difference()) {
    EXPECT_TRUE(absl::EndsWith(sentence, ".")) << sentence;
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, ExperimentsTest,
                         ::testing::Values("codspeed-fixture", "codspeed-getter-tracking"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace benchcell::codspeed
