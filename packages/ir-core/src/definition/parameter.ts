import type { EncodingReader } from '../bytecode/encoding-reader.ts';
import type { EncodingWriter } from '../bytecode/encoding-writer.ts';
import type { Attribute } from '../ir/attribute.ts';
import type { Parser } from '../text/parser.ts';
import type { Printer } from '../text/printer.ts';
import type { CamelCase } from './define-op.ts';

/** A parameter of an attribute or type: how its value is read, written, compared and encoded. */
export interface Parameter<T = unknown> {
  /** The kind of value in reference pages, such as `integer`. */
  readonly kind: string;
  /** The C++ type in MLIR's messages about a parameter that can't be read. */
  readonly cppType?: string;
  parse(this: void, parser: Parser): T;
  print(this: void, printer: Printer, value: T): void;
  /** Text that equal values have in common, and no others. */
  key(value: T): string;
  /** The attributes and types in the value; without it there are none that could be replaced. */
  parts?(this: void, value: T): readonly Attribute[];
  /** Returns the value made of other sub-elements, as many as it has. */
  withParts?(this: void, value: T, parts: readonly Attribute[]): T;
  /** The value in MLIR bytecode; dialects without an encoding of their own need none. */
  readonly encoding?: ParameterEncoding<T>;
}

/** The encoding of a parameter's value in MLIR bytecode. */
export interface ParameterEncoding<T> {
  write(writer: EncodingWriter, value: T): void;
  read(reader: EncodingReader): T;
}

/** A parameter that the text may leave out. */
export interface OptionalParameter<T = unknown> extends Parameter<T> {
  /** The value of a parameter that is left out; it is not printed. */
  absent(): T;
}

/** Parameters by the names of MLIR's declaration, in the order of the text. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** The value of a parameter. */
export type ParameterValue<P> = P extends Parameter<infer T> ? T : never;

/** The accessor of a parameter: `dimAlignments` for `dim_alignments`, and `idValue` for what all attributes have. */
export type ParameterAccessor<K extends string> =
  CamelCase<K> extends keyof Attribute | 'printBody' ? `${CamelCase<K>}Value` : CamelCase<K>;

/** The values of parameters by accessor. */
export type ParameterValues<P extends Parameters> = {
  readonly [K in keyof P & string as ParameterAccessor<K>]: ParameterValue<P[K]>;
};

type OptionalNames<P extends Parameters> = {
  [K in keyof P]: P[K] extends { absent(): unknown } ? K : never;
}[keyof P] &
  string;

/** The values that an attribute or type is made of; those that text may leave out need not be given. */
export type ParameterArgs<P extends Parameters> = {
  readonly [K in Exclude<keyof P & string, OptionalNames<P>> as ParameterAccessor<K>]: ParameterValue<P[K]>;
} & {
  readonly [K in OptionalNames<P> as ParameterAccessor<K>]?: ParameterValue<P[K]>;
};

/** A parameter of a declaration. */
export interface DefinedParameter {
  readonly name: string;
  /** The name in TypeScript: `dimAlignments` for `dim_alignments`. */
  readonly accessor: string;
  readonly parameter: Parameter;
  /** The value where the text leaves it out, or `null` when it has to be there. */
  readonly absent: (() => unknown) | null;
}

/** Declared parameters in a list. */
export function definedParameters(
  parameters: Parameters,
  accessorOf: (name: string) => string,
): DefinedParameter[] {
  return Object.entries(parameters).map(([name, parameter]) => ({
    name,
    accessor: accessorOf(name),
    parameter,
    absent: isOptional(parameter) ? () => parameter.absent() : null,
  }));
}

function isOptional(parameter: Parameter): parameter is OptionalParameter {
  return 'absent' in parameter;
}
