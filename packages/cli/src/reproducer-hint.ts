import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shardform } from './shardform.ts';
import type { ToolInput } from './tool-io.ts';

/**
 * Saves a reproducer of a crash of `shardform opt`, by running it again with the flag that saves it; returns a message
 * with its path and how to reduce it. Empty if there is nothing to save.
 */
export async function reproducerHint(args: readonly string[], input: ToolInput): Promise<string> {
  const [command, ...rest] = args;
  if (command !== 'opt') return '';
  const file = join(tmpdir(), `shardform-reproducer-${process.pid}.mlir`);
  try {
    await shardform([command, `--mlir-pass-pipeline-crash-reproducer=${file}`, ...rest], input);
  } catch {
    // This is the crash being reported.
  }
  if (!existsSync(file)) return '';
  return `reproducer: ${file}
run it:       shardform opt --run-reproducer ${file}
make it small: shardform reduce ${file} --test-error 'REGEXP OF THE MESSAGE'
`;
}
