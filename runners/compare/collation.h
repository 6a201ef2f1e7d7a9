// The order of names in compare.R's table.

#ifndef BENCHCELL_RUNNERS_COMPARE_COLLATION_H_
#define BENCHCELL_RUNNERS_COMPARE_COLLATION_H_

#include <string>
#include <string_view>

namespace benchcell {

enum class NameOrder {
  // By bytes: R with LC_COLLATE=C.
  kBytewise,
  // As R sorts in a UTF-8 locale where it is built with ICU (Debian's is): the root order of the
  // Unicode Collation Algorithm with CLDR's tailoring. Punctuation counts and comes before digits
  // and those before letters; then accents, then case (small first) decide. Covers ASCII and
  // Latin-1; characters beyond come last, by their numbers.
  kLocale,
};

// Names in order are their keys in order of bytes. Names that the order calls equal have different
// keys too, unless they are the same.
std::string SortKey(NameOrder order, std::string_view name);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COMPARE_COLLATION_H_
