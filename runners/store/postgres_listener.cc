#include "runners/store/postgres_listener.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "runners/base/cloexec.h"
#include "runners/base/status_macros.h"

namespace benchcell::postgres {
namespace {

using std::chrono::steady_clock;

// Others are told at most this often.
constexpr auto kTellEvery = std::chrono::milliseconds(50);
// Between two attempts to connect.
constexpr auto kConnectPause = std::chrono::milliseconds(250);
// A connection on which nothing was sent for so long is asked whether it is still there.
constexpr auto kAskEvery = std::chrono::seconds(20);

}  // namespace

Listener::Listener(Connect connect, Changes& changes)
    : connect_(std::move(connect)), changes_(changes) {
  int ends[2] = {-1, -1};
  // Without it, out of descriptors, the thread looks around every kTellEvery.
  if (ClosedOnExecPipe(ends) == 0) {
    for (const int end : ends) fcntl(end, F_SETFL, O_NONBLOCK);
    wake_read_ = ends[0];
    wake_write_ = ends[1];
  }
  thread_ = std::thread([this] { Live(); });
}

Listener::~Listener() {
  {
    const std::lock_guard lock(mutex_);
    orders_.end = true;
  }
  Wake();
  thread_.join();
  if (wake_read_ >= 0) close(wake_read_);
  if (wake_write_ >= 0) close(wake_write_);
}

void Listener::Tell() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(orders_.tell, true)) return;
  }
  Wake();
}

void Listener::Wake() {
  const char byte = 0;
  // Full is as good: there is something to read.
  if (wake_write_ >= 0) [[maybe_unused]]
    const ssize_t written = write(wake_write_, &byte, 1);
}

Listener::Orders Listener::orders() {
  const std::lock_guard lock(mutex_);
  return orders_;
}

void Listener::Rest(int socket, std::chrono::nanoseconds timeout) {
  if (wake_read_ < 0) timeout = std::min<std::chrono::nanoseconds>(timeout, kTellEvery);
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(timeout).count();
  std::array<pollfd, 2> waiting = {pollfd{.fd = socket, .events = POLLIN, .revents = 0},
                                   pollfd{.fd = wake_read_, .events = POLLIN, .revents = 0}};
  poll(waiting.data(), waiting.size(), static_cast<int>(std::max<int64_t>(0, left)));
  std::array<char, 64> bytes;
  while (wake_read_ >= 0 && read(wake_read_, bytes.data(), bytes.size()) > 0) {
  }
}

void Listener::Live() {
  while (true) {
    absl::StatusOr<std::unique_ptr<Connection>> connection = connect_();
    if (connection.ok()) Listen(**connection).IgnoreError();
    if (orders().end) return;
    // Calls that need the database say themselves what is wrong with it.
    Rest(-1, kConnectPause);
  }
}

absl::Status Listener::Listen(Connection& connection) {
  // The name of a channel can't be a parameter; that of the schema can be asked for quoted.
  ASSIGN_OR_RETURN(const Result name,
                   connection.Run("SELECT quote_ident(current_schema())", Params()));
  RETURN_IF_ERROR(connection.Execute("LISTEN " + name.Text(0, 0)));
  changes_.Note();
  steady_clock::time_point next_tell = steady_clock::now();
  steady_clock::time_point next_question = next_tell + kAskEvery;
  while (true) {
    const Orders now_to_do = orders();
    const steady_clock::time_point now = steady_clock::now();
    if (now_to_do.tell && (now >= next_tell || now_to_do.end)) {
      RETURN_IF_ERROR(TellNow(connection));
      next_tell = now + kTellEvery;
      next_question = now + kAskEvery;
      continue;
    }
    if (now_to_do.end) return absl::OkStatus();
    if (now >= next_question) {
      RETURN_IF_ERROR(connection.Execute("SELECT 1"));
      next_question = now + kAskEvery;
    }
    RETURN_IF_ERROR(Hear(connection));
    Rest(connection.socket(), (now_to_do.tell ? next_tell : next_question) - now);
  }
}

absl::Status Listener::TellNow(Connection& connection) {
  {
    // First, so that what changes meanwhile is told again.
    const std::lock_guard lock(mutex_);
    orders_.tell = false;
  }
  const absl::Status status = connection.Run("SELECT notify_change()", Params()).status();
  if (!status.ok()) {
    const std::lock_guard lock(mutex_);
    orders_.tell = true;
  }
  return status;
}

absl::Status Listener::Hear(Connection& connection) {
  if (connection.Lost()) return absl::UnavailableError("lost");
  if (connection.TakeNotifications()) changes_.Note();
  return absl::OkStatus();
}

}  // namespace benchcell::postgres
