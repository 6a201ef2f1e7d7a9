// Text in Go's benchmark format, where white space ends a name and `/`, `=` and a number behind `-`
// mean something.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_BENCHSTAT_NAME_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_BENCHSTAT_NAME_H_

#include <string>
#include <string_view>

namespace benchcell {

// Reversible: `%` and two hexadecimal digits for each byte of a character that is white space, a
// control, a mark that turns the reading order, or one of `%/=`, and for the `-` before digits at
// the end, which Go reads as a number of processors. All else stays. The text is UTF-8.
std::string ToBenchstatName(std::string_view text);

// The same for the rest of a line: spaces inside, `/`, `=` and `-` stay.
std::string ToBenchstatValue(std::string_view text);

// Undoes both.
std::string FromBenchstat(std::string_view text);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_BENCHSTAT_NAME_H_
