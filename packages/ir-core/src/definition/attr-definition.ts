import type { Parser } from '../text/parser.ts';
import type { Printer } from '../text/printer.ts';
import type { DefinedParameter, Parameters, ParameterValues } from './parameter.ts';

/** Text of an attribute or type that is read and written by hand. */
export interface AttrAssembly<V> {
  /** The text as reference pages show it. */
  readonly syntax: string;
  parse(parser: Parser): V;
  print(printer: Printer, values: V): void;
}

/** The declaration of an attribute or type by a package author; see {@link defineAttr}. */
export interface AttrSpec<P extends Parameters> {
  /** One line for reference pages, which is also the text after "failed to satisfy constraint: ". */
  readonly summary: string;
  /** Parameters by name, in order; names are those of MLIR's declaration. */
  readonly parameters?: P;
  /**
   * MLIR's `assemblyFormat` of what follows the mnemonic, of literals, `$name`, `params`, `struct(params)` and optional
   * groups; or the text by hand, where one parameter's depends on another. Without it nothing follows.
   */
  readonly format?: string | AttrAssembly<ParameterValues<P>>;
  /** The C++ class in MLIR's messages about parameters that can't be read; without it there are none of these. */
  readonly cppName?: string;
  /** Returns what is wrong with the values, or `null`. */
  verify?(values: ParameterValues<P>): string | null;
}

/** The text of reference pages on a class of attributes or types. */
export interface AttrReference {
  readonly summary: string;
  /** Names and kinds. */
  readonly parameters: readonly (readonly [name: string, kind: string])[];
  /** The syntax after the mnemonic. */
  readonly syntax: string;
}

/** The indexed form of an {@link AttrSpec}; one object per declared class. */
export interface AttrDefinition extends AttrReference {
  /** Full name, such as `sdy.mesh_axis`. */
  readonly name: string;
  readonly defined: readonly DefinedParameter[];
}
