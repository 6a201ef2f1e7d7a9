// Measures esbuild (https://esbuild.github.io) on a generated module: the time it takes, the bytes that come out.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const metric = { direction: 'LOWER_IS_BETTER', scope: 'RUN' }
const description = {
  name: 'esbuild_js', version: '1', title: 'esbuild on a generated module',
  axis: [
    { name: 'functions', title: 'how many the module has', level: ['100', '1000', '10000'], defaultLevel: '1000' },
    { name: 'minify', title: 'whether esbuild makes it small', level: ['false', 'true'], defaultLevel: 'true' },
  ],
  input: [{ name: 'esbuild', title: 'an installation of the npm package esbuild', required: true }],
  metric: [
    { ...metric, name: 'wall_time', unit: 's', description: 'From start to end of esbuild, measured by benchcell.' },
    { ...metric, name: 'output_size', unit: 'By', exact: true, description: 'Bytes written, as esbuild says.' },
  ],
}

function planOf(build, levels, { experiment, bundle = [], platform }) {
  const input = [...(build.input ?? []), ...(experiment.input ?? [])].find(({ name }) => name === 'esbuild')
  const found = bundle.find((one) => one.label === input?.label && [platform, 'any'].includes(one.platform))
  if (!found) throw new Error(`build "${build.name}": no bundle for the input "esbuild" on ${platform}`)
  const line = (i) => `export function add${i}(first, second) {\n  return (first + second) * ${i}\n}\n`
  const module = Array.from({ length: Number(levels.functions) || 0 }, (_, i) => line(i)).join('')
  const program = `tool/node_modules/@esbuild/${platform}/bin/esbuild`
  const argument = [program, 'module.js', '--outfile=out.js', '--metafile=meta.json', `--minify=${levels.minify}`]
  return { build: build.name, step: [
    { when: 'ONCE', mount: { sha256: found.sha256, path: 'tool', mode: 'SHARED' } },
    { when: 'ONCE', writeFile: { path: 'module.js', content: Buffer.from(module).toString('base64') } },
    { when: 'EACH_RUN', wipe: { path: ['out.js', 'meta.json'] } },
    { when: 'EACH_RUN', command: { role: 'MEASURE', argument, timeout: experiment.protocol?.timeout ?? '600s' } },
    { when: 'EACH_RUN', collectFile: { path: 'meta.json', name: 'metafile' } },
  ] }
}

function expand({ experiment = {}, cell = [], ...request }) {
  const levelsOf = ({ level = [] }) => Object.fromEntries(level.map((one) => [one.axis, one.level]))
  const plans = (one) => (experiment.build ?? []).map((b) => planOf(b, levelsOf(one), { experiment, ...request }))
  return { cell: cell.map((one) => ({ ...one, build: plans(one) })) }
}

function parse({ record = {}, rawOutput = [] }) {
  const { code, signal } = record.exit ?? {}
  if (code !== 0) return { status: 'GENUINE_FAILURE', message: signal ? `signal ${signal}` : `exit code ${code}` }
  try {
    const size = JSON.parse(readFileSync(rawOutput.find(({ name }) => name === 'metafile').path)).outputs['out.js'].bytes
    if (!(size > 0 && size < 1e12)) throw new Error(`the size of out.js is ${size}`)
    const values = { wall_time: Number(record.usage.wallNs) / 1e9, output_size: size }
    return { status: 'OK', sample: Object.entries(values).map(([metric, value]) => ({ metric, value })) }
  } catch (error) { return { status: 'HARNESS_ERROR', message: `no metafile that can be read: ${error.message}` } }
}

const answers = { describe: () => description, expand, parse }
function answerTo(line) {
  try {
    const [name, request] = Object.entries(JSON.parse(line))[0] ?? []
    if (!answers[name]) throw new Error(`expected describe, expand or parse, found ${line.slice(0, 80)}`)
    return { [name]: answers[name](request) }
  } catch (error) { return { error: error.message } }
}
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answerTo(line)))
