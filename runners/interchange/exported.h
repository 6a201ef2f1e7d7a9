// What the writers of other tools' formats take and give.

#ifndef BENCHCELL_RUNNERS_INTERCHANGE_EXPORTED_H_
#define BENCHCELL_RUNNERS_INTERCHANGE_EXPORTED_H_

#include <string>
#include <vector>

namespace benchcell {

struct ExportChoice {
  // Name of a metric; empty: what suits the format.
  std::string metric = {};
  // Names of builds, the order of the output; empty: all.
  std::vector<std::string> builds = {};
};

struct Exported {
  std::string text;
  // What the format has no place for, and how to use it: whole sentences for people.
  std::vector<std::string> remarks;
};

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_INTERCHANGE_EXPORTED_H_
