#include "runners/plugin_check/findings.h"

#include "gtest/gtest.h"

namespace benchcell {
namespace {

TEST(FindingsTest, ALineEachThenTheNumbers) {
  Findings findings;
  findings.Holds("starts");
  findings.Holds("expands", "3 cells");
  findings.Judge("parses", "");
  findings.Judge("survives", "crashed\nits last words");
  findings.NotChecked("discovers", "nothing recorded");
  EXPECT_EQ(FindingsText(findings),
            "ok      starts\n"
            "ok      expands: 3 cells\n"
            "ok      parses\n"
            "FAILED  survives: crashed\n"
            "          its last words\n"
            "-       discovers: nothing recorded\n"
            "3 ok, 1 failed, 1 not checked\n");
  EXPECT_EQ(findings.Count(Verdict::kBroken), 1u);
}

}  // namespace
}  // namespace benchcell
