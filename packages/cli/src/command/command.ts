import type { TSchema } from 'typebox';
import type { ToolInput } from '../tool-io.ts';
import type { Flags } from './flag.ts';

/** A command as the dispatcher, help, completion, servers and the reference see it. */
export interface Command {
  /** As it is typed after `shardform`. */
  readonly name: string;
  /** Description, in sentences. */
  readonly description: string;
  /** All its flags, `--json` included. */
  readonly flags: Flags;
  readonly positionals: readonly Positional[];
  /** The tool by which servers offer it to agents; `null` for commands that they do not offer. */
  readonly tool: ToolSpec | null;
  /** Commands that follow its name, such as `search` of `dist`. */
  readonly subcommands: readonly Subcommand[];
  /** Its answer as JSON; `null` for a command that serves a client or prints a script. */
  readonly json: JsonOutput | null;
  /**
   * Runs it with what follows its name.
   *
   * @throws UsageError, ModuleError and the other errors that `errorJson` takes.
   */
  run(args: readonly string[], input: ToolInput): Promise<Rendered>;
}

/** A command that follows another's name. */
export interface Subcommand {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly command: Command;
}

/** An argument that is no flag. */
export interface Positional {
  /** The placeholder in usage lines, such as `FILE`. */
  readonly name: string;
  /** Description of the expected value, for messages and for tools of servers. */
  readonly description: string;
  readonly optional?: boolean;
  /** True if it is a program, which callers of servers may give as text. */
  readonly isProgram?: boolean;
}

/** The interface of a command that servers offer to agents as a tool. */
export interface ToolSpec {
  /** The name of the tool. */
  readonly name: string;
  /** Names of flags that are parameters of it: those that write nothing. */
  readonly flags: readonly string[];
  /** Names of flags whose files are programs, which calls may give as text. */
  readonly programs?: readonly string[];
  /** Values of flags that a call leaves out, where they are other than on a command line. */
  readonly defaults?: Readonly<Record<string, string>>;
}

/** A program to read. */
export const FILE: Positional = {
  name: 'FILE',
  description: 'a file; use - for standard input',
  isProgram: true,
};

/** The JSON of a command. */
export interface JsonOutput {
  /** The name of the schema's file in the reference. */
  readonly name: string;
  readonly schema: TSchema;
  /** True if a line is printed for each of several values. */
  readonly isList: boolean;
  /** What it prints instead with certain flags. */
  readonly variants: readonly {
    readonly flag: string;
    readonly name: string;
    readonly schema: TSchema;
  }[];
}

/** The result of a command, to be rendered as text or as JSON. */
export interface Rendered {
  readonly exitCode: number;
  /** True if the command line requests JSON. */
  readonly wantsJson: boolean;
  /** Diagnostics and warnings for standard error, beside either rendering. */
  readonly messages: string;
  /** The text output, except for {@link messages}. */
  text(style: TextStyle): Streams;
  /** The values that {@link Command.json} describes: one, unless it is a list. */
  json(): readonly unknown[];
}

/** The formatting of text for people. */
export interface TextStyle {
  readonly colour: boolean;
}

/** The output of a command. */
export interface Streams {
  /** Text, or the bytes of a file. */
  readonly stdout: string | Uint8Array;
  readonly stderr: string;
}

/** Text for people on standard output, of which control characters are escaped, and what stands beside it. */
export interface Said {
  readonly said: string;
  readonly stderr: string;
}

/** Text that is the same in every rendering, such as help. */
export function plainText(stdout: string): Rendered {
  return {
    exitCode: 0,
    wantsJson: false,
    messages: '',
    text: () => ({ stdout, stderr: '' }),
    json: () => [],
  };
}

/** Returns whether a command line requests help; arguments after `--` are no flags. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((argument) => /^--?h(elp)?$/.test(argument));
}
