import type { AttrClass, Extension } from '@shardform/ir-core';
import { readableSyntax } from './readable-syntax.ts';
import { sentence } from './sentence.ts';

/** Returns the sections of a dialect's attributes and types, in Markdown; empty where it has none. */
export function attrSections(dialect: string, extensions: readonly Extension[]): string {
  return (
    section(
      'Attributes',
      '#',
      dialect,
      extensions.flatMap(({ attrs }) => attrs ?? []),
    ) +
    section(
      'Types',
      '!',
      dialect,
      extensions.flatMap(({ types }) => types ?? []),
    )
  );
}

function section(title: string, sigil: '#' | '!', dialect: string, classes: readonly AttrClass[]): string {
  const own = classes
    .filter(({ mnemonic, definition }) => mnemonic.startsWith(`${dialect}.`) && definition !== undefined)
    .sort((a, b) => (a.mnemonic < b.mnemonic ? -1 : 1));
  if (own.length === 0) return '';
  return `\n## ${title}\n\n${own.map((cls) => attrReference(sigil, cls)).join('\n')}`;
}

/** The documentation of an attribute or type, in Markdown. */
function attrReference(sigil: '#' | '!', { mnemonic, definition }: AttrClass): string {
  const { summary, parameters, syntax } = definition!;
  const parts = [`### ${sigil}${mnemonic}\n`];
  if (summary !== '') parts.push(`${sentence(summary)}\n`);
  if (syntax !== '') parts.push(`Syntax: \`${syntaxOf(sigil, mnemonic, syntax, parameters)}\`\n`);
  if (parameters.length > 0)
    parts.push(
      `| parameter | kind |\n| --- | --- |\n${parameters.map(([name, kind]) => `| \`${name}\` | ${kind} |\n`).join('')}`,
    );
  return parts.join('\n');
}

/** `#dialect.mnemonic<...>`, or `#dialect<mnemonic ...>` for what stands without brackets of its own. */
function syntaxOf(sigil: '#' | '!', mnemonic: string, format: string, parameters: ParameterRows): string {
  const text = readableSyntax(
    format.replace(/\bstruct\(params\)/g, struct(parameters)).replace(/\bparams\b/g, list(parameters)),
  );
  if (text.startsWith('<')) return `${sigil}${mnemonic}${text.replace(/^< /, '<').replace(/ >$/, '>')}`;
  const dot = mnemonic.indexOf('.');
  const space = /^[({]/.test(text) ? '' : ' ';
  return `${sigil}${mnemonic.slice(0, dot)}<${mnemonic.slice(dot + 1)}${space}${text}>`;
}

type ParameterRows = readonly (readonly [name: string, kind: string])[];

function struct(parameters: ParameterRows): string {
  return parameters.map(([name]) => `\`${name}\` \`=\` $${name}`).join(' `,` ');
}

function list(parameters: ParameterRows): string {
  return parameters.map(([name]) => `$${name}`).join(' `,` ');
}
