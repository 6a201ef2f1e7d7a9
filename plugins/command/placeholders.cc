#include "plugins/command/placeholders.h"

#include <algorithm>
#include <functional>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runners/design/nearest.h"

namespace benchcell::command {
namespace {

constexpr char kLiteral[] = "double a brace that is meant as it stands: {{ or }}";

absl::Status In(std::string_view text, const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat("in ", Quoted(text), ": ", what));
}

// Calls `literal` with every stretch of plain text and `name` with what stands between braces. Ends
// with the first status that isn't OK.
absl::Status Walk(std::string_view text, const std::function<void(std::string_view)>& literal,
                  const std::function<absl::Status(std::string_view)>& name) {
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c != '{' && c != '}') {
      const size_t end = std::min(text.find_first_of("{}", at), text.size());
      literal(text.substr(at, end - at));
      at = end - 1;
    } else if (at + 1 < text.size() && text[at + 1] == c) {
      literal(text.substr(++at, 1));
    } else if (c == '}') {
      return In(text, absl::StrCat("a } that nothing opens; ", kLiteral));
    } else {
      const size_t end = text.find_first_of("{}", at + 1);
      if (end == std::string_view::npos || text[end] == '{') {
        return In(text, absl::StrCat("a { that nothing closes; ", kLiteral));
      }
      const absl::Status status = name(text.substr(at + 1, end - at - 1));
      if (!status.ok()) return status;
      at = end;
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> FillPlaceholders(std::string_view text, const Levels& levels) {
  std::string filled;
  const absl::Status status = Walk(
      text, [&](std::string_view piece) { filled.append(piece); },
      [&](std::string_view name) -> absl::Status {
        std::vector<std::string> axes;
        for (const v1::Level& level : levels) {
          if (level.axis() == name) {
            filled += level.level();
            return absl::OkStatus();
          }
          axes.push_back(level.axis());
        }
        return In(text,
                  absl::StrCat(Quoted(absl::StrCat("{", std::string(name), "}")),
                               " names no axis; expected ", OneOf(axes, name), ", or ", kLiteral));
      });
  if (!status.ok()) return status;
  if (absl::StrContains(filled, "{dir}")) {
    return In(
        text,
        "it comes to a text with {dir}, which can't be given to a command: the agent puts the "
        "run's directory in its place");
  }
  return filled;
}

std::vector<std::string> PlaceholdersIn(std::string_view text) {
  std::vector<std::string> names;
  Walk(
      text, [](std::string_view) {},
      [&](std::string_view name) {
        names.emplace_back(name);
        return absl::OkStatus();
      })
      .IgnoreError();
  return names;
}

}  // namespace benchcell::command
