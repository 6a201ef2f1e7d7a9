// The files and folders that commands name, and that so have to come along.

#ifndef BENCHCELL_RUNNERS_ADHOC_BROUGHT_FILES_H_
#define BENCHCELL_RUNNERS_ADHOC_BROUGHT_FILES_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell {

// What comes along because a word names it, and what because --bring does: every run gets a copy.
inline constexpr uint64_t kMostNamedBytes = uint64_t{64} << 20;
inline constexpr uint64_t kMostNamedFiles = 5'000;
inline constexpr uint64_t kMostBroughtBytes = uint64_t{2} << 30;
inline constexpr uint64_t kMostBroughtFiles = 200'000;

class BroughtFiles {
 public:
  struct Size {
    uint64_t bytes = 0;
    uint64_t files = 0;
    bool is_folder = false;
  };

  // `folder`: where the commands' relative paths start.
  explicit BroughtFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Brings what the word names, if it names a file or folder by a relative path, as a whole or
  // behind its first =. INVALID_ARGUMENT for what is larger than that, or a folder above the
  // commands' own as a whole.
  absl::Status AddNamed(std::string_view word);

  // Brings what the user asked for. INVALID_ARGUMENT as above, and for an absolute path; NOT_FOUND
  // if it isn't there.
  absl::Status AddAsked(const std::string& path);

  // By path, normal form, each outside of all others.
  std::map<std::string, Size> Take() const;

 private:
  absl::Status Add(std::string_view path, bool asked);

  const std::filesystem::path folder_;
  std::map<std::string, Size> found_;
};

// `16.4 kB`, or `3 files, 1.2 MB`.
std::string SizeInWords(const BroughtFiles::Size& size);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_ADHOC_BROUGHT_FILES_H_
