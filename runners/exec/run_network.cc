#include "runners/exec/run_network.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runners/base/cloexec.h"
#include "runners/exec/launch_warden.h"
#include "runners/exec/network_report.h"

namespace benchcell {
namespace {

// A report and the descriptors that came with it. False if there was no whole report.
bool Receive(int channel, NetworkReport* report, std::vector<UniqueFd>* files) {
  constexpr int kPatienceMs = 30'000;
  pollfd event = {channel, POLLIN, 0};
  int ready;
  while ((ready = poll(&event, 1, kPatienceMs)) < 0 && errno == EINTR) {
  }
  if (ready <= 0) return false;
  iovec bytes = {report, sizeof(*report)};
  alignas(cmsghdr) char control[CMSG_SPACE(2 * sizeof(int))] = {};
  msghdr message = {};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof(control);
#ifdef __linux__
  const ssize_t size = recvmsg(channel, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC);
#else
  const ssize_t size = recvmsg(channel, &message, MSG_WAITALL);
#endif
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr;
       part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; ++i) {
      int file;
      std::memcpy(&file, CMSG_DATA(part) + i * sizeof(int), sizeof(int));
      files->emplace_back(file);
    }
  }
  return size == static_cast<ssize_t>(sizeof(*report));
}

const char* NameOf(NetworkStep step) {
  switch (step) {
    case NetworkStep::kUnshare:
      return "a user namespace with a network can't be made";
    case NetworkStep::kMapUser:
      return "a user can't be mapped into a user namespace";
    case NetworkStep::kLoopback:
      return "the loopback interface can't be raised";
    case NetworkStep::kOpen:
      return "namespaces can't be opened under /proc/self/ns";
    case NetworkStep::kSystem:
    case NetworkStep::kNone:
      break;
  }
  return "this system has no network namespaces";
}

absl::Status Refused(const NetworkReport& report) {
  if (report.failed_step == NetworkStep::kSystem) {
    return absl::UnimplementedError(NameOf(report.failed_step));
  }
  std::string reason =
      absl::StrCat(NameOf(report.failed_step), " (", std::strerror(report.error), ")");
  if (report.without_user_error != 0) {
    absl::StrAppend(&reason, ", nor one without it (", std::strerror(report.without_user_error),
                    ")");
  }
  return absl::PermissionDeniedError(reason);
}

absl::StatusOr<Namespaces> Make(const std::string& warden_program) {
  int ends[2];
  if (ClosedOnExecSocketPair(ends) != 0) return absl::ErrnoToStatus(errno, "no socket");
  const UniqueFd channel(ends[0]);
  UniqueFd warden_end(ends[1]);
  const UniqueFd null(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null.valid()) return absl::ErrnoToStatus(errno, "can't open /dev/null");
  WardenLaunch launch;
  launch.program = warden_program;
  launch.arguments = {kNetworkArgument};
  launch.files = {null.get(), null.get(), null.get(), warden_end.get()};
  absl::StatusOr<std::unique_ptr<RunningWarden>> warden = LaunchWarden(launch);
  if (!warden.ok()) return warden.status();
  warden_end.Reset();
  NetworkReport report;
  std::vector<UniqueFd> files;
  const bool whole = Receive(channel.get(), &report, &files);
  if (!whole) (*warden)->Kill();
  const std::string end = (*warden)->Wait();
  if (!whole) {
    return absl::InternalError(absl::StrCat("the warden made no network namespace (", end, ")"));
  }
  if (report.failed_step != NetworkStep::kNone) return Refused(report);
  Namespaces namespaces;
  namespaces.kind = report.kind;
  const size_t wanted = report.kind == WardenNetwork::kUserNamespace ? 2 : 1;
  if (files.size() != wanted) {
    return absl::ResourceExhaustedError("no file descriptor for a network namespace");
  }
  namespaces.network = std::move(files[0]);
  if (wanted == 2) namespaces.user = std::move(files[1]);
  return namespaces;
}

}  // namespace

absl::StatusOr<const Namespaces*> RunNetwork::Get() {
  const std::lock_guard lock(mutex_);
  if (!made_.has_value()) {
    absl::StatusOr<Namespaces> made = Make(warden_);
    const bool final = made.ok() || absl::IsUnimplemented(made.status()) ||
                       absl::IsPermissionDenied(made.status());
    if (!final) return made.status();
    made_.emplace(std::move(made));
  }
  if (!made_->ok()) return made_->status();
  return &**made_;
}

}  // namespace benchcell
