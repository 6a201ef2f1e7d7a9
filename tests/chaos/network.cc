#include "tests/chaos/network.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runners/base/files.h"
#include "runners/base/status_macros.h"
#include "tests/chaos/child.h"

namespace benchcell::chaos {
namespace {

std::string CableOf(int agent) { return absl::StrCat("cable", agent); }
std::string AgentAddress(int agent) { return absl::StrCat("10.77.", agent, ".2"); }

// A new namespace, kept by the descriptor.
absl::StatusOr<int> NewNamespace() {
  const int here = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  if (here < 0) return SystemError(errno, "can't open", "/proc/self/ns/net");
  if (unshare(CLONE_NEWNET) != 0) {
    const int error = errno;
    close(here);
    return SystemError(error, "can't make", "a network namespace");
  }
  const int made = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
  const int error = errno;
  const bool is_back = setns(here, CLONE_NEWNET) == 0;
  close(here);
  if (made < 0 || !is_back) return SystemError(error, "can't come back from", "a namespace");
  return made;
}

}  // namespace

absl::Status EnterOwnNamespaces() {
  if (unshare(CLONE_NEWNET | CLONE_NEWNS) != 0) {
    return absl::PermissionDeniedError("no namespaces of our own");
  }
  // What is mounted from here on stays here.
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return absl::PermissionDeniedError("no mounts of our own");
  }
  return RunProgram({.arguments = {"ip", "link", "set", "lo", "up"}, .log = "/dev/null"});
}

absl::Status MountDisk(const std::filesystem::path& folder, uint64_t bytes) {
  RETURN_IF_ERROR(MakeFolder(folder));
  const std::string options = absl::StrCat("size=", bytes);
  if (mount("none", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) == 0) {
    return absl::OkStatus();
  }
  return SystemError(errno, "can't mount a disk", folder);
}

absl::Status UnmountDisk(const std::filesystem::path& folder) {
  if (umount2(folder.c_str(), MNT_DETACH) == 0) return absl::OkStatus();
  return SystemError(errno, "can't unmount", folder);
}

absl::StatusOr<std::unique_ptr<Network>> Network::Create(int agents, std::filesystem::path log) {
  std::unique_ptr<Network> network(new Network(std::move(log)));
  for (int agent = 0; agent < agents; ++agent) RETURN_IF_ERROR(network->Add(agent));
  return network;
}

Network::~Network() {
  for (const int made : namespaces_) close(made);
}

std::string Network::LabAddress(int agent) { return absl::StrCat("10.77.", agent, ".1"); }

absl::Status Network::Add(int agent) {
  ASSIGN_OR_RETURN(const int made, NewNamespace());
  namespaces_.push_back(made);
  const std::string cable = CableOf(agent);
  // One end of the cable is made in the lab, and told the other's namespace by our descriptor,
  // under which the program `ip` finds it.
  const std::string place = absl::StrCat("/proc/", getpid(), "/fd/", made);
  RETURN_IF_ERROR(Ip(absl::StrCat("link add ", cable, " type veth peer name eth0 netns ", place)));
  RETURN_IF_ERROR(Ip(absl::StrCat("addr add ", LabAddress(agent), "/24 dev ", cable)));
  RETURN_IF_ERROR(Ip(absl::StrCat("link set ", cable, " up")));
  RETURN_IF_ERROR(Ip("link set lo up", made));
  RETURN_IF_ERROR(Ip(absl::StrCat("addr add ", AgentAddress(agent), "/24 dev eth0"), made));
  return Ip("link set eth0 up", made);
}

absl::Status Network::Ip(const std::string& words, int network) const {
  ChildSpec spec;
  spec.arguments = absl::StrSplit(words, ' ');
  spec.arguments.insert(spec.arguments.begin(), "ip");
  spec.log = log_;
  spec.network = network;
  return RunProgram(spec);
}

absl::Status Network::Cut(int agent) {
  return Ip(absl::StrCat("link set ", CableOf(agent), " down"));
}

absl::Status Network::Heal(int agent) {
  return Ip(absl::StrCat("link set ", CableOf(agent), " up"));
}

absl::Status Network::LoseAnswers(int agent) {
  return Ip(absl::StrCat("route add blackhole ", AgentAddress(agent), "/32"));
}

absl::Status Network::PassAnswers(int agent) {
  return Ip(absl::StrCat("route del blackhole ", AgentAddress(agent), "/32"));
}

}  // namespace benchcell::chaos
