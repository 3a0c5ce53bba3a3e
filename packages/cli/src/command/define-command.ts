import { type ToolInput, type ToolResult, UsageError } from '../tool-io.ts';
import type { Flags, FlagValues } from './flag.ts';
import { helpText } from './help-text.ts';
import { readArguments } from './read-arguments.ts';

/** Runs a command with what follows its name. */
export type CommandRun = (args: readonly string[], input: ToolInput) => ToolResult | Promise<ToolResult>;

/** What the author of a command writes about it. */
export interface CommandSpec<F extends Flags> {
  readonly name: string;
  /** What it does, in sentences, for its help text. */
  readonly description: string;
  /** What follows the name, one line for each way of calling it. */
  readonly usage: readonly string[];
  /** Whole command lines. */
  readonly examples: readonly string[];
  readonly flags: F;
  /** What there is to say after the flags. */
  readonly notes?: string;
  /** The least and the greatest number of arguments that are no flags; `[1, 1]` unless given. */
  readonly positionals?: readonly [number, number];
  /** What the arguments are, for who leaves one out; a file unless given. */
  readonly expects?: string;
  run(
    positionals: readonly string[],
    flags: FlagValues<F>,
    input: ToolInput,
  ): ToolResult | Promise<ToolResult>;
}

/** A command whose flags, help text and messages come from its declaration. */
export function defineCommand<const F extends Flags>(spec: CommandSpec<F>): CommandRun {
  const [least, greatest] = spec.positionals ?? [1, 1];
  return (args, input) => {
    // What follows two dashes is no flag.
    const end = args.indexOf('--');
    if (args.slice(0, end < 0 ? args.length : end).some((argument) => /^--?h(elp)?$/.test(argument)))
      return { stdout: helpText(spec), stderr: '', exitCode: 0 };
    const { positionals, flags } = readArguments(spec.name, spec.flags, args);
    if (positionals.length < least)
      throw new UsageError(`expected ${spec.expects ?? 'a file; use - for standard input'}`);
    if (positionals.length > greatest)
      throw new UsageError(
        greatest === 1
          ? `too many arguments: '${positionals[0]!}' and '${positionals[1]!}'`
          : `unexpected argument '${positionals[greatest]!}'`,
      );
    return spec.run(positionals, flags, input);
  };
}
