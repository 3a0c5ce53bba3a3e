import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a release is about, in the order of its changelog, with the packages whose changes belong there. The first that fits counts. */
const AREAS = [
  ['In Python, notebooks and editors', /^(python|vscode)$/],
  [
    'Planning, strategies and simulated time',
    /^(passes-planning|passes-dist|cost-model|runtime-dist|dialect-dist)$/,
  ],
  ['Tenstorrent', /tt(ir|nn|core)?$|^pipeline-stablehlo$|^runtime-tt$|^target-ttnn$|^conversion-/],
  ['Several meshes', /mpmd$/],
  ['Shardings and partitioning', /^(passes-sharding|dialect-sdy)$/],
  ['Execution', /^runtime-sim$/],
  [
    'StableHLO, HLO, ONNX and other dialects',
    /^(dialect-|dialects-|passes-stablehlo|passes-autodiff|import-|hlo-module|target-hlo)/,
  ],
  ['Explanations and reports', /^(inspect|study)$/],
  ['Playground', /^playground$/],
  ['The command', /^cli$/],
  ['The library', /^ir-core$/],
];

/** Python and editors are no packages of npm: their changes are those of the command that speak of them. */
const OF_PYTHON =
  /^(`pip install|`shardform lsp`|In editors)|\b(Python package|[Ii]n Python|for notebooks|in notebooks|VS Code)\b/;

/** A change as its author told it. */
export function readChangesets(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => {
      const [, head, text] = /^---\n([^]*?)---\n([^]*)$/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      if (head === undefined) throw new Error(`${name} has no packages`);
      const packages = [...head.matchAll(/^['"]@shardform\/([\w-]+)['"]: (major|minor|patch)$/gm)];
      if (packages.length === 0) throw new Error(`${name} has no packages`);
      return {
        name,
        packages: packages.map(([, own]) => own),
        kind: packages.some(([, , kind]) => kind === 'major')
          ? 'breaking'
          : packages.some(([, , kind]) => kind === 'minor')
            ? 'new'
            : 'fixed',
        text: text.trim().replaceAll(/\s*\n\s*/g, ' '),
      };
    });
}

/** The section of a version: by area; within, what breaks, what is new, and what was wrong. */
export function changelogOf(changesets, version) {
  const byArea = new Map(AREAS.map(([title]) => [title, []]));
  for (const change of changesets) byArea.get(areaOf(change)).push(change);
  const sections = [...byArea]
    .filter(([, changes]) => changes.length > 0)
    .map(([title, changes]) => sectionOf(title, changes));
  return `## ${version}\n\n${sections.join('\n')}`;
}

function areaOf({ packages, text }) {
  const names = OF_PYTHON.test(text) ? ['python', ...packages] : packages;
  const [title] = AREAS.find(([, pattern]) => names.some((name) => pattern.test(name))) ?? AREAS.at(-1);
  return title;
}

function sectionOf(title, changes) {
  const of = (kind, heading) => {
    const own = changes.filter((change) => change.kind === kind);
    return own.length === 0 ? '' : `${heading}\n\n${own.map(({ text }) => `- ${text}\n`).join('')}\n`;
  };
  return `### ${title}\n\n${of('breaking', '**Breaks**')}${of('new', '**New**')}${of('fixed', '**Fixed**')}`;
}
