/** The modules that `--load` names, and the other arguments; `--load-extension` is its longer name. */
export function takeLoadFlags(args: readonly string[]): {
  readonly files: readonly string[];
  readonly rest: readonly string[];
} {
  const files: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument === '--') {
      rest.push(...args.slice(i));
      break;
    }
    const found = /^--?load(?:-extension)?(?:=([\s\S]*))?$/.exec(argument);
    const value = found === null ? null : (found[1] ?? args[++i] ?? null);
    if (value === null) rest.push(argument);
    else files.push(...value.split(','));
  }
  return { files, rest };
}
