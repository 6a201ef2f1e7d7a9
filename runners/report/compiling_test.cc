#include "runners/report/compiling.h"

#include <gtest/gtest.h>

namespace benchcell {
namespace {

FrameChange Frame(v1::FrameKind kind, const char* function, double baseline, double changed) {
  FrameChange frame;
  frame.kind = kind;
  frame.function = function;
  frame.baseline = baseline;
  frame.changed = changed;
  return frame;
}

TEST(CompilingTest, SumsUpTheCompilers) {
  const auto compiling = FindCompiling(
      {Frame(v1::RUNTIME, "v8::internal::maglev::MaglevGraphBuilder::Build()", 0, 500),
       Frame(v1::RUNTIME, "std::map<v8::internal::compiler::Node*, int>::at", 10, 70),
       Frame(v1::RUNTIME, "v8::internal::baseline::BaselineCompiler::GenerateCode()", 5, 5),
       Frame(v1::RUNTIME, "Builtins_LoadIC", 900, 0),
       Frame(v1::OPTIMISED, "v8::internal::compiler::work", 1, 2)},
      100);
  ASSERT_TRUE(compiling.has_value());
  EXPECT_EQ(compiling->baseline, 15);
  EXPECT_EQ(compiling->changed, 575);
}

TEST(CompilingTest, AFifthOfTheChangeIsTheLeastThatIsTold) {
  const std::vector<FrameChange> frames = {Frame(v1::RUNTIME, "v8::internal::maglev::A", 0, 20)};
  EXPECT_TRUE(FindCompiling(frames, -100).has_value());
  EXPECT_FALSE(FindCompiling(frames, 101).has_value());
  EXPECT_FALSE(FindCompiling({Frame(v1::RUNTIME, "v8::internal::maglev::A", 7, 7)}, 0).has_value());
}

}  // namespace
}  // namespace benchcell
