#include "runners/report/cause_text.h"

#include <gtest/gtest.h>

#include "runners/report/count_run_testing.h"

namespace benchcell {
namespace {

constexpr char kTwoBuilds[] =
    "name: 'c' build { name: 'a' } build { name: 'b' } protocol { rounds: 1 runs: 1 }";

std::string Render(CountRunMaker& maker) {
  const auto table = BuildTable(maker.run(), {});
  EXPECT_TRUE(table.ok()) << table.status();
  return RenderCauses(*table);
}

// The section for one benchmark with these profiles.
std::string Render(const std::string& name, const v1::Profile& baseline,
                   const v1::Profile& changed) {
  CountRunMaker maker(kTwoBuilds);
  maker.AddCell({});
  maker.AddRun(0, {Counted(name, baseline)});
  maker.AddRun(1, {Counted(name, changed)});
  return Render(maker);
}

TEST(CauseTextTest, NothingMovedNothingToSay) {
  EXPECT_EQ(Render("f", Tracked(), Tracked()), "");
  CountRunMaker maker(kTwoBuilds);
  maker.AddCell({});
  maker.AddRun(0, {{"f", 1}});
  maker.AddRun(1, {{"f", 2}});
  EXPECT_EQ(Render(maker), "") << "no profiles";
}

TEST(CauseTextTest, RowsAreNamedByWhatTellsThemApart) {
  CountRunMaker maker(kTwoBuilds);
  for (const char* file : {"x", "y|z"}) {
    maker.AddCell({{"file", file}, {"mode", "all"}});
    maker.AddRun(0, {Counted("f", Untracked())});
    maker.AddRun(1, {Counted("f", Tracked())});
  }
  const std::string text = Render(maker);
  EXPECT_NE(text.find("\nfile x, f, b: +181.51% (+1,390,000). The runner's own frames"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nfile y\\|z, f, b: "), std::string::npos) << text;
}

TEST(CauseTextTest, ACauseInTheCodeHasNoMark) {
  EXPECT_EQ(Render("f", MakeProfile({{v1::OPTIMISED, "f", "a.ts:1:1", 200}}),
                   MakeProfile({{v1::OPTIMISED, "f", "a.ts:1:1", 100}})),
            R"md(
#### Why it changed

f, b: −50.00% (−100).

| frame        | kind      |   a |   b |    Δ | share |
| ------------ | --------- | --: | --: | ---: | ----: |
| f, a.ts:1:1  | optimised | 200 | 100 | −100 |  100% |
| *all frames* | optimised | 200 | 100 | −100 |  100% |
)md");
}

TEST(CauseTextTest, CompilingIsToldWithItsCounts) {
  const std::string text =
      Render("f", MakeProfile({{v1::BASELINE, "f", "a.ts:1:1", 100}}),
             MakeProfile({{v1::OPTIMISED, "f", "a.ts:1:1", 20},
                          {v1::RUNTIME, "v8::internal::maglev::Build()", "node", 5000}}));
  EXPECT_NE(text.find("V8 compiled while it was counted: at least 0 before and 5,000 now."),
            std::string::npos)
      << text;
}

TEST(CauseTextTest, ForeignNamesStayInTheirCells) {
  const std::string name = "a|b\n*c*" + std::string(3000, 'x');
  const std::string text =
      Render(name, MakeProfile({{v1::RUNTIME, "g", "node", 5}}),
             MakeProfile({{v1::RUNTIME, "g", "node", 5},
                          {v1::RUNTIME, "operator|(a, b)", "li\nb.so", 10},
                          {v1::RUNTIME, std::string(500, 'f'), "libc.so.6", 3}}));
  EXPECT_NE(text.find("| operator\\|(a, b), li b.so "), std::string::npos) << text;
  EXPECT_NE(text.find("\na\\|b \\*c\\*xxx"), std::string::npos) << text;
  EXPECT_NE(text.find("fff\u2026fff"), std::string::npos) << text;
  EXPECT_LT(text.size(), 1500u) << text;
}

TEST(CauseTextTest, ATierFlipBackNamesBothTiers) {
  const std::string text = Render("f", Compiled(), Interpreted());
  EXPECT_NE(text.find("A tier flip: the function work (order/one.bench.ts:3:14) was optimised "
                      "before and is interpreted now."),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace benchcell
