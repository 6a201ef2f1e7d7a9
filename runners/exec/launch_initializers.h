// Initializers for Boost.Process v2: what a new process finds when it starts. Their on_exec_setup
// runs in the child of a vfork: system calls only, no memory taken.

#ifndef BENCHCELL_RUNNERS_EXEC_LAUNCH_INITIALIZERS_H_
#define BENCHCELL_RUNNERS_EXEC_LAUNCH_INITIALIZERS_H_

#include <string>
#include <vector>

#include "runners/base/boost_process.h"

namespace benchcell {

using Launcher = boost::process::v2::posix::default_launcher;
using LaunchError = boost::process::v2::error_code;
using LaunchPath = boost::process::v2::filesystem::path;

// A process group of its own, so that a terminal's Ctrl-C reaches only the caller. Not a session of
// its own: Linux makes a group of the scheduler for each (sched(7), autogroup), and on a busy
// machine a program that starts in a new one starts some milliseconds later.
struct OwnProcessGroup {
  LaunchError on_exec_setup(Launcher&, const LaunchPath&, const char* const*);
};

// Exactly these `NAME=VALUE`.
struct ExactEnvironment {
  explicit ExactEnvironment(std::vector<std::string> variables);
  LaunchError on_setup(Launcher& launcher, const LaunchPath&, const char* const*);

  std::vector<std::string> variables;
  std::vector<const char*> pointers;
};

// Descriptor i of the new process is `files[i]` of this one; all others are closed. The numbers in
// `files` must be at least their count, so that none is overwritten before it is used.
struct OnlyDescriptors {
  LaunchError on_exec_setup(Launcher&, const LaunchPath&, const char* const*);

  std::vector<int> files;
};

// Every signal does its default, and none is blocked.
struct DefaultSignals {
  LaunchError on_exec_setup(Launcher&, const LaunchPath&, const char* const*);
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_LAUNCH_INITIALIZERS_H_
