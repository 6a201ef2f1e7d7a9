// A release with a small change: text that is found and replaced in an archive's files.

#ifndef BENCHCELL_TOOLCHAINS_BUNDLE_EDITS_H_
#define BENCHCELL_TOOLCHAINS_BUNDLE_EDITS_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runners/blobs/blob_store.h"

namespace benchcell {

struct Edit {
  // The file that the edit was read from, for errors.
  std::string source;
  // Which files: a path from the tree's root in which `*` stands for any characters but `/`
  // (glob(7)).
  std::string file;
  // Text as it stands there; never empty.
  std::string find;
  std::string replace;
  // How often `find` must occur, in all files together; at least 1.
  int count = 1;
};

// Reads the edits of one JSON file: a list of objects with exactly the members file, find, replace
// and count. `source` is its name for errors, which are INVALID_ARGUMENT.
absl::StatusOr<std::vector<Edit>> ParseEdits(std::string_view json, const std::string& source);

// Copies the archive `base` to `edited`, with the edits made in their order. FAILED_PRECONDITION,
// with the pin, the edit's file, the text, the count wanted and found and where it was found, if an
// edit finds its text more or less often than it says. Then `edited` is of no use.
absl::StatusOr<BlobRef> EditArchive(const std::filesystem::path& base,
                                    const std::vector<Edit>& edits, const std::string& pin,
                                    const std::filesystem::path& edited);

}  // namespace benchcell

#endif  // BENCHCELL_TOOLCHAINS_BUNDLE_EDITS_H_
