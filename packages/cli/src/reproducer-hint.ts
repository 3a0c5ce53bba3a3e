import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { shardform } from './shardform.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type ToolInput, UsageError } from './tool-io.ts';

/**
 * Saves a reproducer of a crash of `shardform opt`, by running it again with the flag that saves it; returns a message
 * with its path and how to reduce it. Empty if there is nothing to save, or nowhere to save it. Programs may be secret, and the
 * temporary folder is everybody's: the file lies in a folder that others can neither read nor have prepared.
 */
export async function reproducerHint(args: readonly string[], input: ToolInput): Promise<string> {
  const [command, ...rest] = args;
  if (command !== 'opt') return '';
  const folder = privateFolder();
  if (folder === null) return '';
  const file = join(folder, 'reproducer.mlir');
  try {
    await shardform([command, `--mlir-pass-pipeline-crash-reproducer=${file}`, ...rest], input);
  } catch {
    // This is the crash being reported.
  }
  if (!existsSync(file)) {
    rmSync(folder, { recursive: true });
    return '';
  }
  return `reproducer: ${file}
run it:       shardform opt --run-reproducer ${file}
make it small: shardform reduce ${file} --test-error 'REGEXP OF THE MESSAGE'
`;
}

function privateFolder(): string | null {
  try {
    return temporaryFolder('reproducer');
  } catch (error) {
    // The crash is what has to be told.
    if (error instanceof UsageError) return null;
    throw error;
  }
}
