import { closestName, version } from '@shardform/ir-core';
import { demo } from './demo/demo.ts';
import { explain } from './explain/explain.ts';
import { opt } from './opt/opt.ts';
import { run } from './run/run.ts';
import { show } from './show/show.ts';
import { type ToolInput, type ToolResult, UsageError } from './tool-io.ts';
import { translate } from './translate/translate.ts';

interface Command {
  readonly summary: string;
  readonly run: (args: readonly string[], input: ToolInput) => ToolResult | Promise<ToolResult>;
}

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['demo', { summary: 'show the whole tool on an example', run: demo }],
  ['explain', { summary: 'tell why a value has its sharding', run: explain }],
  ['opt', { summary: 'run passes on a module and print it', run: opt }],
  ['run', { summary: 'execute a program on simulated devices and check the numbers', run }],
  ['show', { summary: 'draw which device holds which part of arguments and results', run: show }],
  ['translate', { summary: 'write and read portable artifacts of StableHLO', run: translate }],
]);

/** The `shardform` command: dispatches to its subcommands. */
export function shardform(args: readonly string[], input: ToolInput): ToolResult | Promise<ToolResult> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    return { stdout: help(), stderr: '', exitCode: 0 };
  }
  if (name === '--version' || name === '-v')
    return { stdout: `shardform ${version}\n`, stderr: '', exitCode: 0 };
  const command = commands.get(name);
  if (command !== undefined) return command.run(rest, input);
  const close = closestName(name, commands.keys());
  const hint = close === null ? "run 'shardform --help' for the commands" : `did you mean '${close}'?`;
  throw new UsageError(`unknown command '${name}'; ${hint}`);
}

function help(): string {
  const rows = [...commands].map(([name, { summary }]) => `  ${name.padEnd(8)}${summary}\n`).join('');
  return `shardform ${version}: a compiler toolkit for distributed tensor programs

Usage: shardform COMMAND [arguments]

Commands:
${rows}
Each command explains itself: shardform COMMAND --help
`;
}
