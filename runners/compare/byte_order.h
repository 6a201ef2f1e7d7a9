// Sorts names that have long beginnings in common, as those of configurations do.
//
// Comparing two names goes through all of what they share, again and again, in memory that is
// nowhere near. Here eight bytes of each name are taken at a time: names are sorted by these as
// numbers, and only those that are still equal go on to their next eight bytes (Bentley &
// Sedgewick 1997, "Fast algorithms for sorting and searching strings", with more than a byte at a
// time).

#ifndef BENCHCELL_RUNNERS_COMPARE_BYTE_ORDER_H_
#define BENCHCELL_RUNNERS_COMPARE_BYTE_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace benchcell {

struct NamedItem {
  std::string_view name;
  size_t index = 0;  // the caller's
};

// By the bytes of their names. The order of items of the same name is not defined.
void SortByBytes(std::span<NamedItem> items);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_BYTE_ORDER_H_
