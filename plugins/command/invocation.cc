#include "plugins/command/invocation.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "plugins/command/words.h"
#include "re2/re2.h"
#include "runners/base/status_macros.h"
#include "runners/design/nearest.h"

namespace benchcell::command {
namespace {

bool ByShell(const Levels& levels) {
  return std::any_of(levels.begin(), levels.end(), [](const v1::Level& level) {
    return level.axis() == kShellAxis && level.level() == kShell;
  });
}

bool IsOnePlaceholder(const std::string& word) {
  const std::vector<std::string> names = PlaceholdersIn(word);
  return names.size() == 1 && word == absl::StrCat("{", names[0], "}");
}

}  // namespace

absl::StatusOr<v1::EnvironmentVariable> ParseVariable(std::string_view text) {
  static const RE2 kVariable("(?s)([A-Za-z_][A-Za-z0-9_]*)=(.*)");
  std::string name;
  std::string value;
  if (!RE2::FullMatch(re2::StringPiece(text.data(), text.size()), kVariable, &name, &value)) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(text),
                     " sets no variable; expected NAME=VALUE, the name of letters, "
                     "digits and _"));
  }
  v1::EnvironmentVariable variable;
  variable.set_name(name);
  variable.set_value(value);
  return variable;
}

absl::StatusOr<Invocation> InvocationOf(const std::string& text, const Levels& levels) {
  Invocation invocation;
  if (ByShell(levels)) {
    ASSIGN_OR_RETURN(std::string filled, FillPlaceholders(text, levels));
    invocation.words = {kShell, "-c", std::move(filled)};
    return invocation;
  }
  ASSIGN_OR_RETURN(const std::vector<std::string> words, SplitWords(text));
  for (const std::string& word : words) {
    ASSIGN_OR_RETURN(std::string filled, FillPlaceholders(word, levels));
    if (filled.empty() && IsOnePlaceholder(word)) continue;
    const bool before_program = invocation.words.empty();
    // The template decides: a level can't turn a program into a variable.
    if (const auto variable = ParseVariable(word); before_program && variable.ok()) {
      ASSIGN_OR_RETURN(*invocation.environment.emplace_back().mutable_value(),
                       FillPlaceholders(variable->value(), levels));
      invocation.environment.back().set_name(variable->name());
    } else {
      invocation.words.push_back(std::move(filled));
    }
  }
  if (invocation.words.empty() || invocation.words[0].empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(text), " names no program; expected one, with its arguments"));
  }
  return invocation;
}

}  // namespace benchcell::command
