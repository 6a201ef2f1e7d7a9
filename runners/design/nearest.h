// The valid name that a mistyped one most likely stands for.

#ifndef BENCHCELL_RUNNERS_DESIGN_NEAREST_H_
#define BENCHCELL_RUNNERS_DESIGN_NEAREST_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace benchcell {

// How many insertions, deletions, replacements and swaps of neighbours turn `a` into `b` (optimal
// string alignment: Damerau 1964, no substring edited twice), counted in bytes.
size_t EditDistance(std::string_view a, std::string_view b);

// The candidate with the smallest distance to `name`, the first of equals. Absent if even that one
// is further away than a third of the longer name's length (but at least 2 edits are allowed), or
// shares nothing with it.
std::optional<std::string> Nearest(std::string_view name,
                                   const std::vector<std::string>& candidates);

// What stands behind "expected" in an error: `one of "a", "b" (nearest valid name: "a")`, or
// `none, for there are none` where there is no candidate.
std::string OneOf(const std::vector<std::string>& candidates, std::string_view found);

// The text in double quotes; quotes, backslashes and control characters in it escaped as in C, so
// that an error stays on one line.
std::string Quoted(std::string_view text);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_NEAREST_H_
