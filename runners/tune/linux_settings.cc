#include "runners/tune/linux_settings.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runners/base/files.h"
#include "runners/machine/small_file.h"

namespace benchcell {
namespace {

bool IsFile(const std::string& name) { return name.rfind('/', 0) == 0; }

// In one write, as such files want it. Never makes a file.
absl::Status WriteSetting(const std::string& path, const std::string& value) {
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_TRUNC);
  if (fd < 0) return SystemError(errno, "can't be opened for writing", path);
  const ssize_t size = write(fd, value.data(), value.size());
  const int error = size < 0 ? errno : EIO;
  close(fd);
  if (size == static_cast<ssize_t>(value.size())) return absl::OkStatus();
  return SystemError(error, absl::StrCat("doesn't take `", value, "`"), path);
}

}  // namespace

LinuxSettings::LinuxSettings(std::string root, CommandOutput run)
    : root_(std::move(root)), run_(std::move(run)) {}

std::optional<std::string> LinuxSettings::Read(const std::string& name) {
  if (IsFile(name)) return ReadWord(root_ + name);
  const std::string answer = run_("systemctl is-active " + name);
  const std::string state(absl::StripAsciiWhitespace(answer));
  if (state == "active" || state == "inactive") return state;
  return std::nullopt;
}

absl::Status LinuxSettings::Write(const std::string& name, const std::string& value) {
  if (IsFile(name)) {
    if (absl::Status status = WriteSetting(root_ + name, value); !status.ok()) return status;
  } else {
    run_(
        absl::StrCat("systemctl --no-ask-password ", value == "active" ? "start " : "stop ", name));
  }
  const std::optional<std::string> now = Read(name);
  if (now == value) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(name, " is ", now.value_or("gone"), " after it was set to ", value,
                   IsFile(name) ? "" : "; only root may start and stop units"));
}

}  // namespace benchcell
