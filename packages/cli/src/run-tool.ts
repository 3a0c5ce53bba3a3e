import type { DeferredExtension } from '@shardform/ir-core';
import { mpmdExtensions, sdyExtensions, stablehloExtensions } from './context.ts';
import { guard } from './guard.ts';
import { opt } from './opt/opt.ts';
import type { ToolInput, ToolResult } from './tool-io.ts';
import { shardform } from './shardform.ts';
import { upstreamTranslate } from './translate/translate.ts';

type Tool = (args: readonly string[], input: ToolInput) => ToolResult | Promise<ToolResult>;

// The optimizer drivers of the upstream projects take the flags of `shardform opt`.
const tools: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ['shardform', shardform],
  ['shardform-opt', optTool()],
  ['mlir-opt', optTool()],
  ['mpmd_opt', optTool(mpmdExtensions)],
  ['sdy_opt', optTool(sdyExtensions)],
  ['stablehlo-opt', optTool(stablehloExtensions)],
  ['stablehlo-translate', upstreamTranslate],
  ['ttmlir-opt', optTool()],
  ['ttmlir-translate', upstreamTranslate],
]);

function optTool(known?: readonly DeferredExtension[]): Tool {
  return async (args, input) => {
    const { stdout, stderr, exitCode } = await opt(args, input, known);
    return { stdout, stderr, exitCode };
  };
}

/** Names of the tools of {@link runTool}. */
export const toolNames: readonly string[] = [...tools.keys()];

/**
 * Runs a command inside this process: `shardform` with a subcommand, or an upstream tool's name for
 * `shardform opt`.
 *
 * @param input `stdin` is what the command reads from `-`.
 */
export async function runTool(
  name: string,
  args: readonly string[],
  input: Omit<ToolInput, 'stdin' | 'colour'> & { readonly stdin: Uint8Array; readonly colour?: boolean },
): Promise<ToolResult> {
  const tool = tools.get(name);
  if (tool === undefined) return { stdout: '', stderr: `shardform: error: no tool '${name}'\n`, exitCode: 1 };
  const { stdin, colour = false } = input;
  return guard(() => tool(args, { ...input, stdin: () => stdin, colour }));
}
