// Asks benchmark files for their configurations: `node discover.cjs REQUEST.json`, with
//     {"files": [{"source": FOLDER, "file": "misc/x.js"}], "arguments": ["n=10"], "flags": ["--no-opt"], "limitSeconds": 60}
// FOLDER is one with a folder benchmark/ in it. Runs each file by itself in a process that starts nothing (capture.cjs, beside this file), and
// writes one line of JSON for each to the descriptor that BENCHCELL_CHANNEL_FD names: what the process found and how it ended.
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const STDERR_CHARACTERS = 2000;
const MOST_NEIGHBOURS = 200;

const isBenchmark = (name) => name.endsWith('.js') && !/^[._]/.test(name);

// What there is in the place of a file that isn't: the files of its category, or the categories.
function neighbours(root, file) {
  const category = path.dirname(file);
  const list = (folder, keep) => {
    try {
      return fs.readdirSync(folder, { withFileTypes: true }).filter(keep).map((entry) => entry.name);
    } catch {
      return [];
    }
  };
  const files = list(path.join(root, category), (entry) => isBenchmark(entry.name));
  const names =
    files.length > 0
      ? files.map((name) => `${category}/${name}`)
      : list(root, (entry) => entry.isDirectory()).map((name) => `${name}/`);
  return names.sort().slice(0, MOST_NEIGHBOURS);
}

// The last line that is a whole JSON object; a benchmark may write to descriptor 3 as well.
function readFindings(text) {
  for (const line of text.split('\n').reverse()) {
    try {
      const value = JSON.parse(line);
      if (Array.isArray(value.configurations)) return value;
    } catch {
      // Not ours.
    }
  }
  return null;
}

function enumerate(request, source, file) {
  const root = path.join(source, 'benchmark');
  const script = path.join(root, file);
  const common = path.join(root, 'common.js');
  for (const needed of [common, script]) {
    if (!fs.existsSync(needed)) {
      return { missing: path.relative(source, needed), neighbours: needed === common ? [] : neighbours(root, file) };
    }
  }
  const capture = path.join(__dirname, 'capture.cjs');
  const { BENCHCELL_CHANNEL_FD, ...env } = process.env;
  const ended = spawnSync(process.execPath, ['-r', capture, ...request.flags, script, ...request.arguments], {
    cwd: source,
    env: { ...env, BENCHCELL_COMMON: fs.realpathSync(common) },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    timeout: request.limitSeconds * 1000,
    killSignal: 'SIGKILL',
  });
  return {
    ...readFindings(ended.output?.[3] ?? ''),
    code: ended.status,
    signal: ended.signal,
    hung: ended.error?.code === 'ETIMEDOUT',
    stderr: (ended.stderr ?? '').slice(-STDERR_CHARACTERS),
  };
}

const request = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const channel = Number(process.env.BENCHCELL_CHANNEL_FD);
for (const { source, file } of request.files) {
  const line = Buffer.from(`${JSON.stringify({ source, file, ...enumerate(request, path.resolve(source), file) })}\n`);
  for (let written = 0; written < line.length; ) written += fs.writeSync(channel, line, written);
}
