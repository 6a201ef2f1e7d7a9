// The start of a Mach-O file: for which processor it is, and what.

#ifndef BENCHCELL_TESTS_MACOS_MACH_O_H_
#define BENCHCELL_TESTS_MACOS_MACH_O_H_

#include <string>
#include <string_view>

namespace benchcell {

// The first so many bytes of a file are enough.
inline constexpr int kMachOHeader = 16;

// `arm64 object`, `arm64 executable`; for anything else what was found instead. See struct
// mach_header_64 of mach-o/loader.h.
std::string MachOKind(std::string_view start);

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_MACOS_MACH_O_H_
