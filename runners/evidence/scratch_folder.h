// A folder for what is looked at for a while.

#ifndef BENCHCELL_RUNNERS_EVIDENCE_SCRATCH_FOLDER_H_
#define BENCHCELL_RUNNERS_EVIDENCE_SCRATCH_FOLDER_H_

#include <filesystem>
#include <memory>

#include "absl/status/statusor.h"

namespace benchcell {

// Removed with the object; by the next one in the same place if the process is killed.
class ScratchFolder {
 public:
  static absl::StatusOr<std::unique_ptr<ScratchFolder>> Make(const std::filesystem::path& parent);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  ScratchFolder(int fd, std::filesystem::path path) : fd_(fd), path_(std::move(path)) {}

  const int fd_;
  const std::filesystem::path path_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EVIDENCE_SCRATCH_FOLDER_H_
