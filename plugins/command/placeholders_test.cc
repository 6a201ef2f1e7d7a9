#include "plugins/command/placeholders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace benchcell::command {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

Levels LevelsOf(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Levels levels;
  for (const auto& [axis, text] : pairs) {
    v1::Level& level = *levels.Add();
    level.set_axis(axis);
    level.set_level(text);
  }
  return levels;
}

const Levels& Some() {
  static const Levels& levels = *new Levels(LevelsOf({{"size", "10"}, {"kind", "{size} 'a b'"}}));
  return levels;
}

std::string ErrorOf(std::string_view text) {
  const auto filled = FillPlaceholders(text, Some());
  EXPECT_EQ(filled.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(filled.status().message());
}

TEST(FillPlaceholders, ReplacesNamesByLevels) {
  EXPECT_EQ(*FillPlaceholders("--n={size}/{size}", Some()), "--n=10/10");
  EXPECT_EQ(*FillPlaceholders("plain", Some()), "plain");
  EXPECT_EQ(*FillPlaceholders("", Some()), "");
}

TEST(FillPlaceholders, LooksAtNoLevelAgain) {
  EXPECT_EQ(*FillPlaceholders("{kind}", Some()), "{size} 'a b'");
}

TEST(FillPlaceholders, DoubledBracesAreLiteral) {
  EXPECT_EQ(*FillPlaceholders("{{print $1}}", Some()), "{print $1}");
  EXPECT_EQ(*FillPlaceholders("{{{size}}}", Some()), "{10}");
  EXPECT_EQ(*FillPlaceholders("{{size}}", Some()), "{size}");
  EXPECT_EQ(*FillPlaceholders("{{}}", Some()), "{}");
}

TEST(FillPlaceholders, UnknownAndEmptyNamesAreRefusedWithWhatThereIs) {
  EXPECT_THAT(
      ErrorOf("--n={siz}"),
      AllOf(HasSubstr("in \"--n={siz}\": \"{siz}\" names no axis"),
            HasSubstr("\"size\", \"kind\" (nearest valid name: \"size\")"), HasSubstr("{{")));
  EXPECT_THAT(ErrorOf("{}"), HasSubstr("\"{}\" names no axis"));
  EXPECT_THAT(std::string(FillPlaceholders("{x}", Levels()).status().message()),
              HasSubstr("expected none, for there are none"));
}

TEST(FillPlaceholders, ABraceAloneIsRefused) {
  EXPECT_THAT(ErrorOf("a } b"), HasSubstr("a } that nothing opens"));
  EXPECT_THAT(ErrorOf("a { b"), HasSubstr("a { that nothing closes"));
  EXPECT_THAT(ErrorOf("{size"), HasSubstr("nothing closes"));
  EXPECT_THAT(ErrorOf("{a{size}"), HasSubstr("nothing closes"));
  EXPECT_THAT(ErrorOf("{size}}"), HasSubstr("nothing opens"));
}

TEST(FillPlaceholders, WhatTheAgentWouldReplaceIsRefused) {
  EXPECT_THAT(ErrorOf("{{dir}}"), HasSubstr("{dir}"));
  EXPECT_FALSE(FillPlaceholders("{x}", LevelsOf({{"x", "{dir}"}})).ok());
  EXPECT_EQ(*FillPlaceholders("{dir}", LevelsOf({{"dir", "d"}})), "d");
}

TEST(PlaceholdersIn, NamesThemInOrder) {
  EXPECT_THAT(PlaceholdersIn("{a} {{b}} {c}{a}"), ElementsAre("a", "c", "a"));
}

}  // namespace
}  // namespace benchcell::command
