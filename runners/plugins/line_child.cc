// Asio has fences that the thread sanitizer can't see. All of a child's Asio runs in one thread at
// a time, under its owner's lock, so nothing here depends on them.
#if defined(__SANITIZE_THREAD__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wtsan"
#endif

#include "runners/plugins/line_child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/readable_pipe.hpp>
#include <boost/asio/writable_pipe.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runners/base/boost_process.h"
#include "runners/base/text.h"
#include "runners/plugins/child_isolation.h"
#include "runners/plugins/sigpipe_guard.h"

namespace benchcell {
namespace {

namespace asio = boost::asio;
namespace process = boost::process::v2;
using std::chrono::steady_clock;

// How often a child is asked whether it still lives while nothing comes from it.
constexpr auto kTick = std::chrono::milliseconds(20);
// How long a child that closed its output may take to end, so that its exit code is known.
constexpr auto kFarewell = std::chrono::seconds(2);

// Both ends are closed on exec from the start: a child that another thread starts at the same
// moment must not keep them open.
struct Pipe {
  int read_end = -1;
  int write_end = -1;

  bool Open() {
    int ends[2];
    if (pipe(ends) != 0) return false;
    read_end = ends[0];
    write_end = ends[1];
    return fcntl(read_end, F_SETFD, FD_CLOEXEC) == 0 && fcntl(write_end, F_SETFD, FD_CLOEXEC) == 0;
  }
  int ReleaseReadEnd() { return std::exchange(read_end, -1); }
  int ReleaseWriteEnd() { return std::exchange(write_end, -1); }
  ~Pipe() {
    if (read_end >= 0) close(read_end);
    if (write_end >= 0) close(write_end);
  }
};

struct Isolation {
  template <typename... Arguments>
  process::error_code on_exec_setup(Arguments&&...) {
    return {IsolateChild(), process::system_category()};
  }
};

std::string HowItEnded(int wait_status) {
  if (!WIFSIGNALED(wait_status)) {
    return absl::StrCat("ended with exit code ", WEXITSTATUS(wait_status));
  }
  const int number = WTERMSIG(wait_status);
  return absl::StrCat("was ended by signal ", number, " (", strsignal(number), ")");
}

class ProcessLineChild : public LineChild {
 public:
  explicit ProcessLineChild(const LineChildOptions& options)
      : options_(options), input_(context_), output_(context_), errors_(context_) {}

  ~ProcessLineChild() override {
    if (!child_.has_value()) return;
    // The group first: once its leader is waited for, its number may be given to others.
    kill(-child_->id(), SIGKILL);
    Reap();
  }

  absl::Status Start();
  absl::StatusOr<std::string> Exchange(const std::string& line) override;
  absl::StatusOr<std::string> End() override;
  std::string LastWords() override;

 private:
  using Buffer = std::array<char, 65536>;

  void ReadOutput();
  void ReadErrors();
  // Waits for the child and forgets it.
  void Reap();
  // The answer, if all of it is there; an error, if it will never be.
  std::optional<absl::StatusOr<std::string>> Answer(bool sent);
  absl::Status Ended();

