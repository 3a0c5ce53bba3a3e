/** Returns whether a command line has `--inline-fusions`, which opens the fusions of HLO, and the other arguments. */
export function takeHloFlags(args: readonly string[]): {
  readonly inlinesFusions: boolean;
  readonly rest: readonly string[];
} {
  const end = args.indexOf('--');
  const isFlag = (argument: string, i: number): boolean =>
    (end < 0 || i < end) && /^--?inline-fusions$/.test(argument);
  return { inlinesFusions: args.some(isFlag), rest: args.filter((argument, i) => !isFlag(argument, i)) };
}
