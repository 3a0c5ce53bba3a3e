import type { Flag, Flags } from '../command/flag.ts';
import type { CommandEntry } from '../commands.ts';

/** A flag as shells offer it. */
export interface OfferedFlag {
  /** With its dashes. */
  readonly spelling: string;
  readonly takesValue: boolean;
  readonly description: string;
}

/** Completions after the name of a command. */
export interface OfferedCommand {
  readonly name: string;
  readonly summary: string;
  readonly subcommands: readonly OfferedSubcommand[];
  /** Its own flags and those of its subcommands. */
  readonly flags: readonly OfferedFlag[];
}

/** A word that follows the name of some commands. */
export interface OfferedSubcommand {
  readonly name: string;
  readonly summary: string;
}

/** Returns the commands with their flags and subcommands. */
export async function offeredCommands(
  entries: Readonly<Record<string, CommandEntry>>,
): Promise<OfferedCommand[]> {
  const offered: OfferedCommand[] = [];
  for (const [name, { summary, load }] of Object.entries(entries)) {
    const { flags, subcommands } = await load();
    // Each part is a record of flags.
    const all = Object.assign({}, flags, ...subcommands.map(({ command }) => command.flags)) as Flags;
    offered.push({
      name,
      summary,
      subcommands: subcommands.map(({ summary: line, command }) => ({
        name: command.name.slice(name.length + 1),
        summary: line,
      })),
      flags: [...Object.entries(all).map(([flag, spec]) => offeredFlag(flag, spec)), ...COMMON_FLAGS],
    });
  }
  return offered;
}

function offeredFlag(
  name: string,
  { value, implied, description, hasOneDash = name.length === 1 }: Flag,
): OfferedFlag {
  return {
    spelling: `${hasOneDash ? '-' : '--'}${name}`,
    takesValue: value !== undefined && implied === undefined,
    description,
  };
}

const COMMON_FLAGS: readonly OfferedFlag[] = [
  { spelling: '--help', takesValue: false, description: 'show how the command is used' },
  { spelling: '--load', takesValue: true, description: 'add the extensions that an ES module exports' },
];
