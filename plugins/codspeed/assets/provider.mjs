// Measures the benchmarks of Vitest 5 for CodSpeed's simulation: Vitest hands over what a test has registered, and every
// benchmark is warmed up, then called once between the marks that valgrind counts between.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { InstrumentHooks, optimizeFunction, setupCore, wrapWithRootFrame } from '@codspeed/core';

// Whether benchmarks are only to be found, and the URI of the only one to measure; absent for all.
const { collect, only } = JSON.parse(readFileSync(new URL('./settings.json', import.meta.url)));
let isSetUp = false;

function uriOf(test, name) {
  const names = [name];
  for (let task = test; task !== undefined && task !== test.file; task = task.suite) names.unshift(task.name);
  return [relative(process.cwd(), test.file.filepath).split(sep).join('/'), ...names].join('::').toWellFormed();
}

async function measure(uri, { fn, fnOpts = {} }) {
  const { beforeAll, beforeEach, afterEach, afterAll } = fnOpts;
  await beforeAll?.();
  await optimizeFunction(async () => {
    await beforeEach?.();
    await fn();
    await afterEach?.();
  });
  await beforeEach?.();
  globalThis.gc?.();
  await wrapWithRootFrame(async () => {
    InstrumentHooks.startBenchmark();
    try {
      await fn();
    } finally {
      InstrumentHooks.stopBenchmark();
    }
    InstrumentHooks.setExecutedBenchmark(process.pid, uri);
  })();
  await afterEach?.();
  await afterAll?.();
}

// Vitest wants times for its own table; there are none.
function untimed(name) {
  const names = ['min', 'max', 'mean', 'variance', 'sd', 'sem', 'df', 'critical', 'moe', 'rme', 'mad', 'aad', 'p50', 'p75', 'p99', 'p995', 'p999'];
  const zeros = { samplesCount: 1, ...Object.fromEntries(names.map((key) => [key, 0])) };
  return {
    name,
    state: 'completed',
    latency: zeros,
    throughput: zeros,
    period: 0,
    totalTime: 0,
    runtime: 'node',
    runtimeVersion: process.version,
    timestampProviderName: 'none',
  };
}

export default {
  async run({ test, registrations }) {
    if (!isSetUp) setupCore('benchcell-vitest', '1');
    isSetUp = true;
    test.meta.benchcell ??= [];
    for (const registration of registrations) {
      const entry = { name: registration.name, state: collect ? 'found' : 'left out' };
      test.meta.benchcell.push(entry);
      const uri = uriOf(test, registration.name);
      if (collect || (only !== undefined && uri !== only)) continue;
      entry.state = 'begun';
      await measure(uri, registration);
      entry.state = 'measured';
    }
    return registrations.map(({ name }) => untimed(name));
  },
};
