import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from './system-error.ts';
import { UsageError } from './tool-io.ts';

/** The remedy if temporary files can't be written. */
const REMEDY = 'TMPDIR names another place';

/**
 * Creates a folder that is private to the user. The caller removes it.
 *
 * @param purpose a word for its name.
 * @throws UsageError if that fails.
 */
export function temporaryFolder(purpose: string): string {
  const parent = tmpdir();
  try {
    return mkdtempSync(join(parent, `shardform-${purpose}-`));
  } catch (error) {
    throw new UsageError(`cannot make a temporary folder in '${parent}': ${reasonOf(error)}; ${REMEDY}`);
  }
}

/** Writes a file of such a folder. @throws UsageError when that is not possible. */
export function writeTemporary(file: string, data: string | Uint8Array): void {
  try {
    writeFileSync(file, data);
  } catch (error) {
    throw new UsageError(`cannot write the temporary file '${file}': ${reasonOf(error)}; ${REMEDY}`);
  }
}
