#include "runners/machine/cpu_list.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace benchcell {
namespace {

// More than any kernel is built for; a wrong text must not fill the memory.
constexpr int kMostProcessors = 1 << 20;

}  // namespace

std::optional<std::set<int>> ParseCpuList(const std::string& text) {
  std::set<int> processors;
  const std::string list(absl::StripAsciiWhitespace(text));
  if (list.empty()) return processors;
  for (const auto& range : absl::StrSplit(list, ',')) {
    const std::pair<std::string, std::string> ends = absl::StrSplit(range, absl::MaxSplits('-', 1));
    int first = 0;
    if (!absl::SimpleAtoi(ends.first, &first)) return std::nullopt;
    int last = first;
    if (range.find('-') != range.npos && !absl::SimpleAtoi(ends.second, &last)) {
      return std::nullopt;
    }
    if (first < 0 || last < first || last >= kMostProcessors) return std::nullopt;
    for (int i = first; i <= last; ++i) processors.insert(i);
  }
  return processors;
}

}  // namespace benchcell
