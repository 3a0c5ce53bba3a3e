import { mlirSpans } from '../highlight/mlir-spans.ts';
import { escapeMarkup } from '@shardform/inspect';

/** A section of a page; its body is HTML. */
export interface Section {
  readonly title: string;
  readonly body: string;
}

/** MLIR's text in colours. */
export function mlirHtml(text: string): string {
  let html = '';
  for (const { kind, text: piece } of mlirSpans(text)) {
    const escaped = escapeMarkup(piece);
    html += kind === 'other' ? escaped : `<span class="${kind}">${escaped}</span>`;
  }
  return `<pre>${html}</pre>`;
}

/** Text of a terminal. */
export function preformatted(text: string): string {
  return `<pre>${escapeMarkup(text)}</pre>`;
}

/** Returns a table; cells are text. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = headings.map((heading) => `<th scope="col">${escapeMarkup(heading)}</th>`).join('');
  const body = rows.map(
    (cells) => `<tr>${cells.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

/** Something long that is shown on request. */
export function folded(summary: string, body: string): string {
  return `<details><summary>${escapeMarkup(summary)}</summary>${body}</details>`;
}

/** Returns a page that needs nothing but itself: no scripts, no other files. */
export function page(title: string, lead: string, sections: readonly Section[]): string {
  const links = sections.map(({ title: name }, i) => `<a href="#s${i}">${escapeMarkup(name)}</a>`).join(' ');
  const parts = sections.map(
    ({ title: name, body }, i) => `<section id="s${i}"><h2>${escapeMarkup(name)}</h2>\n${body}\n</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title>
<style>
${STYLE}</style>
</head>
<body>
<header><h1>${escapeMarkup(title)}</h1>
<p>${escapeMarkup(lead)}</p>
<nav aria-label="Sections">${links}</nav></header>
<main>
${parts.join('\n')}
</main>
</body>
</html>
`;
}

// Colours have a contrast of 4.5 or more against both backgrounds' texts.
const STYLE = `:root { color-scheme: light dark; --text: #1c2128; --back: #fff; --line: #c8ced6; --soft: #f3f5f7; --blue: #0a50b0; --green: #166534; --brown: #8a4b08; --purple: #6b21a8; --grey: #57606a; --red: #b42318 }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ee; --back: #14181d; --line: #3c444d; --soft: #1d232a; --blue: #7fb4ff; --green: #7ee2a0; --brown: #f0b46e; --purple: #d0a8ff; --grey: #a4adb8; --red: #ff9a8d } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); max-width: 72rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem }
a { color: var(--blue) } nav a { margin-right: 1rem }
pre { overflow-x: auto; background: var(--soft); padding: .75rem; font-size: .85rem }
table { border-collapse: collapse; display: block; overflow-x: auto } th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left }
svg { max-width: 100%; height: auto } summary { cursor: pointer }
.comment { color: var(--grey) } .operation { color: var(--blue) } .symbol { color: var(--brown) } .type { color: var(--brown) } .attribute { color: var(--purple) } .string { color: var(--green) }
.problem { color: var(--red) }
`;
