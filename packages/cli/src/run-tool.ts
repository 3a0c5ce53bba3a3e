import { type Extension, Interrupted, LimitError, PipelineError } from '@shardform/ir-core';
import { MachineError } from '@shardform/runtime-dist';
import { ExecutionError } from '@shardform/runtime-sim';
import { sdyExtensions, stablehloExtensions } from './context.ts';
import { describeExecutionError } from './execution-error-text.ts';
import { ModuleError } from './load-module.ts';
import { opt } from './opt/opt.ts';
import { type ToolInput, type ToolResult, UsageError } from './tool-io.ts';
import { shardform } from './shardform.ts';
import { stablehloTranslate } from './translate/translate.ts';

type Tool = (args: readonly string[], input: ToolInput) => ToolResult | Promise<ToolResult>;

// The optimizer drivers of the upstream projects take the flags of `shardform opt`.
const tools: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ['shardform', shardform],
  ['shardform-opt', optTool()],
  ['mlir-opt', optTool()],
  ['mpmd_opt', optTool()],
  ['sdy_opt', optTool(sdyExtensions)],
  ['stablehlo-opt', optTool(stablehloExtensions)],
  ['stablehlo-translate', stablehloTranslate],
  ['ttmlir-opt', optTool()],
]);

function optTool(known?: readonly Extension[]): Tool {
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

/** The exit code of a program ended by Ctrl-C. */
const CANCELLED = 130;

/** Runs a command; user errors become a message and exit code 1. */
export async function guard(run: () => ToolResult | Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ModuleError) return { stdout: '', stderr: error.messages, exitCode: 1 };
    if (error instanceof ExecutionError)
      return { stdout: '', stderr: describeExecutionError(error), exitCode: 1 };
    if (error instanceof PipelineError) return { stdout: '', stderr: error.describe(), exitCode: 1 };
    const isUserError =
      error instanceof UsageError || error instanceof LimitError || error instanceof MachineError;
    if (!isUserError) throw error;
    const exitCode = error instanceof Interrupted && error.isCancelled ? CANCELLED : 1;
    return { stdout: '', stderr: `shardform: error: ${error.message}\n`, exitCode };
  }
}
