// Preloaded (`node -r capture.cjs FILE`) into the process of a benchmark file that would start one process for each configuration. Keeps
// what it would start, starts none of it, and writes what was found to descriptor 3 as one line of JSON. BENCHCELL_COMMON is the absolute path of
// the tree's benchmark/common.js.
'use strict';

const childProcess = require('node:child_process');
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const found = {
  // Whether createBenchmark was called at all.
  declared: false,
  // Whether something has to be made ready in the parent process before a configuration can run.
  setup: false,
  // A file other than its own that it starts.
  foreign: '',
  keys: [],
  configurations: [],
};

function keysOf(configs, options) {
  if (!options.byGroups) return Object.keys(configs);
  const groups = Object.values(configs).flat();
  return ['group', ...new Set(groups.flatMap((group) => Object.keys(group)))];
}

// Sees the options that a file declares, and keeps its setup from being run: it is run when measuring.
function watch(common) {
  const { createBenchmark } = common;
  common.createBenchmark = (main, configs, options = {}) => {
    found.declared = true;
    found.keys = keysOf(configs, options);
    found.setup = typeof options.setup === 'function';
    return createBenchmark(main, configs, found.setup ? { ...options, setup: undefined } : options);
  };
}

let watched = false;
const load = Module._load;
Module._load = function (request, parent, isMain) {
  const exported = load.call(this, request, parent, isMain);
  if (watched || !/^common(\.js)?$/.test(path.basename(request))) return exported;
  // By its file: there are other modules of that name, and some throw when asked for what they don't have.
  if (Module._resolveFilename(request, parent, isMain) !== process.env.BENCHCELL_COMMON) return exported;
  watched = true;
  watch(exported);
  return exported;
};

// Flags for node, without the two words that have put this file here.
function flagsOf(execArgv) {
  const own = execArgv.findIndex((word, i) => word === '-r' && execArgv[i + 1] === __filename);
  return own < 0 ? execArgv : execArgv.toSpliced(own, 2);
}

childProcess.fork = (file, args, options = {}) => {
  if (file !== process.mainModule.filename) {
    found.foreign = String(file);
    process.exit(0);
  }
  found.configurations.push({ arguments: args, flags: flagsOf(options.execArgv ?? []) });
  const child = new EventEmitter();
  setImmediate(() => child.emit('close', 0, null));
  return child;
};

process.on('exit', () => {
  const line = Buffer.from(`${JSON.stringify(found)}\n`);
  for (let written = 0; written < line.length; ) written += fs.writeSync(3, line, written);
});
