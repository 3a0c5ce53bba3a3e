import { currentBudget } from '@shardform/ir-core';
import type { Command } from '../command/command.ts';
import { commands } from '../commands.ts';
import { answered, commandTool } from '../mcp/command-tool.ts';
import { optTools } from '../mcp/opt-tools.ts';
import type { Answer, McpTool } from '../mcp/tool.ts';
import { meshesOf } from '../plan/mesh-shapes.ts';
import { list, object, text } from '../json-schema/json-schema.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';

/** Its flags are passes, which `run_pipeline` takes as text. */
const OPT = 'opt';

/**
 * Returns the methods of `shardform serve`: every command that has an answer, with all its flags, under its own name, and
 * `parse`, `verify` and `run_pipeline` for `shardform opt`; and `meshes`.
 */
export async function serveMethods(input: ToolInput): Promise<McpTool[]> {
  const loaded = await Promise.all(Object.values(commands).map(({ load }) => load()));
  const all = loaded.flatMap((command) => [command, ...command.subcommands.map((entry) => entry.command)]);
  return [
    ...optTools(input),
    meshes,
    ...all.filter(({ name, json }) => json !== null && name !== OPT).map((command) => method(command, input)),
  ];
}

/** What `plan --devices` tries, for clients that plan each mesh elsewhere. */
const meshes: McpTool = {
  name: 'meshes',
  description: "Lists the meshes that 'plan' tries for a number of devices, as its 'mesh' takes them.",
  parameters: {
    devices: { type: 'integer', description: 'that each mesh has, at least 2', required: true },
  },
  output: object({ meshes: list(text('such as x=4,y=2')) }),
  // The schema says that it is an integer.
  run: (given) => answered(() => Promise.resolve(meshesAnswer(given.devices as number))),
};

/** @throws UsageError or LimitError */
function meshesAnswer(devices: number): Answer {
  if (devices < 2) throw new UsageError(`'devices' is at least 2, got ${devices}`);
  currentBudget().check('devices', 'the meshes have', devices);
  const all = meshesOf(devices).map(({ axes }) => axes.map(({ name, size }) => `${name}=${size}`).join());
  return { text: `${all.join('\n')}\n`, data: { meshes: all }, isError: false };
}

function method(command: Command, input: ToolInput): McpTool {
  const flags = Object.keys(command.flags).filter((flag) => flag !== 'json');
  return commandTool(command, { name: command.name, flags }, input);
}
