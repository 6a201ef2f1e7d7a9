#include "runners/report/compiling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace benchcell {
namespace {

// Of the change.
constexpr double kLeast = 0.2;

bool IsOfACompiler(const FrameChange& frame) {
  static constexpr std::array kNamespaces = {
      "v8::internal::baseline::", "v8::internal::maglev::", "v8::internal::compiler::"};
  // Also as an argument of a template, whose code then serves the compiler.
  return frame.kind == v1::RUNTIME &&
         std::any_of(kNamespaces.begin(), kNamespaces.end(), [&](const char* name) {
           return frame.function.find(name) != std::string::npos;
         });
}

}  // namespace

std::optional<Compiling> FindCompiling(const std::vector<FrameChange>& frames, double delta) {
  Compiling compiling;
  for (const FrameChange& frame : frames) {
    if (!IsOfACompiler(frame)) continue;
    compiling.baseline += frame.baseline;
    compiling.changed += frame.changed;
  }
  const double moved = std::abs(compiling.Delta());
  if (moved == 0 || moved < kLeast * std::abs(delta)) return std::nullopt;
  return compiling;
}

}  // namespace benchcell
