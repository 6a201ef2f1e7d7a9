#include "runners/design/filter.h"

#include <gtest/gtest.h>

#include "runners/design/expand.h"
#include "runners/design/testing.h"

namespace benchcell {
namespace {

v1::Experiment TestExperiment() {
  return FromText<v1::Experiment>(R"pb(
    build { name: "main" }
    build { name: "#11760" }
    build { name: "#11761" }
    grid {
      axis { name: "app" level: "a" }
      axis { name: "pool" level: "forks" level: "threads" }
      axis { name: "state" level: "cold" level: "warm" }
    }
    grid {
      axis { name: "app" level: "a" }
      axis { name: "maxWorkers" level: "1" level: "50%" }
    }
    published {
      row {
        level { axis: "pool" level: "threads" }
        level { axis: "state" level: "cold" }
        value { build: "main" seconds: 2.2 }
        value { build: "#11761" seconds: 2.1 }
        change { build: "#11760" percent: 3 }
        change { build: "#11761" percent: -4 }
      }
      row { level { axis: "maxWorkers" level: "1" } }
    })pb");
}

std::vector<std::string> Words(const v1::Experiment& experiment) {
  std::vector<std::string> words;
  const auto cells = ExpandCells(experiment, TestPlugin());
  EXPECT_TRUE(cells.ok()) << cells.status();
  for (const v1::Cell& cell : cells.value()) {
    words.push_back(DescribeLevels(cell.level()));
  }
  return words;
}

std::string Refusal(const std::string& filter) {
  const auto kept = KeepCells(TestExperiment(), TestPlugin(), filter);
  EXPECT_EQ(kept.status().code(), absl::StatusCode::kInvalidArgument) << filter;
  return std::string(kept.status().message());
}

TEST(FilterTest, KeepsTheCellsAtAllOfTheLevels) {
  const auto kept = KeepCells(TestExperiment(), TestPlugin(), "pool=threads,state=cold");
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(Words(*kept),
            std::vector<std::string>{"app=a, pool=threads, state=cold, maxWorkers=default"});
}

TEST(FilterTest, DefaultsOfAGridCount) {
  const auto kept = KeepCells(TestExperiment(), TestPlugin(), "pool=forks,state=warm");
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(Words(*kept),
            (std::vector<std::string>{"app=a, pool=forks, state=warm, maxWorkers=default",
                                      "app=a, pool=forks, state=warm, maxWorkers=1",
                                      "app=a, pool=forks, state=warm, maxWorkers=50%"}));
}

TEST(FilterTest, SeveralLevelsOfAnAxis) {
  const auto kept = KeepCells(TestExperiment(), TestPlugin(), "maxWorkers=1|default,pool=forks");
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(Words(*kept),
            (std::vector<std::string>{"app=a, pool=forks, state=cold, maxWorkers=default",
                                      "app=a, pool=forks, state=warm, maxWorkers=default",
                                      "app=a, pool=forks, state=warm, maxWorkers=1"}));
}

TEST(FilterTest, PublishedRowsGoWithTheirCells) {
  const auto kept = KeepCells(TestExperiment(), TestPlugin(), "maxWorkers=1");
  ASSERT_TRUE(kept.ok()) << kept.status();
  ASSERT_EQ(kept->published().row_size(), 1);
  EXPECT_EQ(kept->published().row(0).level(0).axis(), "maxWorkers");
}

TEST(FilterTest, UnknownNamesAreToldWithTheNearest) {
  EXPECT_EQ(Refusal("pol=forks"),
            "the filter has the unknown axis \"pol\"; expected one of \"app\", \"pool\", "
            "\"maxWorkers\", \"state\" (nearest valid name: \"pool\")");
  EXPECT_EQ(Refusal("pool=thread"),
            "no cell of the experiment has pool at \"thread\"; expected one of \"forks\", "
            "\"threads\" (nearest valid name: \"threads\")");
  // Valid for the plugin, but not here.
  EXPECT_EQ(Refusal("pool=vmThreads"),
            "no cell of the experiment has pool at \"vmThreads\"; expected one of \"forks\", "
            "\"threads\" (nearest valid name: \"threads\")");
}

TEST(FilterTest, FormAndEmptyResults) {
  EXPECT_EQ(Refusal("pool"),
            "the filter has the part \"pool\"; expected AXIS=LEVEL or AXIS=LEVEL|LEVEL (\\= for a "
            "= in a level)");
  EXPECT_EQ(Refusal("pool=forks,pool=threads"),
            "the filter has the axis \"pool\" twice; expected pool=LEVEL|LEVEL");
  EXPECT_EQ(Refusal("maxWorkers=1,pool=threads"),
            "no cell of the experiment has all of \"maxWorkers=1,pool=threads\"; expected at least "
            "one");
  EXPECT_NE(Refusal(""), "");
}

TEST(FilterTest, LevelsThatAreToBeDiscoveredCanBeNamed) {
  v1::PluginDescription plugin;
  plugin.set_discovers_cells(true);
  v1::AxisSpec& axis = *plugin.add_axis();
  axis.set_name("benchmark");
  axis.set_pattern("(?s).*");
  axis.set_default_level("*");
  axis.set_all_level("*");
  const auto levels = [&](const std::string& grids, const std::string& filter) {
    std::vector<std::string> found;
    const auto kept = KeepCells(FromText<v1::Experiment>(grids), plugin, filter);
    if (!kept.ok()) return std::vector<std::string>{std::string(kept.status().message())};
    const auto cells = ExpandCells(*kept, plugin);
    for (const v1::Cell& cell : *cells) found.push_back(cell.level(0).level());
    return found;
  };
  using Levels = std::vector<std::string>;
  EXPECT_EQ(levels("grid {}", "benchmark=a|b"), (Levels{"a", "b"}));
  EXPECT_EQ(levels("grid {}", "benchmark=*"), Levels{"*"});
  EXPECT_EQ(levels("grid { axis { name: 'benchmark' level: '*' } }", "benchmark=a"), Levels{"a"});
  const std::string two = "grid { axis { name: 'benchmark' level: 'a' level: 'b' } }";
  EXPECT_EQ(levels(two, "benchmark=b"), Levels{"b"});
  EXPECT_EQ(levels(two, "benchmark=c").at(0).substr(0, 37),
            "no cell of the experiment has benchma");
}

TEST(FilterTest, BackslashTakesTheMeaningFromASeparator) {
  v1::PluginDescription plugin;
  plugin.add_axis()->set_name("config");
  const auto experiment = FromText<v1::Experiment>(
      R"pb(grid { axis { name: "config" level: "n=1,m=2|3\\" level: "x" } })pb");
  const auto kept = KeepCells(experiment, plugin, "config=n\\=1\\,m\\=2\\|3\\\\");
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(kept->grid(0).axis(0).level_size(), 1);
  EXPECT_EQ(kept->grid(0).axis(0).level(0), "n=1,m=2|3\\");
}

TEST(FilterTest, BuildsStayInTheExperimentsOrder) {
  const auto kept = KeepBuilds(TestExperiment(), "#11761,main");
  ASSERT_TRUE(kept.ok()) << kept.status();
  ASSERT_EQ(kept->build_size(), 2);
  EXPECT_EQ(kept->build(0).name(), "main");
  EXPECT_EQ(kept->build(1).name(), "#11761");
  const v1::PublishedRow& row = kept->published().row(0);
  ASSERT_EQ(row.change_size(), 1);
  EXPECT_EQ(row.change(0).percent(), -4);
  EXPECT_EQ(row.value_size(), 2);
}

TEST(FilterTest, ChangesAgainstABaselineThatIsGoneAreGone) {
  const auto kept = KeepBuilds(TestExperiment(), "#11760,#11761");
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(kept->build(0).name(), "#11760");
  EXPECT_EQ(kept->published().row(0).change_size(), 0);
  EXPECT_EQ(kept->published().row(0).value_size(), 1);
}

TEST(FilterTest, UnknownAndRepeatedBuildsAreRefused) {
  EXPECT_EQ(std::string(KeepBuilds(TestExperiment(), "main,11760").status().message()),
            "unknown build \"11760\"; expected one of \"main\", \"#11760\", \"#11761\" (nearest "
            "valid name: \"#11760\")");
  EXPECT_EQ(std::string(KeepBuilds(TestExperiment(), "main,main").status().message()),
            "the build \"main\" is named twice; expected each once");
}

TEST(FilterTest, KeepsCellsByAxesThatOnlyTheExperimentKnows) {
  const auto experiment = FromText<v1::Experiment>(R"pb(
    build { name: "a" }
    grid {
      axis { name: "size" level: "1" level: "1,0" }
      axis { name: "kind" level: "a" level: "b" }
    }
  )pb");
  const auto kept = KeepCells(experiment, FreePlugin(), "size=1\\,0,kind=b,shell=none");
  ASSERT_TRUE(kept.ok()) << kept.status();
  const auto cells = ExpandCells(*kept, FreePlugin());
  ASSERT_EQ(cells->size(), 1u);
  EXPECT_EQ(DescribeLevels(cells->front().level()), "size=1,0, kind=b, shell=none");
  EXPECT_EQ(KeepCells(experiment, FreePlugin(), "siz=1").status().message(),
            "the filter has the unknown axis \"siz\"; expected one of \"shell\", \"size\", "
            "\"kind\" (nearest valid name: \"size\")");
}

}  // namespace
}  // namespace benchcell
