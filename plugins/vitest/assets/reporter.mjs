// A vitest reporter that writes one small JSON file about a run: what was in effect, what passed,
// and where vitest says the time went. Works with vitest 4.1 and 5.x.
//
// In vitest.config.mjs:  reporters: ['default', new RunReporter()]
// The file is named by the option `file` or the environment variable BENCHCELL_REPORT. It is
// written when the tests have ended, or when the process exits before that (`complete` is false).
//
// Times are milliseconds since the process started, phases are milliseconds summed over all test
// files (and so over workers), CPU times are microseconds of the main process alone.
import fs from 'node:fs';
import os from 'node:os';

const FORMAT = 1;

export class RunReporter {
  #file;
  #vitest;
  #times = {};
  #written = false;

  /** @param {{file?: string}} [options] */
  constructor(options = {}) {
    this.#file = options.file ?? process.env.BENCHCELL_REPORT;
    if (!this.#file) {
      throw new Error('RunReporter: no file to write: set the option "file" or BENCHCELL_REPORT');
    }
    process.once('exit', (exitCode) => {
      if (!this.#written) this.#write({ complete: false, exitCode, ...this.#effective() });
    });
  }

  onInit(vitest) {
    this.#vitest = vitest;
    this.#times.init = performance.now();
  }

  onTestRunStart() {
    this.#times.start = performance.now();
  }

  onTestRunEnd(testModules, unhandledErrors, reason) {
    this.#times.end = performance.now();
    const unhandled = { count: unhandledErrors.length };
    if (unhandledErrors.length > 0) unhandled.firstMessage = String(unhandledErrors[0].message);
    this.#write({
      complete: true,
      reason,
      ...this.#effective(),
      testFiles: countStates(testModules.map((module) => module.state())),
      tests: countStates(testModules.flatMap(testStates)),
      unhandledErrors: unhandled,
      phasesMs: sumPhases(testModules, this.#vitest.state.transformTime),
    });
  }

  /** What the options came to, as far as vitest got. */
  #effective() {
    if (this.#vitest === undefined) return {};
    const config = this.#vitest.config;
    return {
      vitestVersion: this.#vitest.version,
      pool: config.pool,
      // Vitest makes this false for vmThreads and vmForks, where each file has its own context.
      isolate: config.isolate,
      environment: config.environment,
      maxWorkers: config.maxWorkers ?? defaultMaxWorkers(),
      // 4.1 has it among the experimental options.
      fsModuleCache: config.fsModuleCache ?? config.experimental?.fsModuleCache ?? false,
    };
  }

  #write(report) {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const common = {
      format: FORMAT,
      nodeVersion: process.version,
      timesMs: this.#times,
      mainCpuMicros: { user: userCPUTime, system: systemCPUTime },
    };
    const text = JSON.stringify({ ...common, ...report }, roundNumbers, 1);
    fs.writeFileSync(this.#file, `${text}\n`);
    this.#written = true;
  }
}

/** Milliseconds to the microsecond: more digits would be noise of floating point. */
function roundNumbers(_key, value) {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}

/** Vitest up to 5.0.0 leaves the default out of its resolved config; this is its rule for a run. */
function defaultMaxWorkers() {
  return Math.max(os.availableParallelism() - 1, 1);
}

function testStates(module) {
  return Array.from(module.children.allTests(), (test) => test.result().state);
}

/** Anything that neither passed, failed nor was skipped never ran and counts in the total only. */
function countStates(states) {
  const count = (state) => states.filter((found) => found === state).length;
  return {
    total: states.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
}

/**
 * The phases of vitest's "Duration" line, under its names. They differ by version: up to 4.1, setup
 * and import hold the wait for transforms, which the main process adds up as `transformTime`; from
 * 5.0 on, transform is that wait, setup and import exclude it, and `prepare` is called `worker`.
 */
function sumPhases(testModules, transformTime) {
  const sum = (valueOf) => testModules.reduce((total, module) => total + (valueOf(module) || 0), 0);
  const common = {
    tests: sum((module) => module.diagnostic().duration),
    environment: sum((module) => module.diagnostic().environmentSetupDuration),
  };
  const prepare = sum((module) => module.diagnostic().prepareDuration);
  if (transformTime !== undefined) {
    return {
      transform: transformTime,
      setup: sum((module) => module.diagnostic().setupDuration),
      import: sum((module) => module.diagnostic().collectDuration),
      ...common,
      prepare,
    };
  }
  const waited = (module, phase) => module.task[`${phase}FetchDuration`] || 0;
  const without = (module, phase) =>
    Math.max(module.diagnostic()[`${phase}Duration`] - waited(module, phase), 0);
  return {
    transform: sum((module) => waited(module, 'setup') + waited(module, 'collect')),
    setup: sum((module) => without(module, 'setup')),
    import: sum((module) => without(module, 'collect')),
    ...common,
    worker: prepare,
  };
}
