// How two sets of facts differ: a machine before and after a change, or two machines. Pure.

#ifndef BENCHCELL_RUNNERS_MACHINE_DIFFERENCES_H_
#define BENCHCELL_RUNNERS_MACHINE_DIFFERENCES_H_

#include <string>
#include <vector>

#include "benchcell/v1/machine.pb.h"

namespace benchcell {

struct Difference {
  // Field of MachineFacts, and its title for people.
  std::string fact;
  std::string title;
  // As people read them; `unknown` where unset. Not equal.
  std::string one;
  std::string other;
};

// In the order of the message; empty for equal facts.
std::vector<Difference> Differences(const v1::MachineFacts& one, const v1::MachineFacts& other);

// Why a new epoch began: `governor performance -> powersave, kernel 6.1.0 -> 6.2.0`. Empty for
// equal facts. Plain text; the values are the machine's own words.
std::string DescribeChange(const v1::MachineFacts& before, const v1::MachineFacts& after);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_DIFFERENCES_H_
