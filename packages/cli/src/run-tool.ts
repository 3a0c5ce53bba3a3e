import {
  abridged,
  type Extension,
  Interrupted,
  LimitError,
  PipelineError,
  printable,
} from '@shardform/ir-core';
import { MachineError } from '@shardform/runtime-dist';
import { ExecutionError } from '@shardform/runtime-sim';
import { mpmdExtensions, sdyExtensions, stablehloExtensions } from './context.ts';
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
  ['mpmd_opt', optTool(mpmdExtensions)],
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
    const result = await run();
    return { ...result, stderr: printable(result.stderr) };
  } catch (error) {
    const stderr = printable(messageOf(error));
    return {
      stdout: '',
      stderr,
      exitCode: error instanceof Interrupted && error.isCancelled ? CANCELLED : 1,
    };
  }
}

/** The text of a user error. @throws other errors. */
function messageOf(error: unknown): string {
  if (error instanceof ModuleError) return error.messages;
  if (error instanceof ExecutionError) return describeExecutionError(error);
  if (error instanceof PipelineError) return abridged(error.describe());
  if (error instanceof UsageError || error instanceof LimitError || error instanceof MachineError)
    return `shardform: error: ${abridged(error.message)}\n`;
  throw error;
}
