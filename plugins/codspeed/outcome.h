// Why benchmarks have no counts, from what vitest says of their files.

#ifndef BENCHCELL_PLUGINS_CODSPEED_OUTCOME_H_
#define BENCHCELL_PLUGINS_CODSPEED_OUTCOME_H_

#include <map>
#include <set>
#include <string>

#include "benchcell/v1/result.pb.h"
#include "plugins/codspeed/found_benchmarks.h"

namespace benchcell::codspeed {

class Outcomes {
 public:
  // `trouble`: what is wrong with the profile, if anything. `found` outlives it.
  Outcomes(const FoundBenchmarks& found, std::string trouble);

  // Of a benchmark that should have run and has no counts. To be called in the order in which they
  // run: the first one of a file (with vitest 5, of a test) that has an error is the one that
  // threw, those after it were not run.
  v1::BenchmarkFailure Failure(const FoundBenchmark& benchmark);

  // Errors that no failure was explained by, such as one thrown after all was measured; empty if
  // there are none.
  std::string Unexplained() const;

 private:
  const FoundError* ErrorOf(const FoundBenchmark& benchmark) const;

  const FoundBenchmarks& found_;
  const std::string trouble_;
  // What threw, by the error that came of it.
  std::map<const FoundError*, std::string> thrower_;
};

}  // namespace benchcell::codspeed

#endif  // BENCHCELL_PLUGINS_CODSPEED_OUTCOME_H_
