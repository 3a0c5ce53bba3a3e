import type { OpDefinition } from '../definition/op-definition.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import { type Location, ParsedLoc, type SourceText } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';

/** A use of a value by name, before its type is known. */
export interface UnresolvedOperand {
  /** Number of the name; {@link SymbolScopes.spelling} returns its text. */
  readonly name: number;
  /** The number after `#`; 0 without one. */
  readonly number: number;
  /** Offset of the use in the text. */
  readonly offset: number;
}

/** An argument of a region, as it stands in the text. */
export interface ParsedArgument {
  readonly name: UnresolvedOperand;
  readonly type: Type;
  readonly location: Location | null;
  /** Attributes after the type, for function-like operations. */
  readonly attributes: readonly (readonly [string, Attribute])[];
}

/** A region read before its operation exists. */
export interface ParsedRegion {
  readonly blocks: readonly Block[];
}

// Never written to: an operation without declared attributes has no properties.
const NO_PROPERTIES: null[] = [];

/** An operation while it is parsed; it becomes an {@link Operation} when its text was read. */
export class ParsedOp {
  readonly definition: OpDefinition;
  /** Offset of the op's name in the text. */
  readonly nameOffset: number;
  operands: Value[] = [];
  resultTypes: Type[] = [];
  readonly properties: (Attribute | null)[];
  discardable: Map<string, Attribute> | null = null;
  readonly successors: Block[] = [];
  readonly regions: ParsedRegion[] = [];
  /** Set when the text leaves out the result types: they are inferred once the operation exists. */
  infersResultTypes = false;
  readonly #source: SourceText;
  #location: Location | null = null;

  constructor(definition: OpDefinition, source: SourceText, nameOffset: number) {
    this.definition = definition;
    this.#source = source;
    this.nameOffset = nameOffset;
    this.properties =
      definition.attrNames.length === 0 ? NO_PROPERTIES : definition.attrNames.map(() => null);
  }

  /** The location of the op's name, unless its parser sets another one. */
  get location(): Location {
    const source = this.#source;
    return (this.#location ??= new ParsedLoc(source, this.nameOffset, source.nameEnd(this.nameOffset)));
  }

  set location(location: Location) {
    this.#location = location;
  }

  /** @internal Gives an operation this location; that of its name is made when somebody asks for it. */
  locate(op: Operation): void {
    if (this.#location === null) op.setPlace(this.#source, this.nameOffset);
    else op.location = this.#location;
  }

  /** Sets an inherent or discardable attribute. */
  setAttr(name: string, attribute: Attribute): void {
    const index = this.definition.attrIndex.get(name);
    if (index !== undefined) this.properties[index] = attribute;
    else (this.discardable ??= new Map()).set(name, attribute);
  }

  getAttr(name: string): Attribute | null {
    const index = this.definition.attrIndex.get(name);
    return (index === undefined ? this.discardable?.get(name) : this.properties[index]) ?? null;
  }
}
