#include "plugins/vitest/config_text.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace benchcell::vitest {
namespace {

// What stands in braces is replaced.
constexpr char kTemplate[] = R"(import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RunReporter } from './benchcell/reporter.mjs';
import { PathSequencer } from './benchcell/sequencer.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const app = JSON.parse(fs.readFileSync(here('./app.json'), 'utf8'));

export default {
  resolve: {
    alias: Object.fromEntries(Object.entries(app.alias).map(([name, path]) => [name, here(path)])),
  },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: app.setupFiles.map((path) => `./${path}`),
    environment: '{environment}',
    pool: '{pool}',
    isolate: {isolate},
{maxWorkers}    sequence: { sequencer: PathSequencer },
    reporters: ['default', new RunReporter({ file: here('../report.json') })],
{fsModuleCache}  },
};
)";

std::string MaxWorkersLine(const std::string& level) {
  if (level == "default") return "";
  const bool percentage = level.back() == '%';
  return absl::StrCat("    maxWorkers: ", percentage ? absl::StrCat("'", level, "'") : level,
                      ",\n");
}

// The path is written out because vitest looks for its default upwards: what lies above the app
// would decide where the cache is.
std::string CacheLines(bool on, const Version& vitest) {
  const std::string value = on ? "true" : "false";
  const std::string path = ModuleCachePath(vitest);
  if (vitest.major == 4) {
    return absl::StrCat("    experimental: { fsModuleCache: ", value, ", fsModuleCachePath: '",
                        path, "' },\n");
  }
  return absl::StrCat("    fsModuleCache: ", value, ",\n    fsModuleCachePath: '", path, "',\n");
}

}  // namespace

std::string ModuleCachePath(const Version& vitest) {
  return vitest.major == 4 ? "node_modules/.experimental-vitest-cache"
                           : "node_modules/.vitest-cache";
}

std::string ConfigText(const Settings& settings, const Version& vitest) {
  return absl::StrReplaceAll(kTemplate,
                             {{"{environment}", settings.environment},
                              {"{pool}", settings.pool},
                              {"{isolate}", settings.isolate ? "true" : "false"},
                              {"{maxWorkers}", MaxWorkersLine(settings.max_workers)},
                              {"{fsModuleCache}", CacheLines(settings.fs_module_cache, vitest)}});
}

}  // namespace benchcell::vitest
