#include "runners/adhoc/programs.h"

#include <unistd.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/base/status_macros.h"
#include "runners/blobs/digest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

bool IsProgram(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

// The first folder that has the program. Relative ones are skipped: they mean another folder in a
// run.
std::optional<fs::path> FolderOf(const std::string& program, const std::string& search_path) {
  for (const auto part : absl::StrSplit(search_path, ':', absl::SkipEmpty())) {
    const fs::path folder{std::string(part)};
    if (folder.is_absolute() && IsProgram(folder / program)) return folder;
  }
  return std::nullopt;
}

}  // namespace

absl::Status ProgramPins::Add(const std::string& program) {
  if (pins_.contains(program)) return absl::OkStatus();
  fs::path file = program;
  if (!file.is_absolute()) {
    std::optional<fs::path> folder = FolderOf(program, search_path_);
    if (!folder.has_value()) {
      folder = FolderOf(program, also_);
      if (!folder.has_value()) {
        return absl::NotFoundError(absl::StrCat("there is no program \"", program, "\" in ",
                                                also_.empty() ? search_path_ : also_));
      }
      added_.push_back(folder->string());
      search_path_ = absl::StrCat(folder->string(), ":", search_path_);
    }
    file = *folder / program;
  } else if (!IsProgram(file)) {
    return absl::NotFoundError(absl::StrCat("there is no program ", program));
  }
  ASSIGN_OR_RETURN(pins_[program], Sha256OfFile(file));
  return absl::OkStatus();
}

}  // namespace benchcell
