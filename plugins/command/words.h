// The words of a command line, as POSIX's shell would make them, without a shell.

#ifndef BENCHCELL_PLUGINS_COMMAND_WORDS_H_
#define BENCHCELL_PLUGINS_COMMAND_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace benchcell::command {

// Splits at unquoted blanks and takes the quotes away: '...' keeps everything, "..." all but
// \ before one of $ ` " \, and \ keeps the character after it; \ before a line end is a line that
// goes on (POSIX.1-2017, Shell Command Language, 2.2).
//
// INVALID_ARGUMENT, with the place (characters, from 1) and what to do: an unquoted character of
// which a shell would make something else (| > < & ; $ ` * ? [ ( ) or a line end anywhere, $ and `
// in double quotes too, ~ and # at the start of a word), a quote that isn't closed, a \ at the end.
absl::StatusOr<std::vector<std::string>> SplitWords(std::string_view text);

// A word of a text for a shell, as far as it can be told without being one.
struct ShellWord {
  std::string text;
  // Where the name of a program stands: at the start, or after | || & && ; ( or a line end.
  bool starts_command = false;
};

// The words of a text that a shell will run: to look for names of files and programs in it. What a
// shell would only know when it runs it ($x, *, here-documents) stays as it is written.
std::vector<ShellWord> WordsForShell(std::string_view text);

}  // namespace benchcell::command

#endif  // BENCHCELL_PLUGINS_COMMAND_WORDS_H_
