#include "runners/adhoc/brought_files.h"

#include <algorithm>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/design/nearest.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// Of a file or a folder; counted no further than `most` goes.
absl::StatusOr<BroughtFiles::Size> SizeOf(const fs::path& path, const BroughtFiles::Size& most) {
  BroughtFiles::Size size;
  std::error_code error;
  size.is_folder = fs::is_directory(path, error);
  if (!size.is_folder) {
    size.files = 1;
    size.bytes = fs::file_size(path, error);
    if (error) return SystemError(error.value(), "can't bring", path);
    return size;
  }
  fs::recursive_directory_iterator walk(path, error);
  for (const fs::recursive_directory_iterator end; !error && walk != end; walk.increment(error)) {
    std::error_code ignored;
    if (walk->is_symlink(ignored) || !walk->is_regular_file(ignored)) continue;
    ++size.files;
    size.bytes += walk->file_size(ignored);
    if (size.bytes > most.bytes || size.files > most.files) break;
  }
  if (error) return SystemError(error.value(), "can't list", path);
  return size;
}

std::string Normal(std::string_view path) {
  fs::path normal = fs::path(path).lexically_normal();
  if (!normal.has_filename()) normal = normal.parent_path();
  return normal.string();
}

bool IsAbove(const std::string& path) { return path == ".." || path.ends_with("/.."); }

bool IsInside(const std::string& path, const std::string& folder) {
  // What leads up is in no folder below.
  if (folder == ".") return path != "." && path != ".." && !path.starts_with("../");
  return path.starts_with(folder + "/");
}

std::string BytesInWords(uint64_t bytes) {
  if (bytes < 1000) return absl::StrCat(bytes, " B");
  if (bytes < 1'000'000) return absl::StrFormat("%.1f kB", bytes / 1e3);
  if (bytes < 1'000'000'000) return absl::StrFormat("%.1f MB", bytes / 1e6);
  return absl::StrFormat("%.1f GB", bytes / 1e9);
}

}  // namespace

absl::Status BroughtFiles::AddNamed(std::string_view word) {
  std::vector<std::string_view> parts = {word};
  if (const size_t equals = word.find('='); equals != std::string_view::npos) {
    parts.push_back(word.substr(equals + 1));
  }
  for (const std::string_view part : parts) {
    std::error_code error;
    if (part.empty() || part.starts_with("-") || fs::path(part).is_absolute()) continue;
    if (part.find('\0') != std::string_view::npos) continue;
    const fs::file_status status = fs::status(folder_ / part, error);
    if (!fs::is_regular_file(status) && !fs::is_directory(status)) continue;
    RETURN_IF_ERROR(Add(part, /*asked=*/false));
  }
  return absl::OkStatus();
}

absl::Status BroughtFiles::AddAsked(const std::string& path) {
  if (fs::path(path).is_absolute()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--bring ", Quoted(path),
                     ": expected a relative path; commands find absolute "
                     "ones on the machine, where nothing is pinned"));
  }
  std::error_code error;
  const fs::file_status status = fs::status(folder_ / path, error);
  if (path.empty() || (!fs::is_regular_file(status) && !fs::is_directory(status))) {
    return absl::NotFoundError(absl::StrCat("--bring ", Quoted(path),
                                            ": there is no such file or "
                                            "folder in ",
                                            folder_.string()));
  }
  return Add(path, /*asked=*/true);
}

absl::Status BroughtFiles::Add(std::string_view path, bool asked) {
  const std::string name = Normal(path);
  // Asked for before, it may be as large as that.
  if (found_.contains(name)) return absl::OkStatus();
  if (IsAbove(name)) {
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(path),
                     " is a folder above this one, which can't come along as a whole; "
                     "name what the commands need of it, or start from there"));
  }
  const Size most = asked ? Size{kMostBroughtBytes, kMostBroughtFiles, true}
                          : Size{kMostNamedBytes, kMostNamedFiles, true};
  ASSIGN_OR_RETURN(const Size size, SizeOf(folder_ / path, most));
  if (size.bytes > most.bytes || size.files > most.files) {
    return absl::InvalidArgumentError(absl::StrCat(
        Quoted(path), " has more than ", most.files, " files or ", BytesInWords(most.bytes),
        ", too much for a copy for every run",
        asked ? ""
              : absl::StrCat("; if it is meant to come along, say so with --bring ", name,
                             " (and --keep-files, for one copy instead of one for every run)"),
        "; by its absolute path it is used where it is, and not pinned"));
  }
  found_[name] = size;
  return absl::OkStatus();
}

std::map<std::string, BroughtFiles::Size> BroughtFiles::Take() const {
  std::map<std::string, Size> outermost;
  for (const auto& [path, size] : found_) {
    if (std::none_of(found_.begin(), found_.end(), [&, name = path](const auto& other) {
          return other.second.is_folder && IsInside(name, other.first);
        })) {
      outermost[path] = size;
    }
  }
  return outermost;
}

std::string SizeInWords(const BroughtFiles::Size& size) {
  if (!size.is_folder) return BytesInWords(size.bytes);
  return absl::StrCat(size.files, size.files == 1 ? " file, " : " files, ",
                      BytesInWords(size.bytes));
}

}  // namespace benchcell
