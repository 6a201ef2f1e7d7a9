// Plays a script to a lab that measures, and judges what came out.

#ifndef BENCHCELL_TESTS_CHAOS_PLAY_H_
#define BENCHCELL_TESTS_CHAOS_PLAY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "tests/chaos/lab.h"
#include "tests/chaos/script.h"
#include "tests/chaos/verdict.h"
#include "tests/chaos/world.h"

namespace benchcell::chaos {

struct Played {
  Objections objections;
  // What really happened and when, a line for each beginning and end of an event.
  std::string happened;
  // Events that began before the run was complete.
  int events = 0;
  // From the submission until the run was complete.
  absl::Duration took;
  // All in all.
  absl::Duration whole;
  // Records of attempts that were given up.
  int superseded = 0;
  int64_t attempts = 0;
  std::string table;
  // The ends of all logs.
  std::string logs;
};

// A status only where the test itself could not go on.
absl::StatusOr<Played> Play(World& world, StoreKind store, uint64_t seed,
                            const std::vector<Event>& script);

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_PLAY_H_
