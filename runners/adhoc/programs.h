// Finds and pins the machine's programs that commands use.

#ifndef BENCHCELL_RUNNERS_ADHOC_PROGRAMS_H_
#define BENCHCELL_RUNNERS_ADHOC_PROGRAMS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace benchcell {

class ProgramPins {
 public:
  // `search_path`: where the experiment looks for programs, folders with : between them.
  // `also`: the user's own PATH; a program that is only there adds its folder to the search path.
  // Empty: there is no more.
  ProgramPins(std::string search_path, std::string also)
      : search_path_(std::move(search_path)), also_(std::move(also)) {}

  // Pins a program by its name or absolute path. NOT_FOUND if it isn't there.
  absl::Status Add(const std::string& program);

  // SHA-256 by name or path.
  const std::map<std::string, std::string>& pins() const { return pins_; }
  // With the folders that were added in front.
  const std::string& search_path() const { return search_path_; }
  // The added folders.
  const std::vector<std::string>& added() const { return added_; }

 private:
  std::string search_path_;
  std::string also_;
  std::vector<std::string> added_;
  std::map<std::string, std::string> pins_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_ADHOC_PROGRAMS_H_
