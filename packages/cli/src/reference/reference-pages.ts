import type {
  AnyOpClass,
  DefinedAttr,
  DefinedValues,
  Extension,
  OpDefinition,
  OptionSpecs,
} from '@shardform/ir-core';
import { completenessPage } from './completeness-page.ts';
import { limitsPage } from './limits-page.ts';

/** The reference documentation, made from declarations: file name to Markdown. */
export function referencePages(extensions: readonly Extension[]): Map<string, string> {
  const all = withRequired(extensions);
  const pages = new Map<string, string>();
  const ops = all.flatMap((extension) => extension.ops ?? []);
  const dialects = [...new Set(ops.map((op) => op.definition.dialect))].sort();
  for (const dialect of dialects) {
    pages.set(
      `dialect-${dialect}.md`,
      dialectPage(
        dialect,
        ops.filter((op) => op.definition.dialect === dialect),
      ),
    );
  }
  pages.set('passes.md', passesPage(all));
  pages.set('completeness.md', completenessPage(extensions));
  pages.set('limits.md', limitsPage());
  return pages;
}

function withRequired(extensions: readonly Extension[]): Extension[] {
  const found = new Set<Extension>();
  const add = (extension: Extension): void => {
    if (found.has(extension)) return;
    extension.requires?.forEach(add);
    found.add(extension);
  };
  extensions.forEach(add);
  return [...found];
}

function dialectPage(dialect: string, ops: readonly AnyOpClass[]): string {
  const sorted = [...ops].sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1));
  return `# Dialect ${dialect}\n\n${sorted.map(({ definition }) => opReference(definition)).join('\n')}`;
}

/** The documentation of an operation, in Markdown. */
export function opReference({ name, spec, operands, results, attrs, regions, traits }: OpDefinition): string {
  const parts = [`## ${name}\n\n${sentence(spec.summary)}\n`];
  if (spec.description !== undefined) parts.push(`${spec.description}\n`);
  if (spec.format !== undefined) parts.push(`Format: ${code(`${name} ${spec.format}`)}\n`);
  const rows = [
    ...operands.map((operand) => valueRow('operand', operand)),
    ...attrs.map(attrRow),
    ...regions.map((region) => row(region.name, 'region', region.constraint.summary)),
    ...results.map((result) => valueRow('result', result)),
  ];
  if (rows.length > 0) parts.push(`| name | kind | constraint |\n| --- | --- | --- |\n${rows.join('')}`);
  if (traits.size > 0) parts.push(`Traits: ${[...traits].map((trait) => trait.name).join(', ')}\n`);
  return parts.join('\n');
}

function valueRow(kind: string, { name, arity, constraint }: DefinedValues): string {
  return row(name, arity === 'one' ? kind : `${arity} ${kind}`, constraint.summary);
}

function attrRow({ name, isOptional, constraint }: DefinedAttr): string {
  return row(name, isOptional ? 'optional attribute' : 'attribute', constraint.summary);
}

function row(name: string, kind: string, text: string): string {
  return `| \`${name}\` | ${kind} | ${text.replace(/\|/g, '\\|')} |\n`;
}

function passesPage(extensions: readonly Extension[]): string {
  const entries = extensions.flatMap((extension) => [
    ...(extension.passes ?? []).map((pass) => ({
      ...pass,
      kind: pass.anchor === null ? 'pass' : `pass on ${pass.anchor}`,
    })),
    ...(extension.pipelines ?? []).map((pipeline) => ({ ...pipeline, kind: 'pipeline' })),
  ]);
  const sections = entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(
      ({ name, kind, summary, description, options }) =>
        `## -${name}\n\n${sentence(summary)} (${kind})\n${description === undefined ? '' : `\n${description}\n`}${optionTable(options)}`,
    );
  return `# Passes and pipelines\n\n${sections.join('\n')}`;
}

function optionTable(options: OptionSpecs): string {
  const rows = Object.entries(options).map(([name, { description, valueName, isList, defaultValue }]) =>
    row(name, isList ? `list of ${valueName}` : valueName, `${description}; ${defaultText(defaultValue)}`),
  );
  return rows.length === 0 ? '' : `\n| option | value | meaning |\n| --- | --- | --- |\n${rows.join('')}`;
}

function defaultText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'empty by default' : `${value.join(', ')} by default`;
  return value === '' ? 'empty by default' : `${String(value)} by default`;
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/** A code span around text that holds backticks itself. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${text} ${fence}`;
}
