#include "runners/exec/scope_members.h"

#include <string>

#include "gtest/gtest.h"
#include "runners/exec/scope.h"

namespace benchcell {
namespace {

std::string_view Text(const char* data, size_t size) { return {data, size}; }
template <size_t N>
std::string_view Environment(const char (&text)[N]) {
  return Text(text, N - 1);
}

TEST(HasScopeMark, FindsTheWholeVariableAnywhere) {
  EXPECT_TRUE(HasScopeMark(Environment("BENCHCELL_SCOPE=abc\0"), "abc"));
  EXPECT_TRUE(HasScopeMark(Environment("A=1\0BENCHCELL_SCOPE=abc\0B=2\0"), "abc"));
  EXPECT_TRUE(HasScopeMark(Environment("A=1\0BENCHCELL_SCOPE=abc"), "abc"));
}

TEST(HasScopeMark, TakesNoPartForTheWhole) {
  EXPECT_FALSE(HasScopeMark("", "abc"));
  EXPECT_FALSE(HasScopeMark(Environment("BENCHCELL_SCOPE=abcd\0"), "abc"));
  EXPECT_FALSE(HasScopeMark(Environment("BENCHCELL_SCOPE=ab\0"), "abc"));
  EXPECT_FALSE(HasScopeMark(Environment("XBENCHCELL_SCOPE=abc\0"), "abc"));
  EXPECT_FALSE(HasScopeMark(Environment("A=BENCHCELL_SCOPE=abc\0"), "abc"));
}

TEST(CheckScope, WantsEnoughHexadecimalDigits) {
  EXPECT_TRUE(CheckScope("0123abCD").ok());
  EXPECT_FALSE(CheckScope("0123abC").ok());
  EXPECT_FALSE(CheckScope("0123abcg").ok());
}

}  // namespace
}  // namespace benchcell
