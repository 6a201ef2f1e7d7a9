// The experiments that come with benchcell: the plugin can do every cell of them, and the published
// figures in them agree with each other.

#include <cmath>
#include <map>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "plugins/vitest/description.h"
#include "plugins/vitest/expand.h"
#include "runners/base/files.h"
#include "runners/design/expand.h"
#include "runners/design/validate.h"

namespace benchcell::vitest {
namespace {

struct Shipped {
  std::string name;
  int cells;
  int builds;
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

// A bundle for every label, with the version that its name ends in.
void AddBundles(const google::protobuf::RepeatedPtrField<v1::Input>& inputs,
                v1::ExpandRequest& request) {
  for (const v1::Input& input : inputs) {
    v1::Bundle& bundle = *request.add_bundle();
    bundle.set_label(input.label());
    bundle.set_platform("any");
    bundle.set_sha256(input.label());
    const size_t digit = input.label().find_first_of("0123456789");
    if (digit == std::string::npos) continue;
    (*bundle.mutable_facts())["version"] =
        input.label().substr(digit, input.label().find('-', digit) - digit);
  }
}

TEST_P(ExperimentsTest, EveryCellCanBeDoneWithEveryBuild) {
  v1::ExpandRequest request;
  *request.mutable_experiment() = Read();
  const v1::Experiment& experiment = request.experiment();
  EXPECT_EQ(experiment.name(), GetParam().name);
  const auto cells = ExpandCells(experiment, Description());
  ASSERT_TRUE(cells.ok()) << cells.status();
  EXPECT_EQ(static_cast<int>(cells->size()), GetParam().cells);
  for (const v1::Cell& cell : *cells) *request.add_cell() = cell;
  request.set_platform("linux-x64");
  AddBundles(experiment.input(), request);
  for (const v1::Build& build : experiment.build()) AddBundles(build.input(), request);

  const v1::ExpandResponse response = Expand(request, Assets());
  for (const v1::Refusal& refusal : response.refusal()) ADD_FAILURE() << refusal.message();
  ASSERT_EQ(response.cell_size(), GetParam().cells);
  for (const v1::Cell& cell : response.cell()) EXPECT_EQ(cell.build_size(), GetParam().builds);
}

TEST_P(ExperimentsTest, ThereAreEnoughPairsForAnInterval) {
  const v1::Protocol protocol = Read().protocol();
  // The smallest number that can give an interval at 95 %.
  EXPECT_GE(protocol.rounds() * protocol.runs(), 6u);
  EXPECT_NE(protocol.seed(), 0u);
}

// How far a change that was computed before rounding may be from that of the rounded times: half a
// hundredth of a second in both.
double RoundingPoints(double baseline, double seconds) {
  return 0.5 + 100 * 0.005 * (1 / baseline + seconds / (baseline * baseline));
}

TEST_P(ExperimentsTest, PublishedChangesAreThoseOfThePublishedTimes) {
  const v1::Experiment experiment = Read();
  EXPECT_EQ(experiment.published().row_size(), GetParam().published_rows);
  for (const v1::PublishedRow& row : experiment.published().row()) {
    std::map<std::string, double> seconds;
    for (const v1::PublishedValue& value : row.value()) seconds[value.build()] = value.seconds();
    if (seconds.empty()) continue;
    const double baseline = seconds.at(experiment.build(0).name());
    for (const v1::PublishedChange& change : row.change()) {
      const double found = seconds.at(change.build());
      const double computed = (found / baseline - 1) * 100;
      // The source writes "~0" below 1.5 percent.
      const double slack = RoundingPoints(baseline, found) + (change.about_zero() ? 1.5 : 0);
      EXPECT_NEAR(change.percent(), computed, slack) << row.ShortDebugString();
    }
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

INSTANTIATE_TEST_SUITE_P(Shipped, ExperimentsTest,
                         ::testing::Values(Shipped{"quickstart", 2, 2, 2},
                                           Shipped{"vitest-11752", 11, 2, 11},
                                           Shipped{"vitest-11752-existing-apps", 7, 2, 7},
                                           Shipped{"vitest-late-graphs", 4, 3, 4},
                                           Shipped{"vitest-4-vs-5", 8, 2, 0}),
                         [](const auto& info) {
                           std::string name = info.param.name;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace benchcell::vitest
