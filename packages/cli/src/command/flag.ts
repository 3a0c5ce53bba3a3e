/** A flag of a command. */
export interface Flag {
  /** One line for help texts. */
  readonly description: string;
  /** What stands for the value in help texts, such as `FILE`; without it the flag is a switch. */
  readonly value?: string;
  /** One letter that stands for the flag after one dash. */
  readonly short?: string;
  /** The values that are accepted. */
  readonly choices?: readonly string[];
  /** Whether each occurrence counts; otherwise the last one does. */
  readonly repeats?: boolean;
}

/** Flags by their names without dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/** What a command line says about flags: switches are booleans, values are text or `null`, repeated ones lists. */
export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]: F[K] extends { readonly value: string }
    ? F[K] extends { readonly repeats: true }
      ? readonly string[]
      : string | null
    : boolean;
};
