// From cells to steps.

#ifndef BENCHCELL_PLUGINS_VITEST_EXPAND_H_
#define BENCHCELL_PLUGINS_VITEST_EXPAND_H_

#include <string>

#include "benchcell/v1/plugin.pb.h"

namespace benchcell::vitest {

// Files that are written beside every config.
struct Assets {
  std::string reporter;
  std::string sequencer;
};

// The directory that the steps make is the same for every build, so that path lengths are:
//
//     node/                      the build's node
//     app/                       a copy of the app, with vitest.config.mjs and benchcell/
//     app/node_modules/          links to vitest and vite; vitest keeps its caches here
//     node_modules/              the input `packages`, found from app/ as node looks upwards
//     home/ tmp/                 HOME and TMPDIR
//     expected.json report.json  what parse.h compares
v1::ExpandResponse Expand(const v1::ExpandRequest& request, const Assets& assets);

}  // namespace benchcell::vitest

#endif  // BENCHCELL_PLUGINS_VITEST_EXPAND_H_
