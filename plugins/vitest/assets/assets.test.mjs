// Sequencer and reporter against stand-ins for vitest's objects, shaped as in 4.1 and in 5.x. That
// they work inside of vitest itself is for the end-to-end tests to show.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { RunReporter } from './reporter.mjs';
import { PathSequencer } from './sequencer.mjs';

function reportFile(t) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'reporter-test-'));
  t.after(() => fs.rmSync(dir, { recursive: true }));
  return path.join(dir, 'report.json');
}

const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

function testModule(state, testStates, task = {}) {
  return {
    task,
    state: () => state,
    diagnostic: () => ({
      environmentSetupDuration: 1,
      prepareDuration: 2,
      collectDuration: 30,
      setupDuration: 40,
      duration: 5,
    }),
    children: {
      *allTests() {
        for (const testState of testStates) yield { result: () => ({ state: testState }) };
      },
    },
  };
}

const VITEST_5 = {
  version: '5.1.0',
  state: {},
  config: {
    pool: 'forks',
    isolate: false,
    environment: 'node',
    maxWorkers: 3,
    fsModuleCache: true,
  },
};
const VITEST_4 = {
  version: '4.1.10',
  state: { transformTime: 7 },
  config: {
    pool: 'threads',
    isolate: true,
    environment: 'jsdom',
    experimental: { fsModuleCache: true },
  },
};

function report(t, vitest, modules, errors = [], reason = 'passed') {
  const file = reportFile(t);
  const reporter = new RunReporter({ file });
  reporter.onInit(vitest);
  reporter.onTestRunStart([]);
  reporter.onTestRunEnd(modules, errors, reason);
  return read(file);
}

test('sequencer orders by path whatever order it is given, and leaves its input alone', () => {
  const given = ['/app/test/b.ts', '/app/test/a.ts', '/app/test/a-b.ts'].map((moduleId) => ({
    moduleId,
  }));
  const before = [...given];
  const ordered = ['/app/test/a-b.ts', '/app/test/a.ts', '/app/test/b.ts'];
  const paths = (specifications) => specifications.map(({ moduleId }) => moduleId);
  assert.deepEqual(paths(new PathSequencer().sort(given)), ordered);
  assert.deepEqual(paths(new PathSequencer().sort([...given].reverse())), ordered);
  assert.deepEqual(given, before);
  assert.equal(new PathSequencer().shard(given), given);
});

test('5.x: what was in effect, counts, and phases without the wait for transforms', (t) => {
  const waited = { setupFetchDuration: 10, collectFetchDuration: 25 };
  const found = report(t, VITEST_5, [
    testModule('passed', ['passed', 'skipped'], waited),
    testModule('failed', ['passed', 'failed'], waited),
    testModule('queued', ['pending'], waited),
  ]);
  assert.equal(found.complete, true);
  assert.equal(found.vitestVersion, '5.1.0');
  assert.equal(found.nodeVersion, process.version);
  assert.equal(found.maxWorkers, 3);
  assert.equal(found.fsModuleCache, true);
  assert.deepEqual(found.testFiles, { total: 3, passed: 1, failed: 1, skipped: 0 });
  assert.deepEqual(found.tests, { total: 5, passed: 2, failed: 1, skipped: 1 });
  assert.deepEqual(found.unhandledErrors, { count: 0 });
  assert.deepEqual(found.phasesMs, {
    transform: 105,
    setup: 90,
    import: 15,
    tests: 15,
    environment: 3,
    worker: 6,
  });
  const { init, start, end } = found.timesMs;
  assert.ok(0 < init && init <= start && start <= end);
  assert.ok(found.mainCpuMicros.user > 0);
});

test('4.1: the cache is experimental, the default of workers worked out, phases overlap', (t) => {
  const found = report(t, VITEST_4, [testModule('passed', ['passed'])]);
  assert.equal(found.fsModuleCache, true);
  assert.equal(found.maxWorkers, Math.max(os.availableParallelism() - 1, 1));
  assert.deepEqual(found.phasesMs, {
    transform: 7,
    setup: 40,
    import: 30,
    tests: 5,
    environment: 1,
    prepare: 2,
  });
});

test('unhandled errors are counted and the first is quoted', (t) => {
  const errors = [{ message: 'first' }, { message: 'second' }];
  const found = report(t, VITEST_5, [], errors, 'failed');
  assert.deepEqual(found.unhandledErrors, { count: 2, firstMessage: 'first' });
  assert.equal(found.reason, 'failed');
});

test('a process that exits before the tests end leaves an incomplete report', (t) => {
  const file = reportFile(t);
  const url = new URL('./reporter.mjs', import.meta.url);
  const script = `import { RunReporter } from '${url}'; new RunReporter(); process.exit(7);`;
  const env = { ...process.env, BENCHCELL_REPORT: file };
  spawnSync(process.execPath, ['--input-type=module', '-e', script], { env });
  const found = read(file);
  assert.equal(found.complete, false);
  assert.equal(found.exitCode, 7);
  assert.equal(found.vitestVersion, undefined);
});

test('without a file to write there is an error at once', () => {
  delete process.env.BENCHCELL_REPORT;
  assert.throws(() => new RunReporter(), /set the option "file" or BENCHCELL_REPORT/);
});
