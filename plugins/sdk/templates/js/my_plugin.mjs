// my_plugin: how fast node hashes. Replace this workload by yours; ../sdk and protos/benchcell/v1/plugin.proto say what may stand where.
//
// A plugin is a pure adapter. It reads one request a line and answers each with one line; it never starts, times or waits for anything.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

// What experiments may ask for. benchcell checks them against this before anything runs, and refuses the rest by these titles.
const description = {
  name: 'my_plugin',
  // Change it whenever the same raw output would be parsed differently.
  version: '1',
  title: 'node hashes a buffer',
  // An axis is a parameter of the workload; each of its levels is a row of the table.
  axis: [{ name: 'kilobytes', title: 'size of the buffer', pattern: '[1-9][0-9]{0,5}', patternTitle: 'a number from 1 to 999999' }],
  // Inputs are bundles that Bazel made of pins; a build of the experiment says which pin stands for which input.
  input: [{ name: 'node', title: 'the node that runs it', required: true }],
  // Parameters are what builds can differ in, beside their inputs.
  parameter: [{ name: 'algorithm', title: 'the hash', required: true, pattern: '[a-z0-9-]+', patternTitle: 'a name such as sha256' }],
  // The first metric is the one that the table shows.
  metric: [
    { name: 'wall_time', unit: 's', direction: 'LOWER_IS_BETTER', scope: 'RUN', description: 'From start to end of node, measured by benchcell.' },
    { name: 'hash_rate', unit: 'By/s', direction: 'HIGHER_IS_BETTER', scope: 'RUN', description: 'Bytes hashed a second, as the workload reports.' },
  ],
}

const workload = `
import { createHash } from 'node:crypto'
const [algorithm, kilobytes] = process.argv.slice(2)
const buffer = Buffer.alloc(Number(kilobytes) * 1024, 'benchcell')
const start = process.hrtime.bigint()
for (let i = 0; i < 16; i++) createHash(algorithm).update(buffer).digest()
const seconds = Number(process.hrtime.bigint() - start) / 1e9
console.log(JSON.stringify({ bytesPerSecond: (16 * buffer.length) / seconds }))
`

// Of several things with a name, the value of the one called `name`.
const named = (name, things = []) => things.find((thing) => thing.name === name)

// The steps that an agent takes for one build of one cell, in a directory of its own.
function planOf(build, cell, { experiment, bundle = [], platform }) {
  const label = (named('node', build.input) ?? named('node', experiment.input))?.label
  const node = bundle.find((one) => one.label === label && [platform, 'any'].includes(one.platform))
  if (!node) throw new Error(`build "${build.name}": no bundle for the input "node" (label "${label}") on ${platform}`)
  const algorithm = (named('algorithm', build.parameter) ?? named('algorithm', experiment.parameter))?.value
  if (!algorithm) throw new Error(`build "${build.name}": no parameter "algorithm"; expected one such as sha256`)
  const kilobytes = cell.level?.find(({ axis }) => axis === 'kilobytes')?.level ?? '1'
  return {
    build: build.name,
    step: [
      // Once in the life of the directory.
      { when: 'ONCE', mount: { sha256: node.sha256, path: 'node', mode: 'SHARED' } },
      { when: 'ONCE', writeFile: { path: 'workload.mjs', content: Buffer.from(workload).toString('base64') } },
      // In every run; exactly one command is measured.
      {
        when: 'EACH_RUN',
        command: {
          role: 'MEASURE',
          argument: ['node/bin/node', 'workload.mjs', algorithm, kilobytes],
          timeout: experiment.protocol?.timeout ?? '600s',
        },
      },
    ],
  }
}

function expand(request) {
  const builds = request.experiment?.build ?? []
  return { cell: (request.cell ?? []).map((cell) => ({ ...cell, build: builds.map((build) => planOf(build, cell, request)) })) }
}

// What a run has measured. 64-bit numbers are strings in JSON; fields that are 0 or empty are left out.
function parse({ record = {}, rawOutput = [] }) {
  const { code, signal } = record.exit ?? {}
  if (code !== 0) {
    return { status: 'GENUINE_FAILURE', message: signal ? `node was ended by signal ${signal}` : `node ended with exit code ${code}` }
  }
  try {
    const rate = JSON.parse(readFileSync(named('stdout', rawOutput).path, 'utf8')).bytesPerSecond
    const sample = [
      { metric: 'wall_time', value: Number(record.usage.wallNs) / 1e9 },
      { metric: 'hash_rate', value: rate },
    ]
    // A value that is undefined or NaN would not arrive as such.
    const odd = sample.find(({ value }) => !(value > 0 && value < 1e15))
    if (odd) throw new Error(`${odd.metric} is ${odd.value}; expected a number above 0`)
    return { status: 'OK', sample }
  } catch (error) {
    return { status: 'HARNESS_ERROR', message: `standard output is no report: ${error.message}` }
  }
}

const answers = { describe: () => description, expand, parse }

function answerTo(line) {
  try {
    const [kind, request] = Object.entries(JSON.parse(line))[0] ?? []
    if (!answers[kind]) throw new Error(`expected describe, expand or parse, found ${line.slice(0, 100)}`)
    return { [kind]: answers[kind](request) }
  } catch (error) {
    return { error: error.message }
  }
}

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answerTo(line)))
