// Checks that packages laid over a tree of others find what they depend on.
//
//   node check_packages.cjs SEMVER_DIR TREE PACKAGE...
//
// TREE/node_modules holds the packages; SEMVER_DIR is npm's own semver. Prints the packages' versions as a JSON object; or
// one line for each dependency that is missing or has a version out of its range, and exits with 1.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const [semverDir, tree, ...packages] = process.argv.slice(2);
const semver = require(path.resolve(semverDir));

function readPackage(dir) {
  const file = path.join(dir, 'package.json');
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

/** Where node looks: node_modules of the package itself, then of each folder above it, up to the tree. */
function find(name, dir) {
  const root = path.resolve(tree);
  for (let at = path.resolve(dir); at.startsWith(root); at = path.dirname(at)) {
    const found = readPackage(path.join(at, 'node_modules', name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Ranges by name; what may be missing is left out. */
function neededBy(manifest) {
  const needed = { ...manifest.peerDependencies, ...manifest.dependencies };
  for (const name of Object.keys(manifest.optionalDependencies ?? {})) delete needed[name];
  for (const [name, meta] of Object.entries(manifest.peerDependenciesMeta ?? {})) {
    if (meta.optional && manifest.dependencies?.[name] === undefined) delete needed[name];
  }
  return needed;
}

function check(name) {
  const dir = path.join(tree, 'node_modules', name);
  const manifest = readPackage(dir);
  if (manifest === undefined) return [`${name}: its tarball has no package.json`];
  if (manifest.name !== name) return [`${name}: its tarball holds the package ${manifest.name}`];
  const errors = [];
  for (const [dependency, range] of Object.entries(neededBy(manifest))) {
    const found = find(dependency, dir)?.version;
    if (found !== undefined && semver.satisfies(found, range, { includePrerelease: true })) continue;
    errors.push(
      `${name}@${manifest.version} needs ${dependency} ${range}, found ${found ?? 'none'}: ` +
        'pack that one too, or choose a base that has it',
    );
  }
  return errors;
}

const errors = packages.flatMap(check);
for (const error of errors) process.stderr.write(`${error}\n`);
if (errors.length > 0) {
  process.exitCode = 1;
} else {
  const versions = packages.map((name) => [name, readPackage(path.join(tree, 'node_modules', name)).version]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(versions))}\n`);
}
