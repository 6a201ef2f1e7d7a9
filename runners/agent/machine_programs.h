// Programs that are installed on the machine: where they are, and whether they are the pinned ones.

#ifndef BENCHCELL_RUNNERS_AGENT_MACHINE_PROGRAMS_H_
#define BENCHCELL_RUNNERS_AGENT_MACHINE_PROGRAMS_H_

#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "benchcell/v1/cell.pb.h"

namespace benchcell {

// Remembers digests, so that a program is read once and then only looked at. Not thread-safe.
class MachinePrograms {
 public:
  // FAILED_PRECONDITION if the machine lacks a program that the command uses, or has another one
  // than the experiment pins: both digests, and what to do.
  absl::Status Check(const v1::Command& command, const std::filesystem::path& directory);

  // The file behind the command's first argument, if that is the name of one of its machine
  // programs; the argument as it is otherwise. FAILED_PRECONDITION if the machine lacks it.
  static absl::StatusOr<std::string> Resolve(const v1::Command& command,
                                             const std::filesystem::path& directory);

 private:
  // Which content a file had when it was read: any write changes one of these.
  struct Seen {
    struct stat info;
    std::string sha256;
  };

  absl::StatusOr<std::string> DigestOf(const std::filesystem::path& file);

  std::map<std::string, Seen> seen_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_AGENT_MACHINE_PROGRAMS_H_
