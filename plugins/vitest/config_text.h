// The vitest.config.mjs that a cell is measured with.

#ifndef BENCHCELL_PLUGINS_VITEST_CONFIG_TEXT_H_
#define BENCHCELL_PLUGINS_VITEST_CONFIG_TEXT_H_

#include <string>

#include "plugins/vitest/settings.h"
#include "plugins/vitest/version.h"

namespace benchcell::vitest {

// Where the module cache is, relative to the app: vitest's own default, which differs by version.
std::string ModuleCachePath(const Version& vitest);

// The file's text in this version's spelling. It lies in the app's folder, takes setup files and
// aliases from app.json, and expects reporter.mjs and sequencer.mjs in ./benchcell. The report is
// written to ../report.json.
std::string ConfigText(const Settings& settings, const Version& vitest);

}  // namespace benchcell::vitest

#endif  // BENCHCELL_PLUGINS_VITEST_CONFIG_TEXT_H_
