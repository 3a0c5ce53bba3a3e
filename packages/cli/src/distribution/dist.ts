import { closestName } from '@shardform/ir-core';
import type { CommandRun } from '../command/define-command.ts';
import { type ToolInput, type ToolResult, UsageError } from '../tool-io.ts';
import { distSearch } from './search.ts';
import { distShow } from './show.ts';
import { distSimulate } from './simulate.ts';

const HELP = `Simulates distributed programs, and searches for the fastest way to distribute a model.

Usage: shardform dist COMMAND [arguments]

  shardform dist search --model mlp-medium --devices 16
  shardform dist show --help

Commands:
  simulate  tell how long a program or a strategy takes, and how much memory
  search    find the fastest strategy that fits into memory
  show      draw what each device does when

Programs are made from others by passes of 'shardform opt' whose names begin with 'dist-'.
Each command explains itself: shardform dist COMMAND --help
`;

const commands: ReadonlyMap<string, CommandRun> = new Map<string, CommandRun>([
  ['simulate', distSimulate],
  ['search', distSearch],
  ['show', distShow],
]);

/** `shardform dist`. @throws UsageError or ModuleError. */
export function dist(args: readonly string[], input: ToolInput): ToolResult | Promise<ToolResult> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h')
    return { stdout: HELP, stderr: '', exitCode: 0 };
  const command = commands.get(name);
  if (command !== undefined) return command(rest, input);
  const close = closestName(name, commands.keys());
  const hint = close === null ? "run 'shardform dist --help' for the commands" : `did you mean '${close}'?`;
  throw new UsageError(`unknown command 'dist ${name}'; ${hint}`);
}
