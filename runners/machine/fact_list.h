// The facts of a machine as a list of names and texts: what classes ask of, what tables show, what
// differs between two machines or two epochs. Every field of MachineFacts is in it.

#ifndef BENCHCELL_RUNNERS_MACHINE_FACT_LIST_H_
#define BENCHCELL_RUNNERS_MACHINE_FACT_LIST_H_

#include <optional>
#include <string>
#include <vector>

#include "benchcell/v1/machine.pb.h"

namespace benchcell {

struct Fact {
  // Field of MachineFacts: `memory_bytes`.
  std::string name;
  // For people: `memory`.
  std::string title;
  // Empty where the fact is unset. Switches are `on` or `off`, numbers decimal, core kinds
  // `8 performance + 4 efficiency`.
  std::string value;
  // The value for people: `16.0 GiB`; `unknown` where it is unset.
  std::string shown;
};

// One for each field, in the order of the message.
std::vector<Fact> FactsOf(const v1::MachineFacts& facts);

// The fact with this name; absent if MachineFacts has no such field.
std::optional<Fact> FindFact(const v1::MachineFacts& facts, const std::string& name);

// A value of this fact as people read it: bytes as GiB, everything else as it is.
std::string ShownValue(const std::string& fact, const std::string& value);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_FACT_LIST_H_
