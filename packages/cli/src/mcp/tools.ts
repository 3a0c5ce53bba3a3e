import { commands } from '../commands.ts';
import type { ToolInput } from '../tool-io.ts';
import { commandTool } from './command-tool.ts';
import { optTools } from './opt-tools.ts';
import type { McpTool } from './tool.ts';

/** Returns the tools that agents get. @param input where files are and what `--load` added. */
export async function mcpTools(input: ToolInput): Promise<McpTool[]> {
  // Files outside of the server's root are refused; without a root all files are.
  const guarded = { ...input, root: input.root ?? null };
  const loaded = await Promise.all(Object.values(commands).map(({ load }) => load()));
  const all = loaded.flatMap((command) => [command, ...command.subcommands.map((entry) => entry.command)]);
  return [
    ...optTools(guarded),
    ...all.flatMap((command) => (command.tool === null ? [] : [commandTool(command, command.tool, guarded)])),
  ];
}
