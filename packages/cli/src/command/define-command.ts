import { printable } from '@shardform/ir-core';
import type { TSchema } from 'typebox';
import { givenPartitioner } from '../partition/partitioner-flag.ts';
import { givenCosts } from '../sim/cost-flag.ts';
import type { Json } from '../json-schema/json-schema.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import {
  asksForHelp,
  type Command,
  FILE,
  type JsonOutput,
  plainText,
  type Positional,
  type Said,
  type Streams,
  type TextStyle,
  type ToolSpec,
} from './command.ts';
import { type Flag, type Flags, flagText, type FlagValues } from './flag.ts';
import { helpColumns, helpText } from './help-text.ts';
import { refuseReplacedInputs } from './replaced-inputs.ts';
import { readArguments } from './read-arguments.ts';

/** The outcome of a command's work. */
export interface Answer<T> {
  readonly data: T;
  /** Diagnostics and warnings for standard error. */
  readonly messages?: string;
  /** 0 unless given. */
  readonly exitCode?: number;
}

/** The declaration of a command. */
export interface CommandSpec<F extends Flags, T, S extends TSchema, V extends readonly TSchema[]> {
  readonly name: string;
  /** Description, in sentences, for its help text. */
  readonly description: string;
  /** Arguments after the name, one line for each form of the call. */
  readonly usage: readonly string[];
  /** Whole command lines. */
  readonly examples: readonly string[];
  /** Its own flags; a command with {@link json} has `--json`, too. */
  readonly flags: F;
  /** Notes after the flags. */
  readonly notes?: string;
  /** The arguments that are no flags; one program unless given. */
  readonly positionals?: readonly Positional[];
  /** The tool by which servers offer it to agents. */
  readonly tool?: ToolSpec;
  run(
    positionals: readonly string[],
    flags: FlagValues<F> & { readonly json: boolean },
    input: ToolInput,
  ): Answer<T> | Promise<Answer<T>>;
  /**
   * Renders the answer for people: a string, or what is {@link Said}, goes to standard output, control characters escaped. What is the content of a
   * file, such as a program or a drawing, is given as {@link Streams}, and written as it is.
   */
  text(data: T, style: TextStyle): string | Uint8Array | Said | Streams;
  readonly json?: JsonRendering<T, S, V>;
}

/** The rendering of an answer as JSON. */
export interface JsonRendering<T, S extends TSchema, V extends readonly TSchema[] = []> {
  /** The name of the schema's file in the reference. */
  readonly name: string;
  readonly schema: S;
  /** What it prints instead with certain flags. */
  readonly variants?: { readonly [K in keyof V]: JsonVariant<V[K]> };
  /** For one value. */
  of?(data: T): Json<NoInfer<S>> | Json<NoInfer<V>[number]>;
  /** For several, which are printed one a line. */
  list?(data: T): readonly Json<NoInfer<S>>[];
}

/** JSON that a command prints with certain flags. */
export interface JsonVariant<S extends TSchema> {
  /** Such as `--table`. */
  readonly flag: string;
  /** The name of the schema's file in the reference. */
  readonly name: string;
  readonly schema: S;
}

const JSON_FLAG: Flag = { description: 'print JSON' };

/** Makes a command of which flags, help, messages and renderings follow from the declaration. */
export function defineCommand<
  const F extends Flags,
  T,
  S extends TSchema,
  const V extends readonly TSchema[] = [],
>(spec: CommandSpec<F, T, S, V>): Command {
  const { name, description, json, positionals = [FILE] } = spec;
  const flags: Flags = json === undefined ? spec.flags : { ...spec.flags, json: JSON_FLAG };
  return {
    name,
    description,
    flags,
    positionals,
    tool: spec.tool ?? null,
    subcommands: [],
    get json() {
      return json === undefined ? null : jsonOutput(json);
    },
    async run(args, input) {
      if (asksForHelp(args)) return plainText(helpText({ ...spec, flags }, helpColumns(input.outputColumns)));
      const read = readArguments(name, flags, args);
      checkPositionals(read.positionals, positionals, flags);
      // The values of `flags`, to which those of the declaration belong.
      const values = read.flags as FlagValues<F> & { readonly json: boolean };
      refuseReplacedInputs(flags, read.flags, read.positionals, input);
      const partitioner = givenPartitioner(read.flags);
      const costs = givenCosts(read.flags);
      const given = {
        ...input,
        ...(partitioner === null ? {} : { partitioner }),
        ...(costs.length === 0 ? {} : { costs }),
      };
      const { data, messages = '', exitCode = 0 } = await spec.run(read.positionals, values, given);
      return {
        exitCode,
        wantsJson: values.json,
        messages,
        text: (style) => {
          const rendered = spec.text(data, style);
          if (rendered instanceof Uint8Array) return { stdout: rendered, stderr: '' };
          if (typeof rendered !== 'string')
            return 'said' in rendered
              ? { stdout: printable(rendered.said), stderr: rendered.stderr }
              : rendered;
          // Colours are controls, too: a text that has others is shown without them.
          const plain = style.colour ? spec.text(data, { colour: false }) : rendered;
          const escaped = typeof plain === 'string' ? printable(plain) : rendered;
          return { stdout: escaped === plain ? rendered : escaped, stderr: '' };
        },
        json: () => json?.list?.(data) ?? [json?.of?.(data)],
      };
    },
  };
}

function jsonOutput<T, S extends TSchema, V extends readonly TSchema[]>(
  json: JsonRendering<T, S, V>,
): JsonOutput {
  const { name, schema, variants } = json;
  return { name, schema, isList: json.list !== undefined, variants: variants ?? [] };
}

/** @throws UsageError for a missing argument or one too many. */
function checkPositionals(given: readonly string[], declared: readonly Positional[], flags: Flags): void {
  const missing = declared.slice(given.length).find(({ optional }) => optional !== true);
  if (missing !== undefined) throw new UsageError(`expected ${missing.description}`);
  if (given.length <= declared.length) return;
  const extra = given[declared.length]!;
  const meant = Object.entries(flags).find(([, { isLikely }]) => isLikely?.(extra) === true);
  const hint = meant === undefined ? '' : `; did you mean '${flagText(meant[0])} ${extra}'?`;
  throw new UsageError(
    declared.length === 1
      ? `too many arguments: '${given[0]!}' and '${extra}'${hint}`
      : `unexpected argument '${extra}'${hint}`,
  );
}
