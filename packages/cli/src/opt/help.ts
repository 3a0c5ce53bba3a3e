import type { Context, OptionSpecs, PassDefinition, PipelineDefinition } from '@shardform/ir-core';
import { flagGroups } from './flags.ts';

/** Returns the text of `shardform opt --help`: flags, then every pass and pipeline with its summary. */
export function optHelp(context: Context): string {
  const groups = [...flagGroups].map(([title, flags]) => `${title}:\n${flagTable(flags)}`);
  return `Parses MLIR text, runs passes and prints the result.

Usage: shardform opt [FILE] [flags and passes]

  shardform opt step.mlir -sdy-propagation-pipeline
  shardform opt step.mlir --pass-pipeline='builtin.module(func.func(cse))' -o out.mlir
  cat step.mlir | shardform opt -canonicalize -

Flags have one or two dashes; those without a value also take =true or =false.

${groups.join('\n')}
Passes and pipelines, run in the order given; --list-passes shows their options:
${passTable([...context.passes.values(), ...context.pipelines.values()])}`;
}

/** Returns the text of `--list-passes`: passes and pipelines with their options, in MLIR's layout. */
export function passList({ passes, pipelines }: Context): string {
  const all = [...passes.values(), ...pipelines.values()];
  const width = Math.max(
    ...all.flatMap(({ name, options }) => [
      name.length + 8,
      ...Object.entries(options).map(([option, { valueName }]) => option.length + valueName.length + 13),
    ]),
  );
  const section = (title: string, items: Iterable<PassDefinition | PipelineDefinition>): string =>
    `${title}:\n${byName(items)
      .map((item) => passEntry(item, width))
      .join('')}`;
  return section('Passes', passes.values()) + section('Pass Pipelines', pipelines.values());
}

/** Returns the text of `--show-dialects`. */
export function dialectList({ dialects }: Context): string {
  return `Available Dialects: ${[...dialects.keys()].sort().join(',')}\n`;
}

function passEntry({ name, summary, options }: PassDefinition | PipelineDefinition, width: number): string {
  const lines = Object.entries(options)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([option, { valueName, description }]) => {
      const flag = valueName === 'bool' ? `--${option}` : `--${option}=<${valueName}>`;
      return `${`    ${flag}`.padEnd(width)}- ${description}\n`;
    });
  return `${`  --${name}`.padEnd(width)}-   ${summary}\n${lines.join('')}`;
}

function flagTable(flags: OptionSpecs): string {
  const rows = Object.entries(flags).map(([name, { valueName, description, impliedText, defaultValue }]) => {
    const dashes = name.length === 1 ? '-' : '--';
    const assignment = name.length === 1 ? ` ${valueName}` : `=${valueName}`;
    if (valueName === 'bool') {
      const isOn = defaultValue === true;
      return { flag: `--${name}${isOn ? '=false' : ''}`, text: isOn ? `don't ${description}` : description };
    }
    return {
      flag: `${dashes}${name}${impliedText === null ? assignment : `[${assignment}]`}`,
      text: description,
    };
  });
  const width = Math.max(...rows.map(({ flag }) => flag.length));
  return rows.map(({ flag, text }) => `  ${flag.padEnd(width)}  ${text}\n`).join('');
}

function passTable(items: readonly (PassDefinition | PipelineDefinition)[]): string {
  const width = Math.max(0, ...items.map(({ name }) => name.length));
  return byName(items)
    .map(({ name, summary }) => `  -${name.padEnd(width)}  ${summary}\n`)
    .join('');
}

function byName<T extends { readonly name: string }>(items: Iterable<T>): T[] {
  return [...items].sort((a, b) => (a.name < b.name ? -1 : 1));
}
