// What a command line comes to in one cell.

#ifndef BENCHCELL_PLUGINS_COMMAND_INVOCATION_H_
#define BENCHCELL_PLUGINS_COMMAND_INVOCATION_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "benchcell/v1/cell.pb.h"
#include "plugins/command/placeholders.h"

namespace benchcell::command {

// The axis that says who runs the commands, and its levels.
inline constexpr char kShellAxis[] = "shell";
inline constexpr char kNoShell[] = "none";
inline constexpr char kShell[] = "/bin/sh";

struct Invocation {
  // Of the NAME=VALUE before the program.
  std::vector<v1::EnvironmentVariable> environment;
  // The program first.
  std::vector<std::string> words;
};

// Without a shell, the words of the text with the levels filled in after it was split: a level is
// never split. A word that is one placeholder whose level is empty is left out. With one, three
// words: the shell, -c, and the text with the levels filled in as they are. INVALID_ARGUMENT: see
// SplitWords and FillPlaceholders; or there is no program.
absl::StatusOr<Invocation> InvocationOf(const std::string& text, const Levels& levels);

// NAME=VALUE as a variable. INVALID_ARGUMENT if it is none.
absl::StatusOr<v1::EnvironmentVariable> ParseVariable(std::string_view text);

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_INVOCATION_H_
