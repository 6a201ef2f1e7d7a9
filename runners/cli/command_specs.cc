#include "runners/cli/command_specs.h"

#include <limits>

namespace benchcell {
namespace {

constexpr size_t kAnyNumber = std::numeric_limits<size_t>::max();

const std::vector<std::string> kMeasureFlags = {"only",      "builds",  "rounds", "runs",   "seed",
                                                "set",       "source",  "metric", "format", "out",
                                                "state_dir", "bundles", "force"};
const std::vector<std::string> kRunFormats = {"md", "csv", "json", "node-csv"};

}  // namespace

const std::vector<CommandSpec>& CommandSpecs() {
  static const auto* const specs = new std::vector<CommandSpec>{
      {"reproduce", "EXPERIMENT", 1, 1, "run it and hold the result against the published figures",
       kMeasureFlags, kRunFormats},
      {"run", "EXPERIMENT", 1, 1, "run it, print the table", kMeasureFlags, kRunFormats},
      {"plan",
       "EXPERIMENT",
       1,
       1,
       "cells, order, number of runs, smallest detectable change; runs nothing",
       {"only", "builds", "rounds", "runs", "seed", "set"},
       {}},
      {"report",
       "RUN",
       1,
       1,
       "print a stored run again; RUN is an id, the beginning of one, or latest",
       {"metric", "builds", "format", "out", "state_dir", "force"},
       kRunFormats},
      {"runs", "", 0, 0, "list stored runs", {"state_dir"}, {}},
      {"compare",
       "FILE...",
       1,
       kAnyNumber,
       "statistics of results measured elsewhere: node core's CSV, - for standard input; two "
       "profile folders of CodSpeed's runner",
       {"format", "lenient", "locale_order", "baseline", "metric", "force"},
       {"md", "compare-r"}},
      {"plugins", "", 0, 0, "list plugins, their axes and metrics", {}, {}},
      {"help", "", 0, 0, "print this", {}, {}},
  };
  return *specs;
}

}  // namespace benchcell
