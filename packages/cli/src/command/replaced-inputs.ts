import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { type Flags, flagText } from './flag.ts';

/**
 * Refuses to write a file of another kind over an input of the same command, such as a trace over the program.
 *
 * @param positionals the arguments without flags; those that name no file are passed over.
 * @throws UsageError
 */
export function refuseReplacedInputs(
  flags: Flags,
  values: Readonly<Record<string, unknown>>,
  positionals: readonly string[],
  { cwd }: ToolInput,
): void {
  const inputs = [...positionals];
  const outputs = new Map<string, string>();
  for (const [name, { type, inPlace }] of Object.entries(flags)) {
    const path = values[name];
    if (typeof path !== 'string') continue;
    if (type === 'input') inputs.push(path);
    else if (type === 'output' && inPlace !== true) outputs.set(name, path);
  }
  for (const [name, path] of outputs) {
    const identity = fileIdentity(path, cwd);
    if (identity === null) continue;
    const replaced = inputs.find((input) => fileIdentity(input, cwd) === identity);
    if (replaced === undefined) continue;
    throw new UsageError(
      `flag '${flagText(name)}' would replace '${replaced}', which the command reads: name another file`,
    );
  }
}

/** Returns what a regular file has in common with its links; `null` when there is none. */
function fileIdentity(path: string, cwd: string): string | null {
  const found = path === '-' ? undefined : statSync(resolve(cwd, path), { throwIfNoEntry: false });
  return found?.isFile() === true ? `${found.dev} ${found.ino}` : null;
}
