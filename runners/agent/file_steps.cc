#include "runners/agent/file_steps.h"

#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "runners/agent/copy_out.h"
#include "runners/agent/inside.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "runners/base/text.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

// Makes a copy whose files and folders its owner may write, which the shared original's are not.
absl::Status CopyWritable(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (fs::is_symlink(from)) {
    fs::copy_symlink(from, to, error);
  } else if (fs::is_directory(from)) {
    RETURN_IF_ERROR(MakeFolder(to));
    for (const auto& entry : fs::directory_iterator(from, error)) {
      RETURN_IF_ERROR(CopyWritable(entry.path(), to / entry.path().filename()));
    }
  } else {
    fs::copy_file(from, to, error);
    if (!error) fs::permissions(to, fs::perms::owner_write, fs::perm_options::add, error);
  }
  if (error) return SystemError(error.value(), "can't copy to", to);
  return absl::OkStatus();
}

struct Listed {
  std::string path;
  int64_t size = 0;
  int64_t modified_ns = 0;
};

int64_t ModifiedNs(const struct stat& info) {
#ifdef __APPLE__
  return info.st_mtimespec.tv_sec * 1'000'000'000LL + info.st_mtimespec.tv_nsec;
#else
  return info.st_mtim.tv_sec * 1'000'000'000LL + info.st_mtim.tv_nsec;
#endif
}

void ListBelow(const fs::path& root, const fs::path& relative, std::vector<Listed>& files) {
  struct stat info;
  if (lstat((root / relative).c_str(), &info) != 0) return;
  if (!S_ISDIR(info.st_mode)) {
    files.push_back({relative.string(), info.st_size, ModifiedNs(info)});
    return;
  }
  std::error_code error;
  fs::directory_iterator entry(root / relative, error);
  for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
    ListBelow(root, relative / entry->path().filename(), files);
  }
}

// The name of a raw output is text in one line; a workload may name its files by any bytes.
std::string PlainText(const std::string& name) {
  std::string text;
  for (const char c : ToValidUtf8(name)) {
    const unsigned char byte = c;
    if (byte < 0x20 || byte == 0x7f) {
      text += "\xEF\xBF\xBD";
    } else {
      text += c;
    }
  }
  return text;
}

// A path to be replaced or removed: not the directory itself.
absl::StatusOr<fs::path> InsideForReplacing(const fs::path& directory, const std::string& path) {
  ASSIGN_OR_RETURN(const fs::path target, InsideForWriting(directory, path));
  if (target != directory.lexically_normal()) return target;
  return absl::InvalidArgumentError(
      absl::StrCat("path \"", path, "\" is the directory itself, which stays"));
}

}  // namespace

absl::Status PerformMount(const v1::Mount& mount, const fs::path& bundle,
                          const fs::path& directory) {
  fs::path source = bundle;
  if (!mount.from().empty()) {
    ASSIGN_OR_RETURN(source, Inside(bundle, mount.from()));
  }
  if (!fs::exists(source)) {
    return absl::InvalidArgumentError(absl::StrCat("bundle ", mount.sha256(), " has no \"",
                                                   mount.from(), "\" to mount at \"", mount.path(),
                                                   "\""));
  }
  ASSIGN_OR_RETURN(const fs::path target, InsideForReplacing(directory, mount.path()));
  if (fs::exists(fs::symlink_status(target))) {
    return absl::InvalidArgumentError(
        absl::StrCat("something stands at \"", mount.path(), "\" already; mount elsewhere"));
  }
  RETURN_IF_ERROR(MakeFolder(target.parent_path()));
  if (mount.mode() == v1::Mount::COPY) return CopyWritable(source, target);
  std::error_code error;
  fs::create_symlink(source, target, error);
  if (error) return SystemError(error.value(), "can't link", target);
  return absl::OkStatus();
}

absl::Status PerformWriteFile(const v1::WriteFile& write, const fs::path& directory) {
  ASSIGN_OR_RETURN(const fs::path target, InsideForReplacing(directory, write.path()));
  RETURN_IF_ERROR(MakeFolder(target.parent_path()));
  // A link at the path itself would lead the content elsewhere.
  RETURN_IF_ERROR(RemoveAll(target));
  return WriteFile(target, write.content());
}

absl::Status PerformWipe(const v1::Wipe& wipe, const fs::path& directory) {
  for (const std::string& pattern : wipe.path()) {
    ASSIGN_OR_RETURN(const std::vector<fs::path> matches, MatchesInside(directory, pattern));
    for (const fs::path& match : matches) {
      RETURN_IF_ERROR(
          InsideForReplacing(directory, match.lexically_relative(directory).string()).status());
      RETURN_IF_ERROR(RemoveAll(match));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<bool> PerformCollectFile(const v1::CollectFile& collect, const fs::path& directory,
                                        const fs::path& target) {
  ASSIGN_OR_RETURN(const fs::path source, InsideForWriting(directory, collect.path()));
  RETURN_IF_ERROR(MakeFolder(target.parent_path()));
  return CopyOut(source, target, kMostCollectedBytes);
}

absl::StatusOr<std::vector<std::string>> PerformCollectFiles(const v1::CollectFiles& collect,
                                                             const fs::path& directory,
                                                             const fs::path& target) {
  ASSIGN_OR_RETURN(const fs::path pattern, InsideForWriting(directory, collect.path()));
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator entry(pattern.parent_path(), error);
  for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
    const std::string file = entry->path().filename().string();
    if (fnmatch(pattern.filename().c_str(), file.c_str(), FNM_PERIOD) != 0) continue;
    if (names.size() == kMostCollectedFiles) {
      return absl::InvalidArgumentError(absl::StrCat("more than ", kMostCollectedFiles,
                                                     " files match \"", collect.path(),
                                                     "\"; so many can't be kept"));
    }
    const std::string name = absl::StrCat(collect.prefix(), PlainText(file));
    ASSIGN_OR_RETURN(const fs::path copy, Inside(target, name));
    RETURN_IF_ERROR(MakeFolder(copy.parent_path()));
    ASSIGN_OR_RETURN(const bool found, CopyOut(entry->path(), copy, kMostCollectedBytes));
    if (found) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

absl::StatusOr<std::string> PerformListFiles(const v1::ListFiles& list, const fs::path& directory) {
  std::vector<Listed> files;
  for (const std::string& pattern : list.path()) {
    ASSIGN_OR_RETURN(const std::vector<fs::path> matches, MatchesInside(directory, pattern));
    for (const fs::path& match : matches) {
      ListBelow(directory, match.lexically_relative(directory), files);
    }
  }
  std::sort(files.begin(), files.end(),
            [](const Listed& a, const Listed& b) { return a.path < b.path; });
  std::string listing;
  for (const Listed& file : files) {
    absl::StrAppend(&listing, file.size, " ", file.modified_ns, " ",
                    absl::StrReplaceAll(file.path, {{"\\", "\\\\"}, {"\n", "\\n"}}), "\n");
  }
  return listing;
}

}  // namespace benchcell
