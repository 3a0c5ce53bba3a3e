import { takeFlags } from './take-flags.ts';

/** Returns the modules that `--load` names, and the other arguments; `--load-extension` is its longer name. */
export function takeLoadFlags(args: readonly string[]): {
  readonly files: readonly string[];
  readonly rest: readonly string[];
} {
  const files: string[] = [];
  const rest = takeFlags(args, /^--?(load(?:-extension)?)(?:=([\s\S]*))?$/, (_, value) => {
    if (value === undefined) return false;
    files.push(...value.split(','));
    return true;
  });
  return { files, rest };
}
