#include "runners/adhoc/flag_values.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "re2/re2.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

// Bytes of a column's head that a table has room for.
constexpr size_t kLongestName = 40;
constexpr size_t kLongestExperimentName = 40;

// The text as one that a build may be called: single blanks, no commas, no control characters.
std::string Plain(std::string text) {
  static const RE2 kOther("[\\s,\\pC]+");
  RE2::GlobalReplace(&text, kOther, " ");
  const size_t start = text.find_first_not_of(' ');
  if (start == std::string::npos) return "command";
  return text.substr(start, text.find_last_not_of(' ') + 1 - start);
}

// Cut before the character that would be too much.
std::string Cut(std::string text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return Plain(text.substr(0, most));
}

// The file name of the first word.
std::string Program(const std::string& command) {
  const std::string plain = Plain(command);
  const std::string name = std::filesystem::path(plain.substr(0, plain.find(' '))).filename();
  return name.empty() ? "command" : Cut(name, kLongestName);
}

// `a`, `a 2`, `a 3`: whatever nobody is called yet.
std::string Unused(const std::string& name, const std::set<std::string>& used) {
  std::string unused = name;
  for (int i = 2; used.contains(unused); ++i) unused = absl::StrCat(name, " ", i);
  return unused;
}

}  // namespace

absl::StatusOr<std::vector<NamedCommand>> NameCommands(const std::vector<std::string>& values) {
  static const RE2 kNamed("(?s)([^\\s=/'\"{}$,\\pC]+)=(.*)");
  std::vector<NamedCommand> commands;
  std::set<std::string> used;
  std::set<std::string> programs;
  size_t nameless = 0;
  for (const std::string& value : values) {
    NamedCommand& command = commands.emplace_back();
    if (!RE2::FullMatch(value, kNamed, &command.name, &command.command)) command.command = value;
    if (command.command.find_first_not_of(" \t\n") == std::string::npos) {
      return absl::InvalidArgumentError(
          absl::StrCat("--command ", Quoted(value),
                       ": there is no command; expected NAME=COMMAND, "
                       "or a command alone"));
    }
    if (command.name.empty()) {
      programs.insert(Program(command.command));
      ++nameless;
    } else if (!used.insert(command.name).second) {
      return absl::InvalidArgumentError(absl::StrCat("--command ", Quoted(value),
                                                     ": another command is called ",
                                                     Quoted(command.name), ", too"));
    }
  }
  const bool by_program = programs.size() == nameless;
  for (NamedCommand& command : commands) {
    if (!command.name.empty()) continue;
    command.name = Unused(
        by_program ? Program(command.command) : Cut(Plain(command.command), kLongestName), used);
    used.insert(command.name);
  }
  return commands;
}

absl::StatusOr<v1::Axis> ParseAxis(const std::string& value) {
  const size_t equals = value.find('=');
  if (equals == std::string::npos || equals == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("--axis ", Quoted(value), ": expected NAME=LEVEL,LEVEL, as in size=1,10,100"));
  }
  v1::Axis axis;
  axis.set_name(value.substr(0, equals));
  std::string* level = axis.add_level();
  for (size_t i = equals + 1; i < value.size(); ++i) {
    const char next = i + 1 < value.size() ? value[i + 1] : '\0';
    if (value[i] == '\\' && (next == ',' || next == '\\')) {
      *level += value[++i];
    } else if (value[i] == ',') {
      level = axis.add_level();
    } else {
      *level += value[i];
    }
  }
  std::set<std::string> seen;
  for (const std::string& each : axis.level()) {
    if (seen.insert(each).second) continue;
    return absl::InvalidArgumentError(absl::StrCat("--axis ", Quoted(value), ": the level ",
                                                   Quoted(each),
                                                   " stands there twice; expected "
                                                   "each once"));
  }
  return axis;
}

std::string ExperimentName(const std::vector<NamedCommand>& commands) {
  std::vector<std::string> parts;
  for (const NamedCommand& command : commands) {
    std::string part;
    for (const char c : command.name) {
      const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      const bool upper = c >= 'A' && c <= 'Z';
      if (fits || upper) {
        part += upper ? static_cast<char>(c - 'A' + 'a') : c;
      } else if (!part.empty() && part.back() != '-') {
        part += '-';
      }
    }
    while (!part.empty() && part.back() == '-') part.pop_back();
    if (!part.empty()) parts.push_back(part);
  }
  std::string name;
  for (const std::string& part : parts) {
    const std::string longer = name.empty() ? part : absl::StrCat(name, "-vs-", part);
    if (longer.size() > kLongestExperimentName) break;
    name = longer;
  }
  return name.empty() ? "command" : name;
}

}  // namespace benchcell
