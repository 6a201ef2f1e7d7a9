// A launcher for Boost.Process v2 whose cost doesn't grow with the size of the calling process.
//
// v2's default_launcher forks, which copies the page tables of the caller: some ten milliseconds
// for 1 GB. Its vfork_launcher (1.81) can't be used: in the child, which shares the caller's
// memory, it runs exit handlers, tells the caller's io_context that it is a fork, and lets the
// caller's signal handlers run; and after a failed exec it leaves a zombie. This one follows the
// same concept (initializers with on_setup and on_exec_setup) without these.

#ifndef BENCHCELL_RUNNERS_EXEC_VFORK_LAUNCHER_H_
#define BENCHCELL_RUNNERS_EXEC_VFORK_LAUNCHER_H_

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "runners/base/boost_process.h"
#include "runners/base/cloexec.h"

namespace benchcell {

class VforkLauncher : public boost::process::v2::posix::default_launcher {
  using ErrorCode = boost::process::v2::error_code;
  using Path = boost::process::v2::filesystem::path;

 public:
  // Starts `executable` with `arguments` (without argv[0]). on_exec_setup of the initializers runs
  // in the child: system calls only. `error` is that of the step that failed, in the child too; the
  // process returned is then empty and nothing is left behind. One launcher starts one process.
  template <typename Executor, typename Arguments, typename... Initializers>
  boost::process::v2::basic_process<Executor> operator()(Executor executor, ErrorCode& error,
                                                         const Path& executable,
                                                         const Arguments& arguments,
                                                         Initializers&&... initializers) {
    namespace detail = boost::process::v2::posix::detail;
    const char* const* argv = build_argv_(executable, arguments);
    pipe_guard failure;
    if (ClosedOnExecPipe(failure.p) != 0) {
      error = LastError();
      return boost::process::v2::basic_process<Executor>(executor);
    }
    error = detail::on_setup(*this, executable, argv, initializers...);
    if (error) return boost::process::v2::basic_process<Executor>(executor);

    const auto run_child = [&] {
      ErrorCode failed = detail::on_exec_setup(*this, executable, argv, initializers...);
      if (!failed) {
        execve(executable.c_str(), const_cast<char* const*>(argv), const_cast<char* const*>(env));
        failed = LastError();
      }
      const int value = failed.value();
      while (write(failure.p[1], &value, sizeof(value)) < 0 && errno == EINTR) {
      }
      _exit(1);
    };
    error = Spawn(run_child);
    if (error) return boost::process::v2::basic_process<Executor>(executor);
    close(failure.p[1]);
    failure.p[1] = -1;
    error = ReadFailure(failure.p[0]);
    if (error) {
      waitpid(pid, nullptr, 0);
      return boost::process::v2::basic_process<Executor>(executor);
    }
    return boost::process::v2::basic_process<Executor>(executor, pid);
  }

 private:
  static ErrorCode LastError() { return ErrorCode(errno, boost::process::v2::system_category()); }

  // Signals stay blocked until the child's exec, so that no handler of the caller runs in it.
  template <typename RunChild>
  ErrorCode Spawn(const RunChild& run_child) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
#ifdef __APPLE__
    pid = fork();
#else
    pid = vfork();
#endif
    if (pid == 0) run_child();
    const ErrorCode error = pid < 0 ? LastError() : ErrorCode();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return error;
  }

  // No error once the exec has closed the other end.
  static ErrorCode ReadFailure(int pipe_end) {
    int value = 0;
    ssize_t size;
    while ((size = read(pipe_end, &value, sizeof(value))) < 0 && errno == EINTR) {
    }
    return size == sizeof(value) ? ErrorCode(value, boost::process::v2::system_category())
                                 : ErrorCode();
  }
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_EXEC_VFORK_LAUNCHER_H_
