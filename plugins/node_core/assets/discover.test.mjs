// What the driver says of the fixture benchmarks, run by a real node.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';

const DRIVER = path.resolve('plugins/node_core/assets/discover.cjs');
const SOURCE = path.resolve('fixtures/node_core');

// What is found of each file.
function discover(t, files, { args = [], flags = [], source = SOURCE, limitSeconds = 60 } = {}) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'discover-test-'));
  t.after(() => fs.rmSync(dir, { recursive: true }));
  const request = path.join(dir, 'request.json');
  fs.writeFileSync(
    request,
    JSON.stringify({ files: files.map((file) => ({ source, file })), arguments: args, flags, limitSeconds }),
  );
  const { status, stderr, output } = spawnSync(process.execPath, [DRIVER, request], {
    env: { BENCHCELL_CHANNEL_FD: '4', PATH: '/usr/bin:/bin', TMPDIR: dir },
    stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const found = output[4].trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(found.map(({ file }) => file), files);
  return found;
}

const argumentsOf = (found) => found.configurations.map((configuration) => configuration.arguments);

test('lists configurations in the order of the file, each complete', (t) => {
  const [found] = discover(t, ['hot/loop.js']);
  assert.equal(found.declared, true);
  assert.equal(found.code, 0);
  assert.deepEqual(found.keys, ['kind', 'n']);
  assert.deepEqual(argumentsOf(found), [
    ['n=2000000', 'kind=integers'],
    ['n=2000000', 'kind=objects'],
    ['n=2000000', 'kind=strings'],
  ]);
});

test('passes arguments on as compare.js does', (t) => {
  const [found] = discover(t, ['hot/loop.js'], { args: ['n=10', 'kind=objects', 'kind=other', 'x=1'] });
  assert.deepEqual(argumentsOf(found), [
    ['n=10', 'kind=objects', 'x=1'],
    ['n=10', 'kind=other', 'x=1'],
  ]);
});

test('keeps every value as it is and follows the filter of the file', (t) => {
  const [found] = discover(t, ['many/configurations.js']);
  assert.equal(found.configurations.length, 7 * 5);
  const texts = new Set(argumentsOf(found).map((args) => args.find((arg) => arg.startsWith('text='))));
  assert.deepEqual(
    [...texts],
    ['text=plain', 'text=', 'text=two words', "text=it's", 'text=say "hi"', 'text=a,b|c=d', 'text=\u00e9\u4f60'],
  );
});

test('tells flags of the file from those of the build, and leaves its own out', (t) => {
  const [plain] = discover(t, ['hot/loop.js'], { flags: ['--no-opt'] });
  assert.deepEqual(plain.configurations[0].flags, ['--no-opt']);
  const [flagged] = discover(t, ['broken/flag.js'], { flags: ['--no-opt'] });
  assert.deepEqual(flagged.configurations[0].flags, ['--flag-that-no-node-knows', '--no-opt']);
});

test('sees a setup and does not run it', (t) => {
  const [found] = discover(t, ['many/setup.js']);
  assert.equal(found.setup, true);
  assert.equal(found.configurations.length, 2);
  assert.equal(fs.existsSync(path.join(os.tmpdir(), 'benchcell-fixture-10')), false);
});

test('says of files without configurations how they ended', (t) => {
  const [empty, addon, quiet] = discover(t, ['broken/no-combination.js', 'broken/addon.js', 'broken/addon-quiet.js']);
  assert.deepEqual([empty.declared, empty.code, empty.configurations], [true, 0, []]);
  assert.deepEqual([addon.declared, addon.code], [false, 1]);
  assert.match(addon.stderr, /Cannot find module '\.\/build\/Release\/addon'/);
  assert.deepEqual([quiet.declared, quiet.code], [false, 0]);
  assert.match(quiet.stderr, /Binding failed to load/);
});

test('ends a file that never declares anything, and goes on', (t) => {
  const [hung, next] = discover(t, ['broken/hang-declaring.js', 'hot/loop.js'], { limitSeconds: 1 });
  assert.equal(hung.hung, true);
  assert.equal(next.configurations.length, 3);
});

test('names what there is in the place of a file that is not there', (t) => {
  const [file, category] = discover(t, ['hot/lop.js', 'cold/loop.js']);
  assert.equal(file.missing, 'benchmark/hot/lop.js');
  assert.deepEqual(file.neighbours, ['hot/loop.js']);
  assert.ok(category.neighbours.includes('hot/'));
  const [none] = discover(t, ['hot/loop.js'], { source: os.tmpdir() });
  assert.equal(none.missing, 'benchmark/common.js');
  assert.deepEqual(none.neighbours, []);
});

test('a file that starts another one in its stead is told', (t) => {
  const source = fs.mkdtempSync(path.join(os.tmpdir(), 'discover-source-'));
  t.after(() => fs.rmSync(source, { recursive: true }));
  fs.mkdirSync(path.join(source, 'benchmark/http'), { recursive: true });
  fs.copyFileSync(path.join(SOURCE, 'benchmark/common.js'), path.join(source, 'benchmark/common.js'));
  fs.writeFileSync(
    path.join(source, 'benchmark/http/server.js'),
    "require('../common.js');\nrequire('node:child_process').fork(`${__dirname}/_client.js`, []);\n",
  );
  const [found] = discover(t, ['http/server.js'], { source });
  assert.match(found.foreign, /_client\.js$/);
  assert.equal(found.declared, false);
});
