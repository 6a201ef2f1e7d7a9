// Mach-O files: for which processor one is, and what; which names an object has and needs.

#ifndef BENCHCELL_TESTS_MACOS_MACH_O_H_
#define BENCHCELL_TESTS_MACOS_MACH_O_H_

#include <set>
#include <string>
#include <string_view>

namespace benchcell {

// The first so many bytes of a file are enough.
inline constexpr int kMachOHeader = 16;

// `arm64 object`, `arm64 executable`; for anything else what was found instead. See struct
// mach_header_64 of mach-o/loader.h.
std::string MachOKind(std::string_view start);

// Names that a linker sees, as the compiler mangles them.
struct MachOSymbols {
  std::set<std::string> defined;
  std::set<std::string> undefined;
};

// Of a whole arm64 object; none of a file that is cut or is something else. See struct
// symtab_command of mach-o/loader.h and struct nlist_64 of mach-o/nlist.h.
MachOSymbols SymbolsOf(std::string_view object);

}  // namespace benchcell

#endif  // BENCHCELL_TESTS_MACOS_MACH_O_H_
