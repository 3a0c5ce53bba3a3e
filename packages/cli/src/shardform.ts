import { Budget, closestName, currentBudget, groupBy, version, withBudget } from '@shardform/ir-core';
import type { Command, Rendered } from './command/command.ts';
import { errorJson } from './command/error-json.ts';
import { jsonLine } from './json-text.ts';
import { printed } from './command/printed.ts';
import { takeDimFlags } from './command/dim-flags.ts';
import { takeHloFlags } from './command/hlo-flags.ts';
import { limitFlagRows, takeLimitFlags } from './command/limit-flags.ts';
import { takeLoadFlags } from './command/load-flags.ts';
import { commands } from './commands.ts';
import { CONFIG_FILE, configuredDefaults } from './config-file.ts';
import { loadExtensions } from './opt/load-extensions.ts';
import { type ToolInput, type ToolResult, UsageError } from './tool-io.ts';

/**
 * Returns the `shardform` command: dispatches to its subcommands. @throws the subcommand's error, unless JSON is
 * requested.
 */
export async function shardform(args: readonly string[], input: ToolInput): Promise<ToolResult> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    if (rest[0] === LIMITS) return text(limitHelp());
    return name === 'help' && rest.length > 0 ? shardform([...rest, '--help'], input) : text(help());
  }
  if (name === '--version' || name === '-v') return text(`shardform ${version}\n`);
  try {
    return await runCommand(name, rest, input, (rendered) => printed(rendered, input));
  } catch (error) {
    const json = asksForJson(rest) ? errorJson(error) : null;
    if (json === null) throw error;
    return { stdout: jsonLine(json), stderr: '', exitCode: 1 };
  }
}

/**
 * Runs a command with the extensions, limits and defaults that its command line, configuration and caller give.
 *
 * @param use takes what the command found out, within the limits of its work.
 * @throws UsageError for an unknown command, and what the command throws.
 */
export async function runCommand<T>(
  name: string,
  args: readonly string[],
  input: ToolInput,
  use: (rendered: Rendered, command: Command) => T,
): Promise<T> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry === undefined) {
    const close = closestName(name, Object.keys(commands));
    const hint = close === null ? "run 'shardform --help' for the commands" : `did you mean '${close}'?`;
    throw new UsageError(`unknown command '${name}'; ${hint}`);
  }
  const loaded = await entry.load();
  const own = loaded.subcommands.find(({ command }) => command.name === `${name} ${args[0]}`)?.command;
  const command = own ?? loaded;
  const { files, rest } = takeLoadFlags(own === undefined ? args : args.slice(1));
  const extensions = await loadExtensions([...(input.config?.load ?? []), ...files], input);
  const limited = takeLimitFlags([...configuredDefaults(command, input.config), ...rest]);
  const { sizes, rest: others } = takeDimFlags(limited.rest);
  const { inlinesFusions, rest: ownArguments } = takeHloFlags(others);
  const given = {
    ...input,
    dimSizes: sizes,
    inlinesFusions,
    extensions: [...(input.extensions ?? []), ...extensions],
  };
  // A limit that is not given is that of who calls: a server's.
  const budget = new Budget({ ...currentBudget().limits, ...limited.values }, input.interrupt);
  return withBudget(budget, async () => use(await command.run(ownArguments, given), command));
}

function asksForJson(args: readonly string[]): boolean {
  return args.some((argument) => /^--?json(=true|=1)?$/.test(argument));
}

function limitRows(): string {
  const rows = limitFlagRows();
  const width = Math.max(...rows.map(([flag]) => flag.length)) + 2;
  return rows.map(([flag, description]) => `  ${flag.padEnd(width)}${description}\n`).join('');
}

function text(stdout: string): ToolResult {
  return { stdout, stderr: '', exitCode: 0 };
}

/** The topic of `shardform --help limits`. */
const LIMITS = 'limits';

function limitHelp(): string {
  return `Limits of what input may ask for; 'none' takes one away:
${limitRows()}`;
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
  const groups = groupBy(Object.entries(commands), ([, { group }]) => group);
  const lists = Array.from(groups, ([group, entries]) => {
    const rows = entries.map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}\n`);
    return `${group}:\n${rows.join('')}`;
  });
  return `shardform ${version}: a compiler toolkit for distributed tensor programs

Usage: shardform COMMAND [arguments]

  shardform study step.mlir --machine h100x8x4
  shardform plan step.mlir --machine h100x8x4
  shardform run step.mlir

${lists.join('\n')}
Help on a command: shardform COMMAND --help; on limits of nesting, memory, time and output: shardform --help limits

Flags of all commands:
  --load FILE.mjs   add the extensions that an ES module exports
  --dim x:0=8       the size of a dimension of an argument that has none, tensor<?x6xf32>; --dim 8 is that of all
  --inline-fusions  of a program in HLO, put the operations of fusions in place of their calls
  --json            print JSON, also for errors; docs/reference/json has the schemas
  --no-config       do not read ${CONFIG_FILE}

Exit codes: 0 done, 1 wrong input or a check that failed, 70 a defect of the command.
Colours are used on terminals unless NO_COLOR is set; FORCE_COLOR uses them everywhere.
`;
}
