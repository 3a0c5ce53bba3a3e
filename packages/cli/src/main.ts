import { readFileSync, writeSync } from 'node:fs';
import { ProgressLine } from './progress-line.ts';
import { guard } from './run-tool.ts';
import { shardform } from './shardform.ts';
import type { ToolResult } from './tool-io.ts';

/** `EX_SOFTWARE` of sysexits.h. */
const INTERNAL_ERROR = 70;

/** The process's entry: runs the command, writes what it says and sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const progress = new ProgressLine(
    (text) => writeAll(2, text),
    () => performance.now(),
  );
  const { stdout, stderr, exitCode } = await run(() =>
    shardform(args, {
      stdin: () => readFileSync(0),
      cwd: process.cwd(),
      colour: process.stdout.isTTY && process.env.NO_COLOR === undefined,
      ...(process.stderr.isTTY ? { progress } : {}),
    }),
  );
  writeAll(2, stderr);
  writeAll(1, stdout);
  process.exitCode = exitCode;
}

/** A defect of the command is told in one line; whoever looks for it asks for the stack. */
async function run(tool: () => ToolResult | Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await guard(tool);
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    const isTraced = process.env.SHARDFORM_TRACE !== undefined;
    const text = isTraced ? stack : `${message}; with SHARDFORM_TRACE=1 the place in the code is shown`;
    return { stdout: '', stderr: `shardform: internal error: ${text}\n`, exitCode: INTERNAL_ERROR };
  }
}

/** Writes everything, also to a pipe that takes only a part at a time; a closed pipe is no error. */
function writeAll(descriptor: number, output: string | Uint8Array): void {
  const bytes = typeof output === 'string' ? new TextEncoder().encode(output) : output;
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
    }
  }
}
