#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "runners/exec/scope_members.h"
#include "runners/exec/unique_fd.h"

namespace benchcell {

std::string ReadEnvironment(pid_t pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/environ";
  const UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char buffer[16384];
  ssize_t size;
  while (file.valid() &&
         ((size = read(file.get(), buffer, sizeof(buffer))) > 0 || (size < 0 && errno == EINTR))) {
    if (size > 0) text.append(buffer, size);
  }
  return text;
}

void SignalMember(const ProcessEntry& member, int signal) {
  // The descriptor stands for whoever has the id now; the check after it tells who that is.
  const UniqueFd pidfd(syscall(SYS_pidfd_open, member.pid, 0));
  if (!pidfd.valid() || !IsAlive(member)) return;
  syscall(SYS_pidfd_send_signal, pidfd.get(), signal, nullptr, 0);
}

}  // namespace benchcell
