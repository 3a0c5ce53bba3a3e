import { MachineError } from '@shardform/cost-model';
import { abridged, Interrupted, LimitError, oneLine, PipelineError, printable } from '@shardform/ir-core';

import { ExecutionError } from '@shardform/runtime-sim';
import { describeExecutionError } from './execution-error-text.ts';
import { ModuleError } from './load-module.ts';
import { type ToolResult, UsageError } from './tool-io.ts';

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
  if (error instanceof PipelineError) return abridged(error.describe());
  // The packages of the other errors may not have been loaded yet.
  if (error instanceof UsageError || error instanceof LimitError || error instanceof MachineError)
    return `shardform: error: ${oneLine(abridged(error.message))}\n`;
  if (error instanceof ExecutionError) return describeExecutionError(error);
  throw error;
}
