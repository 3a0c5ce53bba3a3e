import { createHash } from 'node:crypto';
import { mlirSpans } from '../highlight/mlir-spans.ts';
import { escapeMarkup } from '@shardform/inspect';
import { type Cell, cellHtml } from './report-html.ts';
import { searchScript } from './search-script.ts';

/** A section of a page; its body is HTML. */
export interface Section {
  readonly title: string;
  readonly body: string;
  /** True if the page's script searches it, and draws what it holds packed. */
  readonly isSearched?: boolean;
}

/** Returns MLIR's text in colours. */
export function mlirHtml(text: string): string {
  let html = '';
  // Most pieces are of no kind: they are escaped together.
  let plain = '';
  for (const { kind, text: piece } of mlirSpans(text)) {
    if (kind === 'other') {
      plain += piece;
      continue;
    }
    html += `${escapeMarkup(plain)}<span class="${kind}">${escapeMarkup(piece)}</span>`;
    plain = '';
  }
  return html + escapeMarkup(plain);
}

/** Text of a terminal. */
export function preformatted(text: string): string {
  return `<pre>${escapeMarkup(text)}</pre>`;
}

/** Returns a table; without headings the first cell of each row is its heading. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = headings.map((heading) => `<th scope="col">${escapeMarkup(heading)}</th>`).join('');
  const hasHead = headings.length > 0;
  const body = rows.map((cells) => {
    const all = cells.map((cell, i) =>
      i === 0 && !hasHead ? `<th scope="row">${cellHtml(cell)}</th>` : `<td>${cellHtml(cell)}</td>`,
    );
    return `<tr>${all.join('')}</tr>`;
  });
  return `<table>${hasHead ? `<thead><tr>${head}</tr></thead>` : ''}<tbody>${body.join('\n')}</tbody></table>`;
}

/** Something long that is shown on request. */
export function folded(summary: string, body: string): string {
  return `<details><summary>${escapeMarkup(summary)}</summary>${body}</details>`;
}

/** Returns a page that needs nothing but itself. It executes nothing, but for the search of sections that want it. */
export function page(title: string, lead: string, sections: readonly Section[]): string {
  const script = sections.some(({ isSearched }) => isSearched) ? searchScript : null;
  const links = sections.map(({ title: name }, i) => `<a href="#s${i}">${escapeMarkup(name)}</a>`).join(' ');
  const parts = sections.map(
    ({ title: name, body, isSearched }, i) =>
      `<section id="s${i}"${isSearched === true ? ' class="searched"' : ''}><h2>${escapeMarkup(name)}</h2>\n${body}\n</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; ${script === null ? '' : `script-src 'sha256-${sha256(script)}'; `}img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title>
<style>
${STYLE}</style>
</head>
<body>
<header><h1>${escapeMarkup(title)}</h1>
<p>${escapeMarkup(lead)}</p>
<nav aria-label="Sections">${links}</nav></header>${script === null ? '' : FINDER}
<main>
${parts.join('\n')}
</main>
${
  script === null
    ? ''
    : `<script type="module">${script}</script>
`
}</body>
</html>
`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

const FINDER = `
<search id="finder" hidden><input id="search" type="search" placeholder="Search values, collectives, memory and explanations" aria-label="Search the page" aria-keyshortcuts="/"> <output id="found" for="search"></output></search>
<noscript>This page needs its script to list values and texts.</noscript>`;

// The playground's colours: hues are for axes of the mesh, chrome is grey.
const STYLE = `:root { color-scheme: light dark;
--ink: light-dark(#14171a, #eceef0); --ink-2: light-dark(#474e57, #b6bdc6); --bg: light-dark(#fff, #121417); --sunken: light-dark(#f5f6f7, #181b1f); --line: light-dark(#e2e5e8, #2b3036); --fill: light-dark(#eceef0, #23272c); --bad: light-dark(#b3261e, #ff8a80);
--a1: light-dark(#0a4f96, #8cc2f8); --a2: light-dark(#8a4100, #f7b36b); --a3: light-dark(#035539, #4bebc2); --a4: light-dark(#7d176b, #ea8ac5); --a5: light-dark(#544b02, #e3d859); --a6: light-dark(#2c3ca8, #a1a8fd);
--t1: light-dark(#deebf9, #14304c); --t2: light-dark(#fdead6, #42290f); --t3: light-dark(#d9e5e1, #194b41); --t4: light-dark(#edddea, #441033); --t5: light-dark(#e7e5d9, #474521); --t6: light-dark(#e0e3f4, #1e2352) }
body { font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--bg); max-width: 80rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem }
a { color: inherit } nav a { margin-right: 1rem }
pre { overflow-x: auto; background: var(--sunken); padding: .75rem; font: 12px/19px ui-monospace, Menlo, Consolas, monospace }
table { border-collapse: collapse; display: block; overflow-x: auto } th, td { border-bottom: 1px solid var(--line); padding: .2rem .75rem .2rem 0; text-align: left; vertical-align: top } th { color: var(--ink-2); font-weight: 500 }
svg { max-width: 100%; height: auto } summary { cursor: pointer }
.comment, .symbol, .attribute, .type { color: var(--ink-2) } .operation { font-weight: 600 }
.chip, .ax { display: inline-block; background: var(--fill); color: var(--ink-2); font: 600 11px/16px ui-monospace, monospace; border-radius: 2px } .ax, .chip i { padding: 0 4px } .chip i { font-style: normal; display: inline-block }
.a1 { background: var(--t1); color: var(--a1) } .a2 { background: var(--t2); color: var(--a2) } .a3 { background: var(--t3); color: var(--a3) } .a4 { background: var(--t4); color: var(--a4) } .a5 { background: var(--t5); color: var(--a5) } .a6 { background: var(--t6); color: var(--a6) }
#finder { position: sticky; top: 0; background: var(--bg); padding: .5rem 0; z-index: 1 } #search { font: inherit; color: inherit; background: var(--sunken); border: 1px solid var(--line); border-radius: 3px; padding: .3rem .5rem; width: min(32rem, 70%) } #found { color: var(--ink-2); margin-left: .5rem }
th button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer } th[aria-sort=ascending] button::after { content: " \\2191" } th[aria-sort=descending] button::after { content: " \\2193" }
#values td { white-space: nowrap; max-width: 28rem; overflow: hidden; text-overflow: ellipsis } section { scroll-margin-top: 3rem } h2::after { content: attr(data-found); color: var(--ink-2); font-size: .85rem; font-weight: 400; margin-left: .75rem }
.problem { color: var(--bad) }
`;
