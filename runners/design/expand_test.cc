#include "runners/design/expand.h"

#include <gtest/gtest.h>

#include "runners/design/testing.h"

namespace benchcell {
namespace {

std::vector<std::string> Words(const std::vector<v1::Cell>& cells) {
  std::vector<std::string> words;
  for (const v1::Cell& cell : cells) words.push_back(DescribeLevels(cell.level()));
  return words;
}

TEST(ExpandTest, TheLastAxisVariesFastestAndDefaultsFillUp) {
  const auto cells = ExpandCells(FromText<v1::Experiment>(R"pb(
                                   grid {
                                     axis { name: "pool" level: "threads" level: "forks" }
                                     axis { name: "app" level: "small" }
                                     axis { name: "state" level: "cold" level: "warm" }
                                   })pb"),
                                 TestPlugin());
  ASSERT_TRUE(cells.ok()) << cells.status();
  EXPECT_EQ(Words(*cells),
            (std::vector<std::string>{"pool=threads, app=small, state=cold, maxWorkers=default",
                                      "pool=threads, app=small, state=warm, maxWorkers=default",
                                      "pool=forks, app=small, state=cold, maxWorkers=default",
                                      "pool=forks, app=small, state=warm, maxWorkers=default"}));
  for (size_t i = 0; i < cells->size(); ++i) EXPECT_EQ((*cells)[i].index(), i);
}

TEST(ExpandTest, GridsAreJoinedInTheirOrder) {
  const auto cells = ExpandCells(FromText<v1::Experiment>(R"pb(
                                   grid {
                                     axis { name: "app" level: "a" }
                                     axis { name: "state" level: "cold" }
                                   }
                                   grid {
                                     axis { name: "maxWorkers" level: "50%" level: "1" }
                                     axis { name: "app" level: "a" }
                                   }
                                 )pb"),
                                 TestPlugin());
  ASSERT_TRUE(cells.ok()) << cells.status();
  EXPECT_EQ(Words(*cells),
            (std::vector<std::string>{"app=a, state=cold, maxWorkers=default, pool=forks",
                                      "app=a, state=warm, maxWorkers=50%, pool=forks",
                                      "app=a, state=warm, maxWorkers=1, pool=forks"}));
}

TEST(ExpandTest, ACellInTwoGridsIsRefusedEvenWhereOneNamesADefault) {
  const auto cells = ExpandCells(FromText<v1::Experiment>(R"pb(
                                   grid { axis { name: "app" level: "a" } }
                                   grid {
                                     axis { name: "app" level: "a" level: "b" }
                                     axis { name: "pool" level: "forks" }
                                   }
                                 )pb"),
                                 TestPlugin());
  EXPECT_EQ(cells.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(std::string(cells.status().message()),
            "grid 2: the cell app=a, pool=forks, maxWorkers=default, state=warm occurs again; "
            "expected every cell once");
}

TEST(ExpandTest, AnAxisWithoutDefaultHasToBeNamed) {
  const auto cells = ExpandCells(FromText<v1::Experiment>("grid {} grid {}"), TestPlugin());
  const std::string missing =
      "the grid doesn't name the axis \"app\"; expected a level for it, since it has no default";
  EXPECT_EQ(std::string(cells.status().message()), "grid 1: " + missing + "\ngrid 2: " + missing);
}

TEST(ExpandTest, AnEmptyGridIsTheCellOfTheDefaults) {
  v1::PluginDescription plugin;
  EXPECT_EQ(ExpandCells(FromText<v1::Experiment>("grid {}"), plugin)->size(), 1);
  EXPECT_EQ(ExpandCells(v1::Experiment(), plugin)->size(), 0);
}

TEST(ExpandTest, TooManyCellsAreRefusedBeforeTheyAreMade) {
  v1::Experiment experiment;
  v1::Grid& grid = *experiment.add_grid();
  v1::PluginDescription plugin;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    plugin.add_axis()->set_name(name);
    v1::Axis& axis = *grid.add_axis();
    axis.set_name(name);
    for (int i = 0; i < 1000; ++i) axis.add_level(std::to_string(i));
  }
  EXPECT_EQ(std::string(ExpandCells(experiment, plugin).status().message()),
            "grid 1: the grids have more than 100000 cells; expected at most that many");
}

TEST(ExpandTest, CellHasAllOfTheLevels) {
  const auto cell = FromText<v1::Cell>(R"pb(level { axis: "pool" level: "forks" }
                                            level { axis: "state" level: "warm" })pb");
  EXPECT_TRUE(CellHas(cell, {}));
  EXPECT_TRUE(CellHas(cell, cell.level()));
  EXPECT_FALSE(
      CellHas(cell, FromText<v1::Cell>(R"pb(level { axis: "state" level: "forks" })pb").level()));
}

TEST(ExpandTest, FreeAxesAreTheExperimentsOwn) {
  const auto cells = ExpandCells(FromText<v1::Experiment>(R"pb(
                                   grid {
                                     axis { name: "size" level: "1" level: "" }
                                     axis { name: "kind" level: "a b" }
                                   }
                                   grid {
                                     axis { name: "kind" level: "c" }
                                     axis { name: "size" level: "1" }
                                     axis { name: "shell" level: "sh" }
                                   })pb"),
                                 FreePlugin());
  ASSERT_TRUE(cells.ok()) << cells.status();
  EXPECT_EQ(Words(*cells),
            (std::vector<std::string>{"size=1, kind=a b, shell=none", "size=, kind=a b, shell=none",
                                      "size=1, kind=c, shell=sh"}));
}

TEST(ExpandTest, EveryGridNamesTheSameFreeAxes) {
  const auto cells = ExpandCells(FromText<v1::Experiment>(R"pb(
                                   grid { axis { name: "size" level: "1" } }
                                   grid { axis { name: "kind" level: "a" } }
                                 )pb"),
                                 FreePlugin());
  EXPECT_EQ(cells.status().message(),
            "grid 1: the grid doesn't name the axis \"kind\", which another grid does; expected a "
            "level for it\n"
            "grid 2: the grid doesn't name the axis \"size\", which another grid does; expected a "
            "level for it");
}

}  // namespace
}  // namespace benchcell
