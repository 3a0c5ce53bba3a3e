import { UsageError } from '../tool-io.ts';
import { flagText } from './flag.ts';

/**
 * Rejects flags that have no effect in the way in which a command is called.
 *
 * @param values of all flags by name; `null`, `undefined`, `false` and empty lists for those that were not given.
 * @param when the circumstances: `without '--validate'`, `of a program of one device`.
 * @throws UsageError that names the first one given.
 */
export function refuseIdleFlags(
  values: Readonly<Record<string, unknown>>,
  flags: readonly string[],
  when: string,
): void {
  for (const flag of flags) {
    const value = values[flag];
    if (value === undefined || value === null || value === false) continue;
    if (Array.isArray(value) && value.length === 0) continue;
    throw new UsageError(`'${flagText(flag)}' has no effect ${when}; leave it out`);
  }
}
