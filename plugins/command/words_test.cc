#include "plugins/command/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <random>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace benchcell::command {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Words = std::vector<std::string>;

std::string ErrorOf(std::string_view text) {
  const auto words = SplitWords(text);
  EXPECT_EQ(words.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(words.status().message());
}

TEST(SplitWords, SplitsAtBlanks) {
  EXPECT_EQ(*SplitWords("a  b\tc "), (Words{"a", "b", "c"}));
  EXPECT_THAT(*SplitWords(" \t "), IsEmpty());
  EXPECT_THAT(*SplitWords(""), IsEmpty());
}

TEST(SplitWords, TakesQuotesAway) {
  EXPECT_EQ(*SplitWords("'a b' \"c d\" e\\ f"), (Words{"a b", "c d", "e f"}));
  EXPECT_EQ(*SplitWords("a'b'\"c\"\\d"), Words{"abcd"});
  EXPECT_EQ(*SplitWords("'' \"\""), (Words{"", ""}));
  EXPECT_EQ(*SplitWords("'$x `y` * \\'"), Words{"$x `y` * \\"});
  EXPECT_EQ(*SplitWords("\"\\$x \\` \\\" \\\\ \\n\""), Words{"$x ` \" \\ \\n"});
  EXPECT_EQ(*SplitWords("'a\nb' \"c\nd\""), (Words{"a\nb", "c\nd"}));
  EXPECT_EQ(*SplitWords("a\\\nb \"c\\\nd\""), (Words{"ab", "cd"}));
  EXPECT_EQ(*SplitWords("gr\xC3\xBC\xC3\x9F' \xF0\x9F\x98\x80'"),
            Words{"gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80"});
}

TEST(SplitWords, RefusesWhatOnlyAShellUnderstands) {
  for (const char* text : {"a|b", "a >b", "<a", "a & b", "a;b", "$HOME", "`a`", "*.c", "a?", "(a)",
                           "a[1]", "~/x", "# a", "a\nb", "\"$x\"", "\"`x`\""}) {
    EXPECT_THAT(ErrorOf(text), HasSubstr("--shell")) << text;
  }
  EXPECT_THAT(ErrorOf("sort x | uniq"),
              HasSubstr("character 8 of \"sort x | uniq\": an unquoted \"|\""));
  EXPECT_THAT(ErrorOf("\xC3\xBC *"), HasSubstr("character 3 ")) << "characters, not bytes";
}

TEST(SplitWords, TakesWhatAShellWouldLeaveAlone) {
  EXPECT_EQ(*SplitWords("git log HEAD~1 a#b x=~ ] ! {} %"),
            (Words{"git", "log", "HEAD~1", "a#b", "x=~", "]", "!", "{}", "%"}));
}

TEST(SplitWords, RefusesWhatDoesNotEnd) {
  EXPECT_THAT(ErrorOf("a 'b c"), HasSubstr("character 3 of \"a 'b c\": this quote is not closed"));
  EXPECT_THAT(ErrorOf("\"b"), HasSubstr("not closed"));
  EXPECT_THAT(ErrorOf("\"b\\"), HasSubstr("not closed"));
  EXPECT_THAT(ErrorOf("b\\"), HasSubstr("backslash at the end"));
}

// What a real shell makes of the same text, each word ended by a zero byte.
Words WordsOfSh(const std::string& text) {
  const std::string quoted =
      absl::StrReplaceAll(absl::StrCat("set -f; printf '%s\\0' . ", text), {{"'", "'\\''"}});
  std::FILE* const pipe = popen(absl::StrCat("/bin/sh -c '", quoted, "' 2>/dev/null").c_str(), "r");
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0) << text;
  Words words;
  for (size_t at = 0; at < output.size(); at = output.find('\0', at) + 1) {
    words.push_back(output.substr(at, output.find('\0', at) - at));
  }
  EXPECT_FALSE(words.empty()) << text;
  words.erase(words.begin());
  return words;
}

TEST(SplitWords, MakesTheWordsThatShMakes) {
  const std::string_view alphabet = "ab '\"\\\\'\" \t~#=$*\n|";
  std::mt19937 random(6);
  int compared = 0;
  for (int i = 0; i < 1200; ++i) {
    std::string text;
    for (size_t size = random() % 14; size > 0; --size) {
      text += alphabet[random() % alphabet.size()];
    }
    const auto words = SplitWords(text);
    if (!words.ok()) continue;
    ++compared;
    EXPECT_EQ(*words, WordsOfSh(text)) << text;
  }
  EXPECT_GT(compared, 100);
}

TEST(WordsForShell, TellsWherePrograms) {
  std::vector<std::string> programs;
  std::vector<std::string> others;
  for (const ShellWord& word :
       WordsForShell("sort 'a b' <in >out | uniq -c && (rm x; ls)\necho \"q")) {
    (word.starts_command ? programs : others).push_back(word.text);
  }
  EXPECT_THAT(programs, ElementsAre("sort", "uniq", "rm", "ls", "echo"));
  EXPECT_THAT(others, ElementsAre("a b", "in", "out", "-c", "x", "q"));
}

}  // namespace
}  // namespace benchcell::command
