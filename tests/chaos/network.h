// Network namespaces: one for the lab (the test, its coordinators), one for each agent, each joined
// to the lab's by a cable that can be cut.
//
// All of it is gone with the last process in it, however that ends. Needs the rights of root and
// the program `ip`.

#ifndef BENCHCELL_TESTS_CHAOS_NETWORK_H_
#define BENCHCELL_TESTS_CHAOS_NETWORK_H_

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace benchcell::chaos {

// Moves this thread, and all that it starts from here on, into a network and a mount namespace of
// their own: nothing that is done to either is seen outside. To be called before there are other
// threads. PERMISSION_DENIED where the machine doesn't let us.
absl::Status EnterOwnNamespaces();

// A disk of the test's own in memory, in the mount namespace of EnterOwnNamespaces.
absl::Status MountDisk(const std::filesystem::path& folder, uint64_t bytes);
absl::Status UnmountDisk(const std::filesystem::path& folder);

class Network {
 public:
  // After EnterOwnNamespaces. `log`: file for what the programs say.
  static absl::StatusOr<std::unique_ptr<Network>> Create(int agents, std::filesystem::path log);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  // Descriptor of an agent's namespace.
  int NamespaceOf(int agent) const { return namespaces_.at(static_cast<size_t>(agent)); }
  // Address of the lab as an agent sees it.
  static std::string LabAddress(int agent);

  // The cable: nothing passes while it is cut.
  absl::Status Cut(int agent);
  absl::Status Heal(int agent);
  // Only what goes to the agent is lost.
  absl::Status LoseAnswers(int agent);
  absl::Status PassAnswers(int agent);

 private:
  explicit Network(std::filesystem::path log) : log_(std::move(log)) {}

  absl::Status Add(int agent);
  // Runs `ip` with these words, in a namespace or (-1) in the lab's.
  absl::Status Ip(const std::string& words, int network = -1) const;

  const std::filesystem::path log_;
  std::vector<int> namespaces_;
};

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_NETWORK_H_
