#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "runners/exec/own_network.h"

namespace benchcell {
namespace {

int WriteTo(const char* path, const std::string& text) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return errno;
  const int error = write(fd, text.data(), text.size()) < 0 ? errno : 0;
  close(fd);
  return error;
}

// User and group have the same numbers inside as outside, so that files look as they do elsewhere
// and a program doesn't think that it is root. All others look like nobody (user_namespaces(7)).
int MapSameUser(uid_t user, gid_t group) {
  const auto line = [](unsigned id) {
    return std::to_string(id) + " " + std::to_string(id) + " 1";
  };
  // Without it, no group may be mapped by one who isn't root.
  if (const int error = WriteTo("/proc/self/setgroups", "deny"); error != 0) return error;
  if (const int error = WriteTo("/proc/self/uid_map", line(user)); error != 0) return error;
  return WriteTo("/proc/self/gid_map", line(group));
}

int RaiseLoopback() {
  const int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (any < 0) return errno;
  ifreq request = {};
  std::strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  const int error = ioctl(any, SIOCSIFFLAGS, &request) != 0 ? errno : 0;
  close(any);
  return error;
}

void Fail(NetworkReport* report, NetworkStep step, int error) {
  report->failed_step = step;
  report->error = error;
}

// This process is in the new namespaces afterwards.
NetworkReport Unshare() {
  NetworkReport report;
  const uid_t user = geteuid();
  const gid_t group = getegid();
  report.kind = WardenNetwork::kNamespace;
  if (unshare(CLONE_NEWNET) != 0) {
    report.without_user_error = errno;
    report.kind = WardenNetwork::kUserNamespace;
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
      Fail(&report, NetworkStep::kUnshare, errno);
    } else if (const int error = MapSameUser(user, group); error != 0) {
      Fail(&report, NetworkStep::kMapUser, error);
    }
  }
  if (report.failed_step != NetworkStep::kNone) return report;
  if (const int error = RaiseLoopback(); error != 0) Fail(&report, NetworkStep::kLoopback, error);
  return report;
}

void SendReport(int channel, const NetworkReport& report, const int (&files)[2], int count) {
  iovec bytes = {const_cast<NetworkReport*>(&report), sizeof(report)};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(files))] = {};
  msghdr message = {};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  if (count > 0) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
    cmsghdr* const rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int) * count);
    std::memcpy(CMSG_DATA(rights), files, sizeof(int) * count);
  }
  sendmsg(channel, &message, MSG_NOSIGNAL);
}

}  // namespace

void MakeOwnNetwork(int channel) {
  NetworkReport report = Unshare();
  int files[2] = {-1, -1};
  int count = 0;
  if (report.failed_step == NetworkStep::kNone) {
    for (const char* const path : {"/proc/self/ns/net", "/proc/self/ns/user"}) {
      if (count == 1 && report.kind == WardenNetwork::kNamespace) break;
      files[count] = open(path, O_RDONLY | O_CLOEXEC);
      if (files[count] < 0) {
        Fail(&report, NetworkStep::kOpen, errno);
        count = 0;
        break;
      }
      ++count;
    }
  }
  SendReport(channel, report, files, count);
}

int EnterNetwork(WardenNetwork kind, int network, int user) {
  if (kind == WardenNetwork::kInherited) return 0;
  // The user namespace first: it gives the right to enter the other.
  if (kind == WardenNetwork::kUserNamespace && setns(user, CLONE_NEWUSER) != 0) return errno;
  if (setns(network, CLONE_NEWNET) != 0) return errno;
  return 0;
}

}  // namespace benchcell
