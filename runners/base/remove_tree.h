// Removes what std::filesystem can't: trees nested deeper than there are descriptors or than a path
// may be long, and folders that not even their owner may write. A workload may leave either.

#ifndef BENCHCELL_RUNNERS_BASE_REMOVE_TREE_H_
#define BENCHCELL_RUNNERS_BASE_REMOVE_TREE_H_

#include <filesystem>

namespace benchcell {

// Removes the folder with all that is in it. Follows no links. Nobody else may work in it. 0, or
// errno of the first step that failed; a part may be gone then.
int RemoveTree(const std::filesystem::path& folder);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BASE_REMOVE_TREE_H_
