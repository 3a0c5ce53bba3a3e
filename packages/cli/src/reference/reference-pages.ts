import type {
  AnyOpClass,
  Context,
  DefinedAttr,
  DefinedValues,
  DialectDocumentation,
  Extension,
  OpDefinition,
  OpDocumentation,
  OpSpec,
  OptionSpecs,
} from '@shardform/ir-core';
import { attrSections } from './attr-reference.ts';
import { completenessPage } from './completeness-page.ts';
import { withDocumentation } from './documentation-capability.ts';
import { limitsPage } from './limits-page.ts';
import { readableSyntax, syntaxLegend } from './readable-syntax.ts';
import { sentence } from './sentence.ts';

/** Returns the reference documentation, made from declarations: file name to Markdown. */
export async function referencePages(extensions: readonly Extension[]): Promise<Map<string, string>> {
  const all = withRequired(extensions);
  const pages = new Map<string, string>();
  const ops = all.flatMap((extension) => extension.ops ?? []);
  const dialects = new Map(
    all.flatMap(({ dialects: own }) => own ?? []).map((dialect) => [dialect.name, dialect]),
  );
  const names = [...new Set(ops.map((op) => op.definition.dialect))].sort();
  for (const name of names) {
    const documentation = (await dialects.get(name)?.documentation?.()) ?? {};
    const own = ops.filter((op) => op.definition.dialect === name);
    pages.set(`dialect-${name}.md`, dialectPage(name, own, documentation) + attrSections(name, all));
  }
  pages.set('passes.md', passesPage(all));
  pages.set('completeness.md', completenessPage(await withDocumentation(extensions)));
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

function dialectPage(
  dialect: string,
  ops: readonly AnyOpClass[],
  documentation: DialectDocumentation,
): string {
  const sorted = [...ops].sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1));
  const sections = sorted.map(({ definition }) =>
    opReference(definition, documentation[mnemonicOf(definition)] ?? null),
  );
  const hasSyntax = sorted.some(({ definition }) => definition.spec.format !== undefined);
  return `# Dialect ${dialect}\n\n${hasSyntax ? `${syntaxLegend}\n\n` : ''}${sections.join('\n')}`;
}

/** Returns the documentation of an operation that its dialect has, or `null`. */
export async function documentationOf(
  definition: OpDefinition,
  context: Context,
): Promise<OpDocumentation | null> {
  const documentation = await context.dialects.get(definition.dialect)?.documentation?.();
  return documentation?.[mnemonicOf(definition)] ?? null;
}

function mnemonicOf({ name, dialect }: OpDefinition): string {
  return name.slice(dialect.length + 1);
}

/** Returns the documentation of an operation, in Markdown. */
export function opReference(definition: OpDefinition, documentation: OpDocumentation | null): string {
  const { name, spec, operands, results, attrs, regions, traits } = definition;
  const parts = [`## ${name}\n\n${sentence(spec.summary)}\n`];
  const description = documentation?.description ?? spec.description;
  if (description !== undefined) parts.push(`${description}\n`);
  if (spec.format !== undefined) parts.push(`Syntax: \`${name} ${readableSyntax(spec.format)}\`\n`);
  if (documentation !== null) parts.push(`Example:\n\n\`\`\`mlir\n${documentation.example.trim()}\n\`\`\`\n`);
  const rows = [
    ...operands.map((operand) => valueRow('operand', operand)),
    ...attrs.map(attrRow),
    ...regions.map((region) => row(region.name, 'region', region.constraint.summary)),
    ...results.map((result) => valueRow('result', result)),
  ];
  if (rows.length > 0) parts.push(`| name | kind | constraint |\n| --- | --- | --- |\n${rows.join('')}`);
  if (traits.size > 0) parts.push(`Traits: ${[...traits].map((trait) => trait.name).join(', ')}\n`);
  parts.push(behaviourText(definition));
  return parts.join('\n');
}

function behaviourText({ spec, speculates, infer }: OpDefinition): string {
  const speculatability = typeof speculates === 'function' ? 'depends on the operation' : speculates;
  const inference = infer === null ? '' : '; result types: inferred';
  return `Effects: ${effectsText(spec.effects ?? 'unknown')}; speculatable: ${speculatability}${inference}\n`;
}

function effectsText(effects: NonNullable<OpSpec['effects']>): string {
  if (typeof effects === 'function') return 'depend on the operation';
  if (typeof effects === 'string') return effects;
  return effects.map(({ kind, on }) => (on === undefined ? kind : `${kind} \`${on}\``)).join(', ');
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
