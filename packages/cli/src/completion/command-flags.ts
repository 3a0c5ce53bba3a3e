import type { Command } from '../commands.ts';
import type { ToolInput } from '../tool-io.ts';

/** A flag as shells offer it. */
export interface OfferedFlag {
  /** With its dashes. */
  readonly spelling: string;
  readonly takesValue: boolean;
  readonly description: string;
}

/** What can follow the name of a command. */
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

/** The commands with what their help texts show, so that completion offers what help tells. */
export async function offeredCommands(
  commands: Readonly<Record<string, Command>>,
  input: ToolInput,
): Promise<OfferedCommand[]> {
  const offered: OfferedCommand[] = [];
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const run = await load();
    const help = String((await run(['--help'], input)).stdout);
    const subcommands = subcommandsOfHelp(help);
    const helps = [help];
    for (const subcommand of subcommands)
      helps.push(String((await run([subcommand.name, '--help'], input)).stdout));
    const flags = new Map(helps.flatMap(flagsOfHelp).map((flag) => [flag.spelling, flag]));
    offered.push({ name, summary, subcommands, flags: [...flags.values(), ...COMMON_FLAGS] });
  }
  return offered;
}

const COMMON_FLAGS: readonly OfferedFlag[] = [
  { spelling: '--help', takesValue: false, description: 'show how the command is used' },
  { spelling: '--load', takesValue: true, description: 'add the extensions that an ES module exports' },
];

/** The flags that a help text describes: one a line, indented by two, with two blanks before the description. */
export function flagsOfHelp(help: string): OfferedFlag[] {
  const flags = new Map<string, OfferedFlag>();
  for (const line of help.split('\n')) {
    const found = /^ {2}(?:-\w, )?(--?\w[\w-]*)((?:\[?[ =]\S+)?) {2,}(\S.*)$/.exec(line);
    if (found === null) continue;
    const [, spelling, value, description] = found;
    if (spelling === '--help' || spelling === '--load') continue;
    flags.set(spelling!, { spelling: spelling!, takesValue: value !== '', description: description! });
  }
  return [...flags.values()];
}

/** The words that a help text lists under `Commands:`. */
export function subcommandsOfHelp(help: string): OfferedSubcommand[] {
  const [, section = ''] = /^Commands:\n((?: {2}.*\n)*)/m.exec(help) ?? [];
  return [...section.matchAll(/^ {2}(\w[\w-]*) {2,}(\S.*)$/gm)].map(([, name, summary]) => ({
    name: name!,
    summary: summary!,
  }));
}
