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
  const named = (type: 'input' | 'output'): [string, string][] =>
    Object.entries(flags).flatMap(([name, flag]): [string, string][] => {
      const value = values[name];
      return flag.type === type && flag.inPlace !== true && typeof value === 'string' ? [[name, value]] : [];
    });
  const inputs = [...positionals, ...named('input').map(([, path]) => path)];
  for (const [name, path] of named('output')) {
    const identity = fileIdentity(path, cwd);
    const replaced = inputs.find((input) => identity !== null && fileIdentity(input, cwd) === identity);
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
