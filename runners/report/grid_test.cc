#include "runners/report/grid.h"

#include <gtest/gtest.h>

namespace benchcell {
namespace {

TEST(GridTest, ColumnsAreAsWideAsTheirWidestCell) {
  EXPECT_EQ(DrawGrid({{"name", false, {"a", "漢字"}}, {"Δ", true, {"−1%", "–"}}}, 2),
            "| name |   Δ |\n"
            "| ---- | --: |\n"
            "| a    | −1% |\n"
            "| 漢字 |   – |\n");
}

TEST(GridTest, NoRowsIsAHead) { EXPECT_EQ(DrawGrid({{"n", true, {}}}, 0), "|   n |\n| --: |\n"); }

}  // namespace
}  // namespace benchcell
