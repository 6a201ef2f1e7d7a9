#include "runners/interchange/command_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace benchcell {
namespace {

using testing::ElementsAre;

TEST(CommandNamesTest, ParametersArePutBack) {
  EXPECT_THAT(NamesOfCommands({{"make -j 1", {{"threads", "1"}}},
                               {"make -j 10", {{"threads", "10"}}},
                               {"make -j 2", {{"threads", "2"}}}}),
              ElementsAre("make -j {threads}", "make -j {threads}", "make -j {threads}"));
}

TEST(CommandNamesTest, SeveralParametersAndCommands) {
  EXPECT_THAT(NamesOfCommands({{"gcc -O2 a.c", {{"cc", "gcc"}, {"level", "2"}}},
                               {"old gcc O-2", {{"cc", "gcc"}, {"level", "2"}}},
                               {"clang -O3 a.c", {{"cc", "clang"}, {"level", "3"}}},
                               {"old clang O-3", {{"cc", "clang"}, {"level", "3"}}}}),
              ElementsAre("{cc} -O{level} a.c", "old {cc} O-{level}", "{cc} -O{level} a.c",
                          "old {cc} O-{level}"));
}

TEST(CommandNamesTest, ValuesInsideOfNumbersArePutBackIfNothingElseHelps) {
  EXPECT_THAT(NamesOfCommands({{"sleep 0.01", {{"n", "1"}}}, {"sleep 0.010", {{"n", "10"}}}}),
              ElementsAre("sleep 0.0{n}", "sleep 0.0{n}"));
  EXPECT_THAT(NamesOfCommands({{"t1 -j1", {{"n", "1"}}}, {"t1 -j2", {{"n", "2"}}}}),
              ElementsAre("t1 -j1", "t1 -j2"));
}

TEST(CommandNamesTest, NamesThatAreAlreadyTheSameStay) {
  EXPECT_THAT(NamesOfCommands({{"5.1.0", {{"workers", "1"}}},
                               {"4.0.0", {{"workers", "1"}}},
                               {"5.1.0", {{"workers", "5"}}},
                               {"4.0.0", {{"workers", "5"}}}}),
              ElementsAre("5.1.0", "4.0.0", "5.1.0", "4.0.0"));
}

TEST(CommandNamesTest, WhatWasPutInIsNotLookedAtAgain) {
  EXPECT_THAT(NamesOfCommands(
                  {{"run b 1", {{"a", "b"}, {"b", "1"}}}, {"run c 2", {{"a", "c"}, {"b", "2"}}}}),
              ElementsAre("run {a} {b}", "run {a} {b}"));
}

TEST(CommandNamesTest, TheSameCommandTwiceGetsNumbers) {
  EXPECT_THAT(NamesOfCommands({{"a", {}}, {"a", {}}, {"a #2", {}}, {"a", {}}}),
              ElementsAre("a", "a #2", "a #2 #2", "a #3"));
}

TEST(CommandNamesTest, EmptyValuesAndNothingAtAll) {
  EXPECT_THAT(NamesOfCommands({{"a", {{"x", ""}}}}), ElementsAre("a"));
  EXPECT_THAT(NamesOfCommands({}), ElementsAre());
}

}  // namespace
}  // namespace benchcell
