import type { TSchema } from 'typebox';
import type { Command, JsonOutput } from '../command/command.ts';
import type { CommandEntry } from '../commands.ts';
import { diagnosticSchema, errorSchema } from './diagnostic-schema.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** A command or a command of a group, with its JSON. */
export interface CommandWithJson {
  readonly command: Command;
  readonly json: JsonOutput;
}

/** All commands that print JSON. */
export async function commandsWithJson(
  entries: Readonly<Record<string, CommandEntry>>,
): Promise<CommandWithJson[]> {
  const loaded = await Promise.all(Object.values(entries).map(({ load }) => load()));
  return loaded
    .flatMap((command) => [command, ...command.subcommands.map((entry) => entry.command)])
    .flatMap((command) => (command.json === null ? [] : [{ command, json: command.json }]));
}

/** Returns the reference of all JSON output: a file for each schema, and a page that lists them by command. */
export function schemaPages(commands: readonly CommandWithJson[]): Map<string, string> {
  const page = (schema: TSchema): string => `${JSON.stringify({ $schema: DIALECT, ...schema }, null, 2)}\n`;
  const pages = new Map<string, string>([
    ['README.md', overview(commands)],
    ['diagnostic.schema.json', page(diagnosticSchema)],
    ['error.schema.json', page(errorSchema)],
  ]);
  for (const { json } of commands)
    for (const { name, schema } of [json, ...json.variants]) pages.set(`${name}.schema.json`, page(schema));
  return pages;
}

function overview(commands: readonly CommandWithJson[]): string {
  const row = (call: string, name: string): string => `| \`${call}\` | [${name}](${name}.schema.json) |\n`;
  const rows = commands.flatMap(({ command, json }) => [
    row(command.name, json.name),
    ...json.variants.map(({ flag, name }) => row(`${command.name} ${flag}`, name)),
  ]);
  return `# JSON output

With \`--json\` a command prints JSON on standard output: one object on one line, or, for \`explain\`, one for each value.
When it can't do what it is asked to, it prints an [error](error.schema.json) and the exit code is 1.
\`opt --diagnostics-format=json\` prints one [diagnostic](diagnostic.schema.json) a line on standard error.

Every object has a \`version\`. It changes when members change their meaning or go away. Members may be added at any
time, so readers skip the ones that they don't know.

| command | schema |
| --- | --- |
${rows.join('')}`;
}
