import type { AttrReference } from '../definition/attr-definition.ts';
import type { DialectBytecode } from '../bytecode/dialect-bytecode.ts';
import type { DialectDocumentation } from '../definition/op-documentation.ts';
import type { Attribute, Type } from './attribute.ts';
import type { DialectInlining } from './interfaces.ts';
import type { Location } from './location.ts';
import type { Operation } from './operation.ts';
import type { Region } from './region.ts';
import type { OpReport } from '../verify/report.ts';
import type { Parser } from '../text/parser.ts';

/** The hooks of a dialect beyond its operations, attributes and types. */
export interface Dialect {
  /** The prefix of the dialect's names, such as `stablehlo`. */
  readonly name: string;
  /** Checks an attribute with this dialect's prefix on any operation. */
  verifyOpAttr?(op: Operation, name: string, attribute: Attribute, report: OpReport): boolean;
  /** Checks an attribute with this dialect's prefix on an argument of a function-like operation. */
  verifyArgumentAttr?(
    op: Operation,
    index: number,
    name: string,
    attribute: Attribute,
    report: OpReport,
  ): boolean;
  /** Checks an attribute with this dialect's prefix on a result of a function-like operation. */
  verifyResultAttr?(
    op: Operation,
    index: number,
    name: string,
    attribute: Attribute,
    report: OpReport,
  ): boolean;
  /**
   * True if checks of the dialect's operations ask for nothing that declarations don't know: no discardable attributes of the
   * operation or of others. Where only those changed, the dialects of the attributes check them, and nothing else is checked
   * again.
   */
  readonly checksDeclaredOnly?: boolean;
  /**
   * True if what checks of an operation without regions ask for is its attributes and the types of its operands and results, those of
   * symbols aside: of operations that have the same, one is checked.
   */
  readonly checksKindsOnly?: boolean;
  /** Returns true if a declared result type is compatible with an inferred one, for all operations of the dialect. */
  isCompatibleResultType?(inferred: Type, actual: Type): boolean;
  /** Makes the constant operation for a folded value, or `null` when the dialect has none for it. */
  materializeConstant?(value: Attribute, type: Type, location: Location): Operation | null;
  /** The rules by which the dialect's operations are inlined; without them they are not. */
  readonly inlining?: DialectInlining;
  /** Returns true if constants used in a region of one of the dialect's operations stay there when they are merged. */
  keepsConstantsIn?(region: Region): boolean;
  /**
   * Returns the name by which the printer is to define an attribute or type at the head of the file; `null` for none.
   */
  suggestAlias?(attribute: Attribute): string | null;
  /** The encoding of the dialect's attributes and types in MLIR bytecode; without it they are text. */
  readonly bytecode?: DialectBytecode;
  /** The message for an attribute mnemonic that the dialect doesn't know. */
  readonly unknownAttrMessage?: (mnemonic: string) => string;
  readonly unknownTypeMessage?: (mnemonic: string) => string;
  /** Loads the documentation of the dialect's operations, which nothing but reference pages and editors needs. */
  readonly documentation?: () => Promise<DialectDocumentation>;
  /**
   * True if the dialect is declared only partly: what it doesn't have is treated like what belongs to a dialect that is
   * not loaded, so that it can be kept where unregistered dialects are allowed.
   */
  readonly isPartial?: boolean;
}

/** The constructor side of an attribute class of a dialect. */
export interface AttrClass<A extends Attribute = Attribute> {
  /** `dialect.mnemonic`. */
  readonly mnemonic: string;
  readonly name: string;
  readonly prototype: A;
  /** The text of reference pages on the class; of declared ones, their declaration. */
  readonly definition?: AttrReference;
  /** Parses what follows the mnemonic. @param type the type that the context asks for, if any. */
  parse(parser: Parser, type: Type | null): NoInfer<A>;
}

/** The constructor side of a type class of a dialect. */
export type TypeClass<T extends Type = Type> = AttrClass<T>;
