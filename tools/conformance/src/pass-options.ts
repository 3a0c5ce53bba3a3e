/**
 * Adds options to the passes and pipelines that arguments name, as flags with or without options of their own; what a command
 * line says itself stands last, and so holds.
 */
export function withPassOptions(
  args: readonly string[],
  passOptions: ReadonlyMap<string, string>,
): readonly string[] {
  if (passOptions.size === 0) return args;
  return args.map((argument) => {
    const [, flag = '', own = ''] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const added = passOptions.get(flag.replace(/^--?/, ''));
    return added === undefined ? argument : `${flag}=${added}${own === '' ? '' : ` ${own}`}`;
  });
}
