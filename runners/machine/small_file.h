// Reads the small text files in which a kernel tells about itself.

#ifndef BENCHCELL_RUNNERS_MACHINE_SMALL_FILE_H_
#define BENCHCELL_RUNNERS_MACHINE_SMALL_FILE_H_

#include <optional>
#include <string>

namespace benchcell {

// The whole file, or nothing if it can't be read: facts that can't be read stay unset.
std::optional<std::string> ReadSmallFile(const std::string& path);

// The file without white space and zero bytes (device trees have them) at its end.
std::optional<std::string> ReadWord(const std::string& path);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_SMALL_FILE_H_