  const LineChildOptions options_;
  asio::io_context context_;
  asio::writable_pipe input_;
  asio::readable_pipe output_;
  asio::readable_pipe errors_;
  std::optional<process::process> child_;
  Buffer output_buffer_;
  Buffer errors_buffer_;
  std::string received_;
  std::string last_words_;
  bool output_closed_ = false;
};

absl::Status ProcessLineChild::Start() {
  Pipe input, output, errors;
  if (!input.Open() || !output.Open() || !errors.Open()) {
    return absl::UnavailableError(absl::StrCat("no pipe: ", std::strerror(errno)));
  }
  const std::string& program = options_.command.front();
  const std::vector<std::string> arguments(options_.command.begin() + 1, options_.command.end());
  std::vector<const char*> environment;
  for (const std::string& variable : options_.environment) environment.push_back(variable.c_str());
  environment.push_back(nullptr);
  process::error_code error;
  process::posix::default_launcher launcher;
  launcher.env = environment.data();
  process::process child = launcher(
      context_.get_executor(), error, process::filesystem::path(program), arguments,
      process::process_stdio{input.read_end, output.write_end, errors.write_end}, Isolation());
  if (error) {
    // Boost leaves the fork that could not become the program to be waited for.
    if (launcher.pid > 0) waitpid(launcher.pid, nullptr, 0);
    const std::string message = absl::StrCat("can't be started: ", program, ": ", error.message());
    return error.value() == ENOENT ? absl::NotFoundError(message) : absl::UnavailableError(message);
  }
  child_.emplace(std::move(child));
  input_.assign(input.ReleaseWriteEnd());
  output_.assign(output.ReleaseReadEnd());
  errors_.assign(errors.ReleaseReadEnd());
  ReadOutput();
  ReadErrors();
  return absl::OkStatus();
}

void ProcessLineChild::ReadOutput() {
  output_.async_read_some(asio::buffer(output_buffer_), [this](auto error, size_t size) {
    received_.append(output_buffer_.data(), size);
    output_closed_ = static_cast<bool>(error);
    // Not one more byte of a flood is taken in than one read brings.
    if (!error && received_.size() <= options_.max_line_bytes) ReadOutput();
  });
}

void ProcessLineChild::ReadErrors() {
  errors_.async_read_some(asio::buffer(errors_buffer_), [this](auto error, size_t size) {
    last_words_.append(errors_buffer_.data(), size);
    if (last_words_.size() > options_.max_last_words_bytes) {
      last_words_.erase(0, last_words_.size() - options_.max_last_words_bytes);
    }
    if (!error) ReadErrors();
  });
}

void ProcessLineChild::Reap() {
  process::error_code error;
  child_->wait(error);
  // Its number may be given to others from now on: nothing must be sent to it any more.
  child_->detach();
  child_.reset();
}

absl::Status ProcessLineChild::Ended() {
  const auto until = steady_clock::now() + kFarewell;
  process::error_code error;
  while (child_->running(error) && steady_clock::now() < until) {
    // Nothing to wait for if its standard error is closed too.
    if (context_.run_one_for(kTick) == 0) std::this_thread::sleep_for(kTick);
  }
  if (child_->running(error)) return absl::UnavailableError("closed its output and did not answer");
  return absl::UnavailableError(
      absl::StrCat(HowItEnded(child_->native_exit_code()), " and did not answer"));
}

std::optional<absl::StatusOr<std::string>> ProcessLineChild::Answer(bool sent) {
  const size_t end = received_.find('\n');
  if (std::min(end, received_.size()) > options_.max_line_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("answered with more than the ", options_.max_line_bytes, " bytes allowed"));
  }
  if (end == std::string::npos) {
    if (output_closed_) return Ended();
    return std::nullopt;
  }
  if (end + 1 != received_.size()) {
    return absl::InternalError("wrote more than one line in answer to one request");
  }
  // An answer to half a request is none yet.
  if (!sent) return std::nullopt;
  std::string line = received_.substr(0, end);
  received_.clear();
  return line;
}

absl::StatusOr<std::string> ProcessLineChild::Exchange(const std::string& line) {
  const SigpipeGuard guard;
  context_.restart();
  context_.poll();
  if (!received_.empty()) return absl::InternalError("wrote to its output without being asked");

  const std::string message = absl::StrCat(line, "\n");
  bool sent = false;
  // That nobody reads it will show in what comes back: nothing.
  asio::async_write(input_, asio::buffer(message), [&sent](auto error, size_t) { sent = !error; });
  const auto deadline = steady_clock::now() + absl::ToChronoNanoseconds(options_.timeout);
  std::optional<absl::StatusOr<std::string>> answer;
  while (!answer.has_value()) {
    if (steady_clock::now() >= deadline) {
      answer =
          absl::DeadlineExceededError(absl::StrCat("did not ", sent ? "answer" : "read it all",
                                                   " in ", absl::FormatDuration(options_.timeout)));
      break;
    }
    process::error_code error;
    // Something else may hold the output open.
    if (context_.run_one_for(kTick) == 0 && !child_->running(error)) output_closed_ = true;
    answer = Answer(sent);
  }
  // Nothing that refers to this call's values may stay behind.
  if (!sent) {
    boost::system::error_code ignored;
    input_.close(ignored);
    context_.restart();
    context_.poll();
  }
  return *std::move(answer);
}

absl::StatusOr<std::string> ProcessLineChild::End() {
  boost::system::error_code ignored;
  input_.close(ignored);
  context_.restart();
  const auto deadline = steady_clock::now() + absl::ToChronoNanoseconds(options_.timeout);
  process::error_code error;
  while (child_->running(error)) {
    if (steady_clock::now() >= deadline) {
      return absl::DeadlineExceededError(absl::StrCat(
          "goes on ", absl::FormatDuration(options_.timeout), " after the end of its input"));
    }
    if (context_.run_one_for(kTick) == 0) std::this_thread::sleep_for(kTick);
  }
  const int status = child_->native_exit_code();
  return status == 0 ? "" : HowItEnded(status);
}

std::string ProcessLineChild::LastWords() {
  context_.restart();
  context_.poll();
  return ToValidUtf8(Tail(last_words_, options_.max_last_words_bytes));
}

}  // namespace

absl::StatusOr<std::unique_ptr<LineChild>> LineChild::Start(const LineChildOptions& options) {
  if (options.command.empty() || options.command.front().empty()) {
    return absl::NotFoundError("can't be started: no program is named");
  }
  auto child = std::make_unique<ProcessLineChild>(options);
  if (absl::Status status = child->Start(); !status.ok()) return status;
  return child;
}

}  // namespace benchcell
