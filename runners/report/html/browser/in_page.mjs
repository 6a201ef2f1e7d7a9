// Functions that browser_test.mjs has run inside the page: each stands by itself.

/** The texts of the table's rows, without the references to notes. */
export function tableCells() {
  return [...document.querySelectorAll('#table tbody tr')].map((row) =>
    [...row.cells].map((cell) => cell.textContent.trim()));
}

/** For each picture: how many marks it has, and how many runs its table. */
export function marksOf() {
  return [...document.querySelectorAll('article')].map((article) => ({
    marks: [...article.querySelectorAll('.plot .d')].reduce(
      (sum, path) => sum + path.getAttribute('d').split('M').length - 1, article.querySelectorAll('use.x').length),
    cells: article.querySelectorAll('.list tbody td:not(.none)').length,
  }));
}

/** Role or element, and name, of what has the focus. */
export function describeFocus() {
  const element = document.activeElement;
  const label = element.getAttribute('aria-label') ??
    document.getElementById(element.getAttribute('aria-labelledby'))?.textContent ?? element.textContent;
  if (element === document.body) return 'body';
  return `${element.getAttribute('role') ?? element.localName} ${label.trim()}`;
}

/** What is wider than the window, outside of parts that scroll. */
export function overflowing() {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll('body *')]
    .filter((element) => !element.closest('.scroll') && element.getBoundingClientRect().right > width + 1)
    .map((element) => `${element.localName}.${element.getAttribute('class')}: ${element.textContent.slice(0, 40)}`);
}

/** Contrast (WCAG 2.2) of every kind of text and mark against what is behind it, and the least that it needs. */
export function contrasts() {
  const luminance = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = getComputedStyle(each).backgroundColor;
      if (!/, 0\)$|^transparent$/.test(color)) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const found = new Map();
  const add = (element, color, least) => {
    const back = behind(element);
    const [high, low] = [luminance(color), luminance(back)].sort((a, b) => b - a);
    const what = `${element.localName}.${element.getAttribute('class')} ${color} on ${back}`;
    found.set(what, { what, ratio: (high + 0.05) / (low + 0.05), least });
  };
  for (const element of document.querySelectorAll('body *')) {
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (element.closest('script, style, title, desc')) continue;
    if (hasText) add(element, element.closest('svg') ? style.fill : style.color, 4.5);
    if (element.matches('.d, .w, .md, .ci, use.x, .q, .pub')) add(element, style.stroke, 3);
  }
  return [...found.values()];
}
