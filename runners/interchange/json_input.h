// JSON files of strangers, read with bounds: on size, depth and number of values, so that no file
// takes more memory than its size and a few hundred megabytes.
//
// NaN, Infinity and -Infinity, which Google Benchmark and Python write where JSON has no such
// number, become the texts "NaN", "Infinity" and "-Infinity": whoever expects a number there names
// the place.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_JSON_INPUT_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_JSON_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace benchcell {

struct InputLimits {
  // Bytes of a file.
  uint64_t bytes = uint64_t{256} << 20;
  // Arrays and objects inside each other.
  int depth = 64;
  // Values of all kinds.
  size_t values = 8'000'000;
};

// The content. INVALID_ARGUMENT, naming the file: a folder, an empty file, one beyond the limit (no
// more than the limit is read, also from a pipe). NOT_FOUND, or what the system says, otherwise.
absl::StatusOr<std::string> ReadInput(const std::filesystem::path& path, const InputLimits& limits);

// INVALID_ARGUMENT, naming `file` and the line and column or the JSON pointer: text that isn't JSON
// or not UTF-8, a number beyond a double's range, an object that has a name twice, too much of
// anything.
absl::StatusOr<nlohmann::json> ParseInput(std::string_view text, const std::string& file,
                                          const InputLimits& limits);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_JSON_INPUT_H_
