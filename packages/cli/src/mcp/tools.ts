import { commands } from '../commands.ts';
import type { ToolInput } from '../tool-io.ts';
import { commandTool } from './command-tool.ts';
import { optTools } from './opt-tools.ts';
import type { McpTool } from './tool.ts';

/** The tools that agents get. @param input where files are and what `--load` added. */
export async function mcpTools(input: ToolInput): Promise<McpTool[]> {
  // What reads a file outside of the root of the server is refused; without one everything is.
  const guarded = { ...input, root: input.root ?? null };
  const loaded = await Promise.all(Object.values(commands).map(({ load }) => load()));
  const all = loaded.flatMap((command) => [command, ...command.subcommands.map((entry) => entry.command)]);
  return [
    ...optTools(guarded),
    ...all.flatMap((command) => (command.tool === null ? [] : [commandTool(command, command.tool, guarded)])),
  ];
}
