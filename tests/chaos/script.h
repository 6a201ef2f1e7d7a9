// What happens to a lab, and when: drawn from a seed, the same for the same seed.

#ifndef BENCHCELL_TESTS_CHAOS_SCRIPT_H_
#define BENCHCELL_TESTS_CHAOS_SCRIPT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace benchcell::chaos {

enum class Trouble {
  // SIGKILL; started again at the end of the event.
  kKillCoordinator,
  kKillAgent,
  // SIGSTOP; SIGCONT at the end.
  kFreezeCoordinator,
  kFreezeAgent,
  // Nothing passes between an agent and the coordinators.
  kCutNetwork,
  // What the coordinators answer an agent is lost; what it says arrives.
  kLoseAnswers,
  // The disk with an agent's state is full.
  kFillDisk,
  // An agent is killed and all that it kept is gone: what starts at the end is another machine.
  kLoseMachine,
  // An orderly restart, SIGKILL, SIGSTOP of the database.
  kRestartDatabase,
  kKillDatabase,
  kFreezeDatabase,
  // Everything is killed at once, and comes back together.
  kBlackout,
};
inline constexpr int kTroubles = 12;

struct Event {
  Trouble trouble = Trouble::kKillAgent;
  // Which coordinator or agent; 0 where there is one.
  int target = 0;
  // From the submission of the experiment.
  absl::Duration start;
  absl::Duration length;

  friend bool operator==(const Event&, const Event&) = default;
};

// What a lab has that can be in trouble.
struct Stage {
  int coordinators = 0;
  int agents = 0;
  // A database server of its own.
  bool has_database = false;
  // Disks of the agents' own, which can be filled.
  bool has_disks = false;
  // Answers can be lost without the questions.
  bool has_one_way_cuts = false;
};

// By start. No two events of one kind and target overlap.
std::vector<Event> MakeScript(uint64_t seed, const Stage& stage);

// `1.250s +0.800s  kill agent 2`
std::string Describe(const Event& event);

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_SCRIPT_H_
