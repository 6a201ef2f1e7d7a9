// Which symbolic links of a tree stay inside of it.

#ifndef BENCHCELL_RUNNERS_BLOBS_LINK_TARGET_H_
#define BENCHCELL_RUNNERS_BLOBS_LINK_TARGET_H_

#include <string_view>

namespace benchcell {

// Whether a link at `path` (relative to the tree's root, without `.`, `..` or links above it) with
// this target can lead nowhere but into the tree, given that this holds for all of its links. A
// relative target whose `..` all stand at its start, no more of them than folders above the link. A
// later `..` is refused: after another link it could climb from an unexpected place.
bool StaysInTree(std::string_view path, std::string_view target);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BLOBS_LINK_TARGET_H_
