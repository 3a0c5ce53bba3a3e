import { closestName } from '@shardform/ir-core';
import { UsageError } from '../tool-io.ts';
import { type Command, plainText, type Subcommand } from './command.ts';
import { helpColumns } from './help-text.ts';
import { wrappedText } from './wrapped-text.ts';

/** The declaration of a command whose first argument is a command. */
export interface CommandGroupSpec {
  readonly name: string;
  /** Description of its commands, in sentences. */
  readonly description: string;
  /** Whole command lines. */
  readonly examples: readonly string[];
  readonly subcommands: readonly Subcommand[];
  /** Notes after the list of commands. */
  readonly notes: string;
}

/** Makes a command that dispatches to others; the names of these begin with its own. */
export function defineCommandGroup(spec: CommandGroupSpec): Command {
  const { name, description, subcommands } = spec;
  const byName = new Map(subcommands.map(({ command }) => [command.name.slice(name.length + 1), command]));
  return {
    name,
    description,
    flags: {},
    positionals: [{ name: 'COMMAND', description: `a command: ${[...byName.keys()].join(', ')}` }],
    tool: null,
    subcommands,
    json: null,
    async run(args, input) {
      const [given, ...rest] = args;
      if (given === undefined || /^--?h(elp)?$/.test(given))
        return plainText(groupHelp(spec, helpColumns(input.outputColumns)));
      const command = byName.get(given);
      if (command !== undefined) return command.run(rest, input);
      const close = closestName(given, byName.keys());
      const hint =
        close === null ? `run 'shardform ${name} --help' for the commands` : `did you mean '${close}'?`;
      throw new UsageError(`unknown command '${name} ${given}'; ${hint}`);
    },
  };
}

function groupHelp(
  { name, description, examples, subcommands, notes }: CommandGroupSpec,
  columns: number,
): string {
  const rows = subcommands.map(
    ({ summary, command }) => [command.name.slice(name.length + 1), summary] as const,
  );
  const width = Math.max(...rows.map(([command]) => command.length)) + 2;
  return `${wrappedText(description, columns)}

Usage: shardform ${name} COMMAND [arguments]

${examples.map((example) => `  ${example}\n`).join('')}
Commands:
${rows.map(([command, summary]) => `  ${command.padEnd(width)}${summary}\n`).join('')}
${wrappedText(notes, columns)}
Each command explains itself: shardform ${name} COMMAND --help
`;
}
