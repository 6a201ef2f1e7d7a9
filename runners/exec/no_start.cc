#include "runners/exec/no_start.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "absl/strings/str_cat.h"

namespace benchcell {
namespace {

// What a script names after #!; empty for anything else.
std::string InterpreterOf(std::istream& program) {
  std::string line;
  if (program.get() != '#' || program.get() != '!') return "";
  std::getline(program >> std::ws, line);
  return line.substr(0, line.find_first_of(" \t"));
}

}  // namespace

absl::Status NoStart(const std::string& program, int error) {
  const std::string cant = absl::StrCat("can't start ", program);
  switch (error) {
    case ENOENT: {
      std::ifstream file(program);
      if (!file) break;
      // It is there, so what is missing is what the system starts in its place.
      const std::string interpreter = InterpreterOf(file);
      if (!interpreter.empty()) {
        return absl::AbortedError(absl::StrCat(cant, ": there is no \"", interpreter,
                                               "\", the interpreter that it names"));
      }
      return absl::ErrnoToStatus(error, absl::StrCat(cant, ": this machine lacks its loader"));
    }
    case ENOEXEC:
      return absl::AbortedError(
          absl::StrCat(cant,
                       ": it is no program for this machine, nor a script that begins with "
                       "#! and its interpreter"));
    case E2BIG:
    case EACCES:
    case ELOOP:
    case ENAMETOOLONG:
    case ENOTDIR:
    case ETXTBSY:
      break;
    default:
      return absl::ErrnoToStatus(error, cant);
  }
  return absl::AbortedError(absl::StrCat(cant, ": ", std::strerror(error)));
}

}  // namespace benchcell
