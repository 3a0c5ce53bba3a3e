import type { OpDefinition } from '../definition/op-definition.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import type { Location, ParsedLoc } from '../ir/location.ts';
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
  /** The location of the op's name, unless its parser sets another one. */
  location: Location;
  operands: Value[] = [];
  resultTypes: Type[] = [];
  readonly properties: (Attribute | null)[];
  discardable: Map<string, Attribute> | null = null;
  readonly successors: Block[] = [];
  readonly regions: ParsedRegion[] = [];
  /** Set when the text leaves out the result types: they are inferred once the operation exists. */
  infersResultTypes = false;

  constructor(definition: OpDefinition, location: ParsedLoc) {
    this.definition = definition;
    this.nameOffset = location.start;
    this.location = location;
    this.properties =
      definition.attrNames.length === 0 ? NO_PROPERTIES : definition.attrNames.map(() => null);
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
