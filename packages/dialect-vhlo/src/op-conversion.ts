import type { AnyOpClass, Attribute, Operation, Type } from '@shardform/ir-core';

/** The counterpart of an operation, found before anything is changed. */
export class PlannedOp {
  readonly op: Operation;
  readonly opClass: AnyOpClass;
  readonly #properties: (Attribute | null)[];
  #discardable: Map<string, Attribute> | null = null;

  constructor(op: Operation, opClass: AnyOpClass) {
    this.op = op;
    this.opClass = opClass;
    this.#properties = opClass.definition.attrNames.map(() => null);
  }

  /** An inherent attribute that was set. */
  getProperty(name: string): Attribute | null {
    const index = this.opClass.definition.attrIndex.get(name);
    return index === undefined ? null : (this.#properties[index] ?? null);
  }

  /** Sets an inherent or discardable attribute, as the new operation has it. */
  setAttr(name: string, attribute: Attribute): void {
    const index = this.opClass.definition.attrIndex.get(name);
    if (index !== undefined) this.#properties[index] = attribute;
    else (this.#discardable ??= new Map<string, Attribute>()).set(name, attribute);
  }

  /** Keeps the discardable attributes as they are. */
  copyDiscardable(): void {
    for (const [name, attribute] of this.op.discardable ?? []) this.setAttr(name, attribute);
  }

  /** Replaces the old operation by the new one, with its operands and regions. */
  apply(convertType: (type: Type) => Type): Operation {
    const { op, opClass } = this;
    const made = new opClass({
      location: op.location,
      operands: op.operandValues(),
      resultTypes: op.results.map(({ type }) => convertType(type)),
      properties: this.#properties,
      discardable: this.#discardable,
      successors: op.successors,
      regionCount: op.regions.length,
    });
    for (const [i, region] of op.regions.entries()) made.getRegion(i).takeBody(region);
    op.parent?.insertBefore(made, op);
    op.replaceAllUsesWith(made.results);
    op.erase();
    return made;
  }
}

/** Reports what dialect conversions say of an operation that can't be converted. */
export function illegalOpMessage(op: Operation): string {
  return `failed to legalize operation '${op.name}' that was explicitly marked illegal`;
}

/** Returns a conversion of types that looks at each type once; `null` for types that can't be converted. */
export function rememberingTypes(convert: (type: Type) => Type | null): (type: Type) => Type | null {
  const known = new Map<Type, Type | null>();
  return (type) => {
    let converted = known.get(type);
    if (converted === undefined) known.set(type, (converted = convert(type)));
    return converted;
  };
}
