import { CommandFailure } from './text-input.ts';

/** A command line in options and operands. */
export interface ParsedOptions {
  /** The values each option was given, `true` for one without a value; by its letter or long name. */
  readonly given: ReadonlyMap<string, readonly (string | true)[]>;
  readonly operands: readonly string[];
}

/**
 * Reads short options (which may be joined) and long ones, anywhere on the line; `--` ends them.
 *
 * @param flags options without a value.
 * @param valued options with one, joined, behind `=`, or as the next word.
 * @throws CommandFailure on an option in neither list.
 */
export function parseOptions(
  args: readonly string[],
  flags: readonly string[],
  valued: readonly string[] = [],
): ParsedOptions {
  const given = new Map<string, (string | true)[]>();
  const operands: string[] = [];
  const add = (name: string, value: string | true) => {
    given.set(name, [...(given.get(name) ?? []), value]);
  };
  const unknown = (word: string): never => {
    throw new CommandFailure(`unsupported option '${word}'`, 2);
  };
  for (let index = 0; index < args.length; index++) {
    const word = args[index]!;
    if (word === '--') {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      continue;
    }
    if (word.startsWith('--')) {
      const [name = '', value] = word.slice(2).split(/=([^]*)/, 2);
      if (flags.includes(name) && value === undefined) add(name, true);
      else if (valued.includes(name)) add(name, value ?? args[++index] ?? unknown(word));
      else unknown(word);
      continue;
    }
    for (let at = 1; at < word.length; at++) {
      const letter = word.charAt(at);
      if (flags.includes(letter)) {
        add(letter, true);
        continue;
      }
      if (!valued.includes(letter)) unknown(word);
      add(letter, word.length > at + 1 ? word.slice(at + 1) : (args[++index] ?? unknown(word)));
      break;
    }
  }
  return { given, operands };
}
