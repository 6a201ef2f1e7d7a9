#include "runners/exec/launch_warden.h"

#include <fcntl.h>
#include <sys/wait.h>

#include <boost/asio/io_context.hpp>
#include <cerrno>
#include <exception>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/exec/launch_initializers.h"
#include "runners/exec/unique_fd.h"
#include "runners/exec/vfork_launcher.h"

namespace benchcell {
namespace {

using Process = boost::process::v2::basic_process<boost::asio::io_context::executor_type>;

class BoostWarden : public RunningWarden {
 public:
  // Throws what Boost throws.
  LaunchError Start(const WardenLaunch& launch, std::vector<int> files) {
    VforkLauncher launcher;
    LaunchError error;
    process_.emplace(launcher(context_.get_executor(), error, launch.program, launch.arguments,
                              OwnProcessGroup(), ExactEnvironment(launch.environment),
                              OnlyDescriptors{std::move(files)}, DefaultSignals()));
    return error;
  }

  std::string Wait() override {
    LaunchError error;
    process_->wait(error);
    const int status = process_->native_exit_code();
    if (error) return error.message();
    return WIFSIGNALED(status) ? absl::StrCat("signal ", WTERMSIG(status))
                               : absl::StrCat("exit code ", WEXITSTATUS(status));
  }

  void Kill() override {
    LaunchError ignored;
    process_->terminate(ignored);
  }

 private:
  boost::asio::io_context context_;
  std::optional<Process> process_;
};

absl::Status CantStart(const WardenLaunch& launch, const std::string& reason) {
  return absl::FailedPreconditionError(
      absl::StrCat("the warden ", launch.program, " can't be started: ", reason,
                   "; it belongs to benchcell and should stand where it was installed"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<RunningWarden>> LaunchWarden(const WardenLaunch& launch) {
  // Out of the way of the numbers that they become in the child.
  std::vector<UniqueFd> moved;
  std::vector<int> files;
  for (int file : launch.files) {
    moved.emplace_back(fcntl(file, F_DUPFD_CLOEXEC, static_cast<int>(launch.files.size())));
    files.push_back(moved.back().get());
    if (!moved.back().valid()) return absl::ErrnoToStatus(errno, "no file descriptor for a run");
  }
  try {
    auto warden = std::make_unique<BoostWarden>();
    const LaunchError error = warden->Start(launch, std::move(files));
    if (error) return CantStart(launch, error.message());
    return warden;
  } catch (const std::exception& exception) {
    return CantStart(launch, exception.what());
  }
}

}  // namespace benchcell
