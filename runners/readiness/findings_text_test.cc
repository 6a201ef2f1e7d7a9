#include "runners/readiness/findings_text.h"

#include <gtest/gtest.h>

namespace benchcell {
namespace {

TEST(FindingsTextTest, WhatLacksSaysWhatIsWantedWhyAndWhatToDo) {
  const std::vector<Finding> findings = {
      {Verdict::kGood, "swap", "off", "off", "it is slow", "run `swapoff`"},
      {Verdict::kLacks, "governor", "powersave", "performance", "others follow the load",
       "run `tee`"},
      {Verdict::kUnknown, "clock", "the kernel doesn't tell", "in sync", "others read it",
       "run `ntp`"},
  };
  EXPECT_EQ(FindingsText("A machine", findings),
            "A machine\n"
            "\n"
            "ok     swap: off\n"
            "LACKS  governor: powersave\n"
            "       wanted: performance; others follow the load\n"
            "       run `tee`\n"
            "?      clock: the kernel doesn't tell\n"
            "       wanted: in sync; others read it\n"
            "       run `ntp`\n"
            "\n"
            "1 of 3 lack.\n");
  EXPECT_TRUE(AnyLacks(findings));
}

TEST(FindingsTextTest, WhatIsUnknownDoesNotLack) {
  const std::vector<Finding> findings = {
      {Verdict::kUnknown, "clock", "untold", "in sync", "others read it", "run `ntp`"}};
  EXPECT_FALSE(AnyLacks(findings));
  EXPECT_NE(FindingsText("A machine", findings).find("Nothing lacks."), std::string::npos);
}

TEST(FindingsTextTest, WhatTheMachineSaysStaysOnItsLine) {
  const std::vector<Finding> findings = {
      {Verdict::kGood, "product", "Odd\nLACKS\x1b[31m", "", "", ""}};
  EXPECT_NE(FindingsText("A machine", findings).find("ok     product: Odd LACKS"),
            std::string::npos);
  EXPECT_EQ(FindingsText("A machine", findings).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace benchcell
