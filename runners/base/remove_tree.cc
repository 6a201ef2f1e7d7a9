#include "runners/base/remove_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"

namespace benchcell {
namespace {

// Opens a folder for changes in it, whatever its mode. -1 and errno; ENOTDIR for what is none.
int OpenFolder(int parent, const char* name) {
  struct stat found;
  if (fstatat(parent, name, &found, AT_SYMLINK_NOFOLLOW) != 0) return -1;
  if (!S_ISDIR(found.st_mode)) {
    errno = ENOTDIR;
    return -1;
  }
  if ((found.st_mode & S_IRWXU) != S_IRWXU && fchmodat(parent, name, 0700, 0) != 0) return -1;
  return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// Removes all that is not a folder and every folder that is empty. `folders`: what is left.
int RemovePlain(int folder, std::vector<std::string>* folders) {
  const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const listing = copy < 0 ? nullptr : fdopendir(copy);
  if (listing == nullptr) {
    const int error = errno;
    if (copy >= 0) close(copy);
    return error;
  }
  std::vector<std::string> names;
  while (const dirent* entry = readdir(listing)) names.emplace_back(entry->d_name);
  closedir(listing);
  for (std::string& name : names) {
    if (name == "." || name == "..") continue;
    struct stat found;
    if (fstatat(folder, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) return errno;
    if (!S_ISDIR(found.st_mode)) {
      if (unlinkat(folder, name.c_str(), 0) != 0) return errno;
    } else if (unlinkat(folder, name.c_str(), AT_REMOVEDIR) != 0) {
      folders->push_back(std::move(name));
    }
  }
  return 0;
}

// Moves the folders of `from` into `top`, under names that are free there.
int MoveUp(int from, const std::vector<std::string>& folders, int top, int* counter) {
  for (const std::string& name : folders) {
    // Who moves a folder must be allowed to write it.
    if (fchmodat(from, name.c_str(), 0700, 0) != 0) return errno;
    while (renameat(from, name.c_str(), top, ("moved-" + std::to_string(*counter)).c_str()) != 0) {
      if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR) return errno;
      ++*counter;
    }
    ++*counter;
  }
  return 0;
}

// Empties one folder of `top`, whose own folders come to stand in `top`, and removes it.
int Flatten(int top, const std::string& name, int* counter) {
  const int folder = OpenFolder(top, name.c_str());
  if (folder < 0) return errno;
  const absl::Cleanup close_folder = [folder] { close(folder); };
  std::vector<std::string> folders;
  if (const int error = RemovePlain(folder, &folders); error != 0) return error;
  if (const int error = MoveUp(folder, folders, top, counter); error != 0) return error;
  return unlinkat(top, name.c_str(), AT_REMOVEDIR) != 0 ? errno : 0;
}

}  // namespace

int RemoveTree(const std::filesystem::path& folder) {
  const int top = OpenFolder(AT_FDCWD, folder.c_str());
  if (top < 0) return errno;
  const absl::Cleanup close_top = [top] { close(top); };
  int counter = 0;
  for (;;) {
    std::vector<std::string> folders;
    if (const int error = RemovePlain(top, &folders); error != 0) return error;
    if (folders.empty()) break;
    for (const std::string& name : folders) {
      if (const int error = Flatten(top, name, &counter); error != 0) return error;
    }
  }
  return rmdir(folder.c_str()) != 0 ? errno : 0;
}

}  // namespace benchcell
