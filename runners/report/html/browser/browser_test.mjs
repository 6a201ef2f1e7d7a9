// Opens the pages of page_maker in headless Chromium and looks at them as a reader does.
//
//   node browser_test.mjs CHROMIUM PDFTOTEXT AXE PAGES PROFILE OUTPUT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Chromium, Tab } from './chromium.mjs';
import { contrasts, describeFocus, marksOf, overflowing, tableCells } from './in_page.mjs';

const [program, pdftotext, axeFile, pages, profile, output] = process.argv.slice(2);
const axe = readFileSync(axeFile, 'utf8');
const browser = new Chromium(program, profile);
after(() => browser.close());

const names = readdirSync(pages).filter((file) => file.endsWith('.html')).map((file) => file.slice(0, -5));
const SCHEMES = ['light', 'dark'];

function read(file) {
  return JSON.parse(readFileSync(join(pages, file), 'utf8'));
}

function addressOf(name) {
  return pathToFileURL(join(pages, `${name}.html`)).href;
}

function open(name, options) {
  return Tab.open(browser, addressOf(name), options);
}

/** Opens a page, gives it to `action` and closes it. */
async function withPage(name, options, action) {
  const tab = await open(name, options);
  try {
    return await action(tab);
  } finally {
    await tab.close();
  }
}

function keep(file, bytes) {
  writeFileSync(join(output, file), bytes);
}

test('there are pages', () => assert.ok(names.length >= 8, names.join()));

