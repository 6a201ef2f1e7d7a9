// What a text must be before it is parsed at all.

#ifndef BENCHCELL_RUNNERS_DESIGN_TEXT_FORM_H_
#define BENCHCELL_RUNNERS_DESIGN_TEXT_FORM_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "runners/design/input_errors.h"

namespace benchcell {

// The offset of the first byte that begins no character of UTF-8 (RFC 3629: shortest form, no
// surrogates, at most U+10FFFF); npos if there is none.
size_t FirstNotUtf8(std::string_view text);

// Whether `text` is plain UTF-8 without a byte order mark and without NUL, at which the parser
// would end a string or comment unseen; if not, adds the first place that isn't.
bool CheckEncoding(const std::string& text, InputErrors& errors);

// Text nested deeper is a mistake: an experiment needs 4 levels, and the parser goes down the stack
// for each.
inline constexpr int kDeepestNesting = 50;

// Whether no brace, angle or square bracket outside strings and comments opens a level deeper than
// that; if one does, adds its place.
bool CheckNesting(const std::string& text, InputErrors& errors);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_TEXT_FORM_H_
