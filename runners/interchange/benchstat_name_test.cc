#include "runners/interchange/benchstat_name.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "runners/interchange/testing.h"

namespace benchcell {
namespace {

TEST(BenchstatNameTest, ReadableNamesStay) {
  for (const char* name : {"forks", "25%25", "maxWorkers", "5.1.0", "\u05E9\u05DC\u05D5\u05DD",
                           "\U0001F600", "a-8b", "-"}) {
    const std::string text = name;
    if (text.find('%') == std::string::npos) {
      EXPECT_EQ(ToBenchstatName(text), text);
    }
  }
}

TEST(BenchstatNameTest, WhatMeansSomethingIsEscaped) {
  EXPECT_EQ(ToBenchstatName("a b/c=d%e"), "a%20b%2Fc%3Dd%25e");
  EXPECT_EQ(ToBenchstatName("line\nbreak"), "line%0Abreak");
  EXPECT_EQ(ToBenchstatName("no\u00A0break\u2003\u202Eturned"),
            "no%C2%A0break%E2%80%83%E2%80%AEturned");
  // Go would take -8 for a number of processors.
  EXPECT_EQ(ToBenchstatName("a-b-8"), "a-b%2D8");
  EXPECT_EQ(ToBenchstatValue(" a b/c=1-8 "), "%20a b/c=1-8%20");
}

TEST(BenchstatNameTest, AwkwardNamesComeBack) {
  for (const std::string& name : AwkwardNames()) {
    const std::string encoded = ToBenchstatName(name);
    EXPECT_EQ(FromBenchstat(encoded), name);
    EXPECT_EQ(encoded.find_first_of(" \t\r\n/="), std::string::npos) << encoded;
    EXPECT_EQ(FromBenchstat(ToBenchstatValue(name)), name);
  }
}

TEST(BenchstatNameTest, TextThatOnlyLooksEscapedStays) {
  EXPECT_EQ(FromBenchstat("100%"), "100%");
  EXPECT_EQ(FromBenchstat("%zz%2"), "%zz%2");
  EXPECT_EQ(FromBenchstat(ToBenchstatName("%41")), "%41");
}

}  // namespace
}  // namespace benchcell
