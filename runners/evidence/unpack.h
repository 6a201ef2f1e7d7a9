// Takes an evidence file apart, and holds its members against the statement about them.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_UNPACK_H_
#define BENCHCELL_RUNNERS_EVIDENCE_UNPACK_H_

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runners/evidence/member_reader.h"
#include "runners/evidence/statement.h"

namespace benchcell {

struct Unpacked {
  // The fixed members by name, also those whose digest is wrong.
  std::map<std::string, std::string> texts;
  // Digests of raw outputs and inputs that are files of the folder now.
  std::set<std::string> raw;
  std::set<std::string> inputs;
  // What is wrong, a sentence each: members that are damaged, missing, superfluous, in another
  // place, and where the file itself is damaged.
  std::vector<std::string> problems;
  size_t members = 0;
};

// Reads what follows the envelope. Raw outputs become files of the folder under their digests, so
// do inputs if they are kept. Errors are the system's, such as a full disk. What a hostile file
// takes of the disk is no more than its own size: nothing in it is compressed or sparse.
absl::StatusOr<Unpacked> UnpackMembers(MemberReader& reader, const std::vector<Subject>& subjects,
                                       const std::filesystem::path& folder, bool keep_inputs);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_UNPACK_H_
