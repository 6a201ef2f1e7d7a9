#include "tests/arm64/run_arm64.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "tests/arm64/qemu.h"

namespace benchcell {
namespace {

namespace fs = std::filesystem;

constexpr char kBinfmt[] = "/proc/sys/fs/binfmt_misc";

// The start of a 64-bit little-endian ELF file for AArch64, either position-dependent or not, of
// any ABI version; in binfmt_misc's own escapes. See elf(5).
constexpr char kMagic[] =
    R"(\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00)";
constexpr char kMask[] =
    R"(\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff)";

absl::Status Lacks(const std::string& what) {
  const int error = errno;
  return absl::UnavailableError(
      absl::StrCat("no program of arm64 can be run here: ", what, ": ", std::strerror(error)));
}

// In one write: these files take nothing else.
absl::Status Tell(const std::string& file, const std::string& text) {
  const int fd = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return Lacks(file);
  const bool told = write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const absl::Status status = told ? absl::OkStatus() : Lacks(absl::StrCat(file, ": ", text));
  close(fd);
  return status;
}

absl::Status EnterNamespaces() {
  const uid_t user = getuid();
  const gid_t group = getgid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return Lacks("user namespaces");
  RETURN_IF_ERROR(Tell("/proc/self/setgroups", "deny"));
  RETURN_IF_ERROR(Tell("/proc/self/uid_map", absl::StrCat("0 ", user, " 1")));
  return Tell("/proc/self/gid_map", absl::StrCat("0 ", group, " 1"));
}

}  // namespace

absl::Status RunArm64(const fs::path& interpreter, const fs::path& root, const fs::path& folder) {
  if (access(kQemu, X_OK) != 0) return Lacks(absl::StrCat(kQemu, " (package qemu-user-static)"));
  const fs::path registered = folder / "qemu_in_root";
  std::error_code error;
  fs::copy_file(interpreter, registered, error);
  if (!error) fs::create_directory_symlink(root, folder / "root", error);
  if (error) return SystemError(error.value(), "can't lay the interpreter into", folder);
  RETURN_IF_ERROR(EnterNamespaces());
  if (mount("binfmt_misc", kBinfmt, "binfmt_misc", 0, nullptr) != 0) {
    return Lacks("a binfmt_misc of one's own, which Linux has since 6.7");
  }
  return Tell(
      absl::StrCat(kBinfmt, "/register"),
      absl::StrCat(":benchcell-arm64:M::", kMagic, ":", kMask, ":", registered.string(), ":P"));
}

}  // namespace benchcell
