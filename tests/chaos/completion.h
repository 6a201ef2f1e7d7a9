// Watches, beside all else, whether a run is complete.

#ifndef BENCHCELL_TESTS_CHAOS_COMPLETION_H_
#define BENCHCELL_TESTS_CHAOS_COMPLETION_H_

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace benchcell::chaos {

class Completion {
 public:
  // Asks the coordinators at these ports, whichever answers.
  Completion(std::vector<int> ports, std::string run_id);
  ~Completion();
  Completion(const Completion&) = delete;
  Completion& operator=(const Completion&) = delete;

  bool IsComplete() const { return complete_; }

 private:
  void Watch();

  const std::vector<int> ports_;
  const std::string run_id_;
  std::atomic<bool> complete_ = false;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_COMPLETION_H_
