#include "runners/design/input_errors.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"

namespace benchcell {

void InputErrors::Add(Position position, std::string message) {
  for (const Error& error : errors_) {
    if (error.position == position && error.message == message) return;
  }
  errors_.push_back({position, std::move(message)});
}

absl::Status InputErrors::ToStatus(const std::string& file) const {
  if (errors_.empty()) return absl::OkStatus();
  std::vector<Error> sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Error& a, const Error& b) {
    return std::tie(a.position.line, a.position.column) <
           std::tie(b.position.line, b.position.column);
  });
  std::string lines;
  for (size_t i = 0; i < sorted.size() && i < kMostListed; ++i) {
    const Error& error = sorted[i];
    absl::StrAppend(&lines, lines.empty() ? "" : "\n", file, ":", error.position.line, ":",
                    error.position.column, ": ", error.message);
  }
  if (sorted.size() > kMostListed) {
    absl::StrAppend(&lines, "\n", file, ": and ", sorted.size() - kMostListed, " more");
  }
  return absl::InvalidArgumentError(lines);
}

}  // namespace benchcell
