// Text from a workload's output, fit for messages.

#ifndef BENCHCELL_RUNNERS_BASE_TEXT_H_
#define BENCHCELL_RUNNERS_BASE_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace benchcell {

// The same text with every byte that belongs to no valid UTF-8 sequence (surrogates, overlong
// forms and code points above U+10FFFF are invalid) replaced by U+FFFD, so that it can go into a
// protobuf string. Valid text is returned as it is.
std::string ToValidUtf8(std::string_view text);

// The same text without what steers a terminal: escape sequences (ECMA-48: CSI up to its final
// byte, others with the byte after ESC) and control characters other than tab and line feed.
std::string WithoutControls(std::string_view text);

// At most the last `bytes` bytes of the text, from the start of a character, without white space at
// the ends.
std::string Tail(std::string_view text, uint64_t bytes);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_BASE_TEXT_H_
