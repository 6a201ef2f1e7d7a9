// Lets a reader go from run to run in each picture, by pointer or by arrow keys, and opens what is
// folded when the page is printed. Everything that it says stands in the page already: a dot and its
// cell in the table of runs are in the same order, see run_layout.h.
'use strict';
(() => {
  const SVG = 'http://www.w3.org/2000/svg';

  /** Runs of a picture in measured order: {x, y, text}; x is a share of the width, y in pixels. */
  function runsOf(article) {
    const plot = article.querySelector('.plot');
    const dots = article.querySelector('.dots');
    const top = dots ? Number(dots.getAttribute('y')) : 0;
    const queues = new Map();
    for (const path of article.querySelectorAll('.plot .d')) {
      const key = path.dataset.build ?? 's';
      queues.set(key, [...path.getAttribute('d').matchAll(/M([\d.]+) ([-\d.]+)/g)].map(
        (match) => ({ x: Number(match[1]) / 1000, y: top + Number(match[2]) })));
    }
    queues.set('x', [...plot.querySelectorAll('use.x')].map(
      (use) => ({ x: parseFloat(use.getAttribute('x')) / 100, y: Number(use.getAttribute('y')) })));
    const builds = [...article.querySelectorAll('.list thead th')].slice(1).map((th) => th.textContent);
    const runs = [];
    for (const row of article.querySelectorAll('.list tbody tr')) {
      [...row.cells].slice(1).forEach((cell, build) => {
        if (cell.className === 'none') return;
        const place = queues.get(cell.className || String(build)).shift();
        const order = Number(cell.querySelector('i').textContent);
        const value = cell.firstChild.textContent.trim();
        runs.push({ ...place, order, text: `${value} \u00b7 ${builds[build]} \u00b7 ${row.cells[0].textContent}` });
      });
    }
    return runs.sort((a, b) => a.order - b.order);
  }

  function prepare(article) {
    const chart = article.querySelector('.chart');
    const plot = chart.querySelector('.plot');
    const ring = document.createElementNS(SVG, 'circle');
    const readout = document.createElement('p');
    let runs;
    let at = -1;
    readout.className = 'readout';
    readout.setAttribute('role', 'status');
    chart.after(readout);
    ring.setAttribute('class', 'here');
    ring.setAttribute('r', '7');
    chart.tabIndex = 0;
    chart.setAttribute('role', 'group');
    chart.setAttribute('aria-label', 'Runs; the arrow keys go from run to run');

    function show(index) {
      runs ??= runsOf(article);
      at = Math.min(Math.max(index, 0), runs.length - 1);
      const run = runs[at];
      ring.setAttribute('cx', `${run.x * 100}%`);
      ring.setAttribute('cy', String(run.y));
      plot.append(ring);
      readout.textContent = `Run ${run.order} of ${runs.length}: ${run.text}`;
    }

    plot.addEventListener('pointermove', (event) => {
      runs ??= runsOf(article);
      const box = plot.getBoundingClientRect();
      const distance = (run) => Math.hypot(run.x * box.width - (event.clientX - box.left),
        (run.y - (event.clientY - box.top)) / 4);
      let best = 0;
      runs.forEach((run, index) => { if (distance(run) < distance(runs[best])) best = index; });
      show(best);
    });
    chart.addEventListener('focus', () => show(at));
    chart.addEventListener('keydown', (event) => {
      const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: Infinity };
      if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      show(steps[event.key]);
    });
  }

  for (const article of document.querySelectorAll('article:has(.chart)')) prepare(article);

  let opened = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details:not([open])')];
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
  });
})();
