// One thing that a lab machine should be or have, and how it is.

#ifndef BENCHCELL_RUNNERS_READINESS_FINDING_H_
#define BENCHCELL_RUNNERS_READINESS_FINDING_H_

#include <string>

namespace benchcell {

enum class Verdict {
  kGood,
  kLacks,
  // The machine doesn't tell.
  kUnknown,
};

// Texts are for people, and plain.
struct Finding {
  Verdict verdict = Verdict::kGood;
  // `governor`.
  std::string what = {};
  // `powersave`.
  std::string found = {};
  // `performance`.
  std::string wanted = {};
  // Half a sentence: `others change the frequency with the load`.
  std::string why = {};
  // What to do, commands in backticks: "run `...`".
  std::string remedy = {};
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_READINESS_FINDING_H_
