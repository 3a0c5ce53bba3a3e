import { readFileSync, writeSync } from 'node:fs';
import { guard } from './run-tool.ts';
import { shardform } from './shardform.ts';

/** The process's entry: runs the command, writes what it says and sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const { stdout, stderr, exitCode } = await guard(() =>
    shardform(args, {
      stdin: () => readFileSync(0),
      cwd: process.cwd(),
      colour: process.stdout.isTTY && process.env.NO_COLOR === undefined,
    }),
  );
  writeAll(2, stderr);
  writeAll(1, stdout);
  process.exitCode = exitCode;
}

/** Writes everything, also to a pipe that takes only a part at a time; a closed pipe is no error. */
function writeAll(descriptor: number, text: string): void {
  const bytes = new TextEncoder().encode(text);
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
