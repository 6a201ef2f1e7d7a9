// A process that a test starts, stops, freezes and kills.

#ifndef BENCHCELL_TESTS_CHAOS_CHILD_H_
#define BENCHCELL_TESTS_CHAOS_CHILD_H_

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace benchcell::chaos {

struct ChildSpec {
  // The program first; found on a PATH of the system's own folders.
  std::vector<std::string> arguments;
  // Beside PATH, as `NAME=value`.
  std::vector<std::string> environment = {};
  // Gets what it writes, after what stands there.
  std::filesystem::path log;
  // Descriptor of the network namespace to run in; -1 for that of the test.
  int network = -1;
};

// Not thread-safe. The process ends with the thread that started it.
class Child {
 public:
  explicit Child(ChildSpec spec) : spec_(std::move(spec)) {}
  // Kills it.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Starts it, unless it runs.
  absl::Status Start();
  // SIGKILL, and waits until it is gone. Nothing happens if it doesn't run.
  void Kill();
  // SIGTERM; it may take its time.
  void Ask();
  // Waits for its end, for as long as `patience`, then SIGKILL. Its exit code, or minus the signal
  // that ended it; 0 if it didn't run.
  int AwaitEnd(absl::Duration patience);
  // SIGSTOP and SIGCONT.
  void Freeze();
  void Thaw();

  bool IsStarted() const { return pid_ > 0; }
  // The same number as AwaitEnd gives, once it has ended by itself; then it doesn't run any more.
  std::optional<int> TakeEnd();

  const ChildSpec& spec() const { return spec_; }

 private:
  const ChildSpec spec_;
  // 0 while it doesn't run.
  pid_t pid_ = 0;
};

// Runs a program to its end. UNAVAILABLE, with what it wrote, if that wasn't success.
absl::Status RunProgram(const ChildSpec& spec);

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_CHILD_H_
