#include "plugins/vitest/settings.h"

#include "plugins/sdk/request.h"

namespace benchcell::vitest {

Settings SettingsOf(const v1::Cell& cell) {
  Settings settings;
  settings.app = LevelOf(cell, "app");
  settings.pool = LevelOf(cell, "pool");
  settings.isolate = LevelOf(cell, "isolate") == "true";
  settings.fs_module_cache = LevelOf(cell, "fsModuleCache") == "true";
  settings.max_workers = LevelOf(cell, "maxWorkers");
  settings.environment = LevelOf(cell, "env");
  settings.warm = LevelOf(cell, "state") == "warm";
  return settings;
}

}  // namespace benchcell::vitest
