/** A flag of a command, from which its value, help, completion and the parameter of a server's tool are derived. */
export interface Flag {
  /** One line for help texts. */
  readonly description: string;
  /** The placeholder of the value in help texts, such as `FILE`; a flag without one is a switch. */
  readonly value?: string;
  /** The kind of the value; text unless given. */
  readonly type?: FlagType;
  /** The least value of a number. */
  readonly least?: number;
  /** A number that values must exceed. */
  readonly above?: number;
  /** True if it is written with one dash, as passes are. */
  readonly hasOneDash?: boolean;
  /** The one-letter form of the flag, after one dash. */
  readonly short?: string;
  /** Another name that is understood. */
  readonly alias?: string;
  /** The value of the flag without an argument; others are given after `=` then. */
  readonly implied?: string;
  /** The values that are accepted. */
  readonly choices?: readonly string[];
  /** True of an output that may take the place of the command's input, as it is of the same kind. */
  readonly inPlace?: boolean;
  /** Whether a text is likely a value of the flag, which is told where it was given without the flag. */
  readonly isLikely?: (text: string) => boolean;
  /** True if each occurrence counts; otherwise the last one does. */
  readonly repeats?: boolean;
}

/**
 * The kind of a flag's value: any text, a number, a number of bytes such as `16GiB`, a number of things such as `15T`, a
 * file to read, or a file or folder to write.
 */
export type FlagType = 'text' | 'integer' | 'number' | 'size' | 'count' | 'input' | 'output';

/** Flags by their names without dashes. */
export type Flags = Readonly<Record<string, Flag>>;

type FlagValue<F extends Flag> = F extends { readonly type: 'integer' | 'number' | 'size' | 'count' }
  ? number
  : F extends { readonly choices: readonly (infer C)[] }
    ? C
    : string;

/** The values of flags: booleans of switches, lists of flags that repeat, and `null` for the others where not given. */
export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]: F[K] extends { readonly value: string }
    ? F[K] extends { readonly repeats: true }
      ? readonly FlagValue<F[K]>[]
      : FlagValue<F[K]> | null
    : boolean;
};

/** Returns all names of a flag. */
export function flagNames(name: string, { short, alias }: Flag): readonly string[] {
  return [name, short, alias].filter((own) => own !== undefined);
}

/** A flag as people type it: `-o`, `--seed`. */
export function flagText(name: string): string {
  return `${name.length === 1 ? '-' : '--'}${name}`;
}
