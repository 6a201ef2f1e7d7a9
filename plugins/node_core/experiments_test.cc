// The experiments that come with benchcell: the plugin can do every file of them with every build,
// and what is published in them is whole.

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "plugins/node_core/description.h"
#include "plugins/node_core/expand.h"
#include "runners/base/files.h"
#include "runners/design/expand.h"
#include "runners/design/validate.h"

namespace benchcell::node_core {
namespace {

struct Shipped {
  std::string name;
  std::vector<std::string> files;
  int trees;
  int published_rows;
};

class ExperimentsTest : public ::testing::TestWithParam<Shipped> {
 protected:
  v1::Experiment Read() {
    const std::string path = absl::StrCat("fixtures/experiments/", GetParam().name, ".textproto");
    const auto text = ReadFile(path);
    EXPECT_TRUE(text.ok()) << text.status();
    auto experiment = Validate(text.value_or(""), path, Description());
    EXPECT_TRUE(experiment.ok()) << experiment.status();
    return experiment.value_or(v1::Experiment());
  }
};

void AddBundles(const google::protobuf::RepeatedPtrField<v1::Input>& inputs,
                v1::ExpandRequest& request) {
  std::set<std::string> labels;
  for (const v1::Bundle& bundle : request.bundle()) labels.insert(bundle.label());
  for (const v1::Input& input : inputs) {
    if (!labels.insert(input.label()).second) continue;
    v1::Bundle& bundle = *request.add_bundle();
    bundle.set_label(input.label());
    bundle.set_platform("any");
    bundle.set_sha256(input.label());
  }
}

TEST_P(ExperimentsTest, EveryBinaryIsAskedAboutEveryFile) {
  v1::ExpandRequest request;
  *request.mutable_experiment() = Read();
  const v1::Experiment& experiment = request.experiment();
  EXPECT_EQ(experiment.name(), GetParam().name);
  const auto cells = ExpandCells(experiment, Description());
  ASSERT_TRUE(cells.ok()) << cells.status();
  for (const v1::Cell& cell : *cells) *request.add_cell() = cell;
  request.set_platform("linux-x64");
  AddBundles(experiment.input(), request);
  for (const v1::Build& build : experiment.build()) AddBundles(build.input(), request);

  const v1::ExpandResponse response = Expand(request, Assets());
  for (const v1::Refusal& refusal : response.refusal()) ADD_FAILURE() << refusal.message();
  ASSERT_EQ(response.discover_size(), experiment.build_size());
  for (const v1::BuildPlan& plan : response.discover()) {
    int trees = 0;
    std::string asked;
    for (const v1::Step& step : plan.step()) {
      trees += absl::StartsWith(step.mount().path(), "source") ? 1 : 0;
      if (step.write_file().path() == "benchcell/request.json") asked = step.write_file().content();
    }
    EXPECT_EQ(trees, GetParam().trees);
    for (const std::string& file : GetParam().files) {
      EXPECT_TRUE(absl::StrContains(asked, absl::StrCat("\"", file, "\""))) << asked;
    }
  }
}

TEST_P(ExperimentsTest, ThereAreEnoughPairsForAnInterval) {
  const v1::Protocol protocol = Read().protocol();
  // The smallest number that can give an interval at 95 %.
  EXPECT_GE(protocol.rounds() * protocol.runs(), 6u);
  EXPECT_NE(protocol.seed(), 0u);
}

TEST_P(ExperimentsTest, EveryPublishedRowIsOfAFileThatIsRunAndNamedOnce) {
  const v1::Experiment experiment = Read();
  EXPECT_EQ(experiment.published().row_size(), GetParam().published_rows);
  std::set<std::string> rows;
  for (const v1::PublishedRow& row : experiment.published().row()) {
    ASSERT_EQ(row.level(0).axis(), kBenchmarkAxis);
    EXPECT_NE(std::find(GetParam().files.begin(), GetParam().files.end(), row.level(0).level()),
              GetParam().files.end());
    EXPECT_TRUE(rows.insert(DescribeLevels(row.level())).second) << row.ShortDebugString();
    ASSERT_EQ(row.change_size(), 1);
    EXPECT_EQ(row.change(0).build(), experiment.build(1).name());
  }
}

TEST_P(ExperimentsTest, DifferencesAreWholeSentences) {
  const v1::Experiment experiment = Read();
  const v1::Published& published = experiment.published();
  EXPECT_EQ(published.row_size() == 0, published.difference_size() == 0);
  for (const std::string& sentence : published.difference()) {
    EXPECT_TRUE(absl::EndsWith(sentence, ".")) << sentence;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shipped, ExperimentsTest,
    ::testing::Values(
        Shipped{"node-startup", {"startup/core.js", "startup/worker-online.js"}, 1, 0},
        Shipped{"node-65329",
                {"misc/startup-core.js", "misc/startup-cli-version.js", "startup/exit.js",
                 "startup/worker-online.js"},
                2,
                23}),
    [](const auto& info) {
      std::string name = info.param.name;
      for (char& c : name) c = c == '-' ? '_' : c;
      return name;
    });

}  // namespace
}  // namespace benchcell::node_core
