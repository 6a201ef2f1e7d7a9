// Tells what the run had for benchmarks, and what went wrong with them, in the words of Vitest itself: profiles only have
// those that ended, by names that are cut at line breaks.
//
// Writes profile/benchmarks.json:
//   { vitest, node, root, benchmarks: [{ file, names, uri, mode, state? }], errors: [{ file?, names?, message, stack }] }
// `names` are those of the describes, of the test and of the benchmark; `state` only has what a provider said.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const folder = process.env.CODSPEED_PROFILE_FOLDER;
// Whether benchmarks are only to be found, not measured.
const { collect } = JSON.parse(readFileSync(new URL('./settings.json', import.meta.url)));
const LONGEST = 4000;

export default class {
  onInit(vitest) {
    this.vitest = vitest;
    if (!collect || !vitest.version.startsWith('4.')) return;
    for (const { config } of vitest.projects) config.runner = new URL('./collect.mjs', import.meta.url).pathname;
  }

  onTestRunEnd(modules, unhandledErrors) {
    this.found = { benchmarks: [], errors: [] };
    for (const module of modules) this.walk(module.task, module.task.filepath, []);
    for (const error of unhandledErrors) this.error(error, {});
    const { benchmarks, errors } = this.found;
    const report = { vitest: this.vitest.version, node: process.version.slice(1), root: process.cwd(), benchmarks, errors };
    // Names may have halves of characters, which UTF-8 can't tell and neither can profiles.
    const text = JSON.stringify(report, (key, value) => (typeof value === 'string' ? value.toWellFormed() : value));
    writeFileSync(join(folder, 'benchmarks.json'), text);
    process.on('exit', harvestPerfMaps);
  }

  walk(task, path, names) {
    const file = relative(process.cwd(), path).split(sep).join('/');
    for (const error of task.result?.errors ?? []) this.error(error, { file, names });
    if (task.meta?.benchmark === true) this.add(file, names, names, task.mode);
    // Vitest 5: a test has any number of benchmarks, which are known once it has run.
    for (const { name, state } of task.meta?.benchcell ?? []) this.add(file, names, [...names, name], 'run', state);
    for (const child of task.tasks ?? []) this.walk(child, path, [...names, child.name]);
  }

  add(file, test, names, mode, state) {
    this.found.benchmarks.push({ file, test, names, uri: [file, ...names].join('::'), mode, state });
  }

  error(error, where) {
    const text = (value) => String(value ?? '').slice(0, LONGEST);
    const message = error.cause?.message ? `${error.message} (caused by: ${error.cause.message})` : error.message;
    this.found.errors.push({ ...where, message: text(message), stack: text(error.stack ?? error.stackStr) });
  }
}

// Where compiled functions lay, by process. V8 knows one place for it, whatever TMPDIR says.
function harvestPerfMaps() {
  for (const name of readdirSync(folder)) {
    const pid = /^environment-(\d+)\.json$/.exec(name)?.[1];
    const map = `/tmp/perf-${pid}.map`;
    if (pid === undefined || !existsSync(map)) continue;
    copyFileSync(map, join(folder, `perf-${pid}.map`));
    rmSync(map);
  }
}
