// Whether a folder of blobs is that of a store: bundles and raw outputs that one coordinator writes
// have to be there for the others.

#ifndef BENCHCELL_RUNNERS_CLI_BLOB_FOLDER_H_
#define BENCHCELL_RUNNERS_CLI_BLOB_FOLDER_H_

#include <filesystem>

#include "absl/status/status.h"
#include "runners/base/random.h"
#include "runners/store/store.h"

namespace benchcell {

// A folder, which must exist, gets a name when it is used first, kept in a file of it; a store
// keeps the name of the folder that it was used with first. FAILED_PRECONDITION if that is another
// one.
absl::Status CheckBlobFolder(Store& store, const std::filesystem::path& folder,
                             const RandomSource& random);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_CLI_BLOB_FOLDER_H_
