// One address for several coordinators: each connection goes to one of those that live.

#ifndef BENCHCELL_TESTS_CHAOS_FORWARDER_H_
#define BENCHCELL_TESTS_CHAOS_FORWARDER_H_

#include <atomic>
#include <cstdint>
#include <list>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace benchcell::chaos {

// Forwards TCP connections to ports of the loopback. Thread-safe.
class Forwarder {
 public:
  // Listens on a free port of `address` (IPv4). A connection goes to a target drawn from `seed`,
  // or the next one if nothing listens there; if nothing listens anywhere, it is closed.
  Forwarder(const std::string& address, std::vector<int> targets, uint64_t seed);
  // Closes all connections.
  ~Forwarder();
  Forwarder(const Forwarder&) = delete;
  Forwarder& operator=(const Forwarder&) = delete;

  // 0 if the address can't be listened on.
  int port() const { return port_; }

  // While it is stalled nothing passes, and nobody is told.
  void Stall(bool stalled) { stalled_ = stalled; }

 private:
  // One direction of a connection.
  struct Flow {
    int from;
    int to;
    std::string waiting = {};
  };
  struct Connection {
    Flow up;
    Flow down;
  };

  void Serve();
  void Accept();
  int ConnectToAny();
  // False once the connection has ended.
  static bool Move(Flow& flow, short from_events, short to_events);

  const std::vector<int> targets_;
  std::mt19937_64 bits_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stalled_ = false;
  std::atomic<bool> ending_ = false;
  std::list<Connection> connections_;
  std::thread thread_;
};

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_FORWARDER_H_
