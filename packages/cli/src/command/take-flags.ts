/**
 * Extracts flags common to all commands from a command line, up to `--`. A value may be the next argument.
 *
 * @param pattern matches a flag; its groups are the name, and the value after `=`.
 * @param take called with a flag's value, `undefined` at the end of the command line; returns whether the argument is
 *   consumed.
 * @returns the other arguments.
 */
export function takeFlags(
  args: readonly string[],
  pattern: RegExp,
  take: (name: string, value: string | undefined) => boolean,
): string[] {
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument === '--') return [...rest, ...args.slice(i)];
    const [, name, value] = pattern.exec(argument) ?? [];
    if (name === undefined || !take(name, value ?? args[++i])) rest.push(argument);
  }
  return rest;
}
