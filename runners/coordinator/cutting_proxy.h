// A network that fails where a test wants it to.

#ifndef BENCHCELL_RUNNERS_COORDINATOR_CUTTING_PROXY_H_
#define BENCHCELL_RUNNERS_COORDINATOR_CUTTING_PROXY_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <list>
#include <thread>

namespace benchcell {

// Where a connection fails: after so many bytes in either direction.
struct Cut {
  uint64_t to_server = std::numeric_limits<uint64_t>::max();
  uint64_t to_client = std::numeric_limits<uint64_t>::max();
  // The connection doesn't break there: nothing passes any more, as when a cable is pulled.
  bool stalls = false;
};

// Forwards TCP connections on the loopback to another port. Thread-safe.
class CuttingProxy {
 public:
  // `cut_of` is called with the number of each connection, from 0, before anything passes.
  CuttingProxy(int target_port, std::function<Cut(int)> cut_of);
  // Ends all connections.
  ~CuttingProxy();

  int port() const { return port_; }
  // Of connections to come.
  void SetTarget(int port) { target_port_ = port; }
  // Connections that have met their cut.
  int cuts() const { return cuts_; }

 private:
  void Accept();
  void Forward(int client, Cut cut);
  // Moves bytes that are there, and not more than `left`. False at the end of the connection.
  bool Pass(int from, int to, uint64_t& left) const;

  const std::function<Cut(int)> cut_of_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<int> target_port_;
  std::atomic<bool> ending_ = false;
  std::atomic<int> cuts_ = 0;
  std::list<std::thread> connections_;
  std::thread acceptor_;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_COORDINATOR_CUTTING_PROXY_H_