for (const name of names) {
  describe(name, () => {
    let tab;
    before(async () => { tab = await open(name); });
    after(() => tab.close());

    test('the table has the numbers of the JSON report', async () => {
      const rows = await tab.call(tableCells);
      const { cells } = read(`${name}.expected.json`);
      assert.equal(rows.length, cells.length);
      cells.forEach((expected, row) => {
        let from = 0;
        for (const text of expected) {
          const at = rows[row].indexOf(text, from);
          assert.notEqual(at, -1, `row ${row}: ${text} is not among ${rows[row].slice(from)}`);
          from = at + 1;
        }
      });
    });

    test('every record is a mark and a cell', async () => {
      const pictures = await tab.call(marksOf);
      const { records, series } = read(`${name}.expected.json`);
      assert.equal(pictures.length, series);
      assert.equal(pictures.reduce((sum, { marks }) => sum + marks, 0), records);
      for (const { marks, cells } of pictures) assert.equal(marks, cells);
    });

    for (const scheme of SCHEMES) {
      test(`text and marks have contrast (${scheme})`, async () => {
        await tab.emulate({ 'prefers-color-scheme': scheme });
        const found = await tab.call(contrasts);
        assert.ok(found.length > 5);
        for (const { what, ratio, least } of found) assert.ok(ratio >= least, `${what}: ${ratio.toFixed(2)}`);
      });
    }

    test('axe finds nothing', async () => {
      await tab.evaluate(`${axe}; undefined`);
      const violations = await tab.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(
        ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
      assert.deepEqual(violations, []);
    });

    for (const width of [320, 640, 1100]) {
      test(`nothing sticks out at ${width} pixels`, async () => {
        await tab.resize(width);
        assert.deepEqual(await tab.call(overflowing), []);
      });
    }

    test('no problem was reported and nothing fetched', () => {
      assert.deepEqual(tab.problems, []);
      assert.deepEqual(tab.requests.filter((url) => url !== 'data:,'), [addressOf(name)]);
    });
  });
}

test('what the policy forbids is noticed', () => withPage('typical', {}, async (tab) => {
  await tab.evaluate(`document.body.insertAdjacentHTML('beforeend', '<p style="color:red">');
    const script = document.createElement('script'); script.textContent = 'globalThis.ran = true'; document.body.append(script);
    fetch('http://127.0.0.1:9/').catch(() => {})`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(await tab.evaluate('globalThis.ran'), undefined);
  assert.ok(tab.problems.filter((text) => /Content Security Policy/.test(text)).length >= 2, tab.problems.join('\n'));
}));

test('the keyboard goes through the page in its order', () => withPage('typical', {}, async (tab) => {
  const stops = [];
  for (let i = 0; i < 60 && stops.at(-1) !== 'body'; ++i) {
    await tab.press('Tab');
    stops.push(await tab.call(describeFocus));
  }
  assert.equal(stops[0], 'a Skip to the result');
  const order = ['a What changed', 'a fsModuleCache false', 'region Metric: wall_time, lower is better. The same in all rows: pool forks.', 'a [1]', 'group Runs; the arrow keys go from run to run',
    'summary The 32 runs as a table', 'summary The 35 runs as a table', 'region Pins', 'region Machines', 'summary The experiment, as it was submitted'];
  let at = 0;
  for (const stop of order) {
    const next = stops.indexOf(stop, at);
    assert.notEqual(next, -1, `${stop} does not come after ${stops[at]} in\n${stops.join('\n')}`);
    at = next;
  }
}));

test('arrow keys tell the runs one by one', () => withPage('typical', {}, async (tab) => {
  await tab.evaluate("document.querySelector('#r2 .chart').focus()");
  const say = () => tab.evaluate("document.querySelector('#r2 .readout').textContent");
  assert.match(await say(), /^Run 1 of 35: [\d.]+s \u00b7 5\.0\.5 \u00b7 1\.1$/);
  const said = new Set([await say()]);
  for (let i = 0; i < 40; ++i) {
    await tab.press('ArrowRight');
    said.add(await say());
  }
  assert.equal(said.size, 35);
  assert.ok([...said].some((text) => text.includes('failed')));
  assert.ok([...said].some((text) => text.includes('superseded')));
  await tab.press('Home');
  assert.match(await say(), /^Run 1 of 35/);
  await tab.press('ArrowLeft');
  assert.match(await say(), /^Run 1 of 35/);
  await tab.press('End');
  assert.match(await say(), /^Run 35 of 35/);
}));

test('the ring is around the dot that is told', () => withPage('typical', {}, async (tab) => {
  const points = await tab.evaluate(`(() => {
    const chart = document.querySelector('#r0 .chart');
    chart.focus();
    const texts = [];
    for (let i = 0; i < 32; ++i) {
      const ring = chart.querySelector('.here').getBoundingClientRect();
      texts.push([ring.y + ring.height / 2, parseFloat(document.querySelector('#r0 .readout').textContent.split(': ')[1])]);
      chart.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    }
    return texts;
  })()`);
  points.sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < points.length; ++i) assert.ok(points[i][1] <= points[i - 1][1], JSON.stringify(points));
}));

test('the accessibility tree has names', () => withPage('typical', {}, async (tab) => {
  const { nodes } = await tab.send('Accessibility.getFullAXTree');
  const named = (role) => nodes.filter((node) => !node.ignored && node.role?.value === role).map((node) => node.name?.value);
  const images = named('image').concat(named('img'));
  assert.equal(images.length, 6, images.join('\n'));
  assert.ok(images.includes('Runs of fsModuleCache false in measured order'), images.join('\n'));
  assert.ok(images.every((text) => text?.length > 10));
  assert.ok(named('table').includes('Metric: wall_time, lower is better. The same in all rows: pool forks.'), named('table').join('\n'));
  assert.ok(named('rowheader').includes('false'));
  assert.ok(named('columnheader').includes('95% interval'));
  assert.deepEqual(named('main').length, 1);
  assert.deepEqual(named('navigation'), ['Parts of this page']);
  assert.ok(named('heading').includes('What changed'));
}));

test('without a script all of it is there', () => withPage('typical', { script: false }, async (tab) => {
  assert.deepEqual(tab.problems, []);
  const { root } = await tab.send('DOM.getDocument', { depth: -1 });
  const { outerHTML } = await tab.send('DOM.getOuterHTML', { nodeId: root.nodeId });
  assert.ok(!outerHTML.includes('class="readout"'));
  assert.equal(outerHTML.match(/<circle class="pt/g).length, 3);
  assert.ok(outerHTML.includes('killed after 10m'));
}));

for (const [title, options] of [['with a script', {}], ['without', { script: false }]]) {
  test(`paper has everything, ${title}`, () => withPage('typical', options, async (tab) => {
    const file = join(output, `typical${options.script === false ? '-plain' : ''}.pdf`);
    writeFileSync(file, await tab.pdf());
    const text = execFileSync(pdftotext, ['-layout', file, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
    for (const part of ['vitest 5.0.5 against 5.1.0 on a tenth of setup-mocks', 'published \u221228%: differs', 'killed after 10m',
      'timed out', 'superseded', 'not quiet after 2m', 'AMD EPYC 7763', 'as it was written', 'a'.repeat(64), '//toolchains/node:24.22.1', 'too noisy to tell']) {
      assert.ok(text.includes(part), `${part} is not in\n${text}`);
    }
    const { cells } = read('typical.expected.json');
    for (const cell of cells.flat()) {
      for (const word of cell.split(' ')) assert.ok(text.includes(word), `${word} is not in\n${text}`);
    }
  }));
}

test('on paper nothing sticks out', () => withPage('typical', { width: 703, type: 'print' }, async (tab) => {
  assert.deepEqual(await tab.call(overflowing), []);
  assert.ok(await tab.evaluate("[...document.querySelectorAll('.scroll')].every((part) => part.scrollWidth <= part.clientWidth + 1)"));
}));

test('pictures of the page are kept', async () => {
  for (const scheme of SCHEMES) {
    await withPage('typical', { media: { 'prefers-color-scheme': scheme } }, async (tab) => keep(`typical-${scheme}.png`, await tab.screenshot()));
  }
  await withPage('typical', { width: 360 }, async (tab) => keep('typical-narrow.png', await tab.screenshot()));
  for (const name of ['counted', 'moved', 'hostile', 'many_runs']) {
    await withPage(name, {}, async (tab) => keep(`${name}.png`, await tab.screenshot()));
  }
});
