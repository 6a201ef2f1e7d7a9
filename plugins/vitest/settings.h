// The levels of a cell as settings of vitest.

#ifndef BENCHCELL_PLUGINS_VITEST_SETTINGS_H_
#define BENCHCELL_PLUGINS_VITEST_SETTINGS_H_

#include <string>

#include "benchcell/v1/cell.pb.h"

namespace benchcell::vitest {

struct Settings {
  std::string app;
  // forks, threads, vmForks or vmThreads.
  std::string pool;
  bool isolate = true;
  bool fs_module_cache = false;
  // `default`, a number, or a percentage with its sign.
  std::string max_workers;
  // node or jsdom.
  std::string environment;
  bool warm = true;
};

// The levels were checked against the description by whoever asks.
Settings SettingsOf(const v1::Cell& cell);

}  // namespace benchcell::vitest

#endif  // BENCHCELL_PLUGINS_VITEST_SETTINGS_H_
