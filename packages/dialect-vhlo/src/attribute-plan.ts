import type { Attribute, Operation } from '@shardform/ir-core';
import type { AttributeKind } from './attribute-kind.ts';
import type { ConvertAttribute } from './convert-attributes.ts';
import type { PlannedOp } from './op-conversion.ts';
import type { OpRow } from './op-row.ts';

/**
 * Sets VHLO's attributes for those of a StableHLO operation: structs are split, defaults are written out.
 *
 * @returns whether all attributes have counterparts.
 */
export function planToVhlo(planned: PlannedOp, row: OpRow, convert: ConvertAttribute): boolean {
  const { op } = planned;
  const kinds = kindsByStablehloName(row);
  const isConverted = (name: string, attribute: Attribute): boolean => {
    const struct = row.structs.get(name);
    if (struct !== undefined) {
      const fields = struct.split(attribute);
      fields?.forEach((field, i) => {
        planned.setAttr(struct.fields[i]!, field);
      });
      return fields !== null;
    }
    const [vhloName, kind] = kinds.get(name) ?? [name, null];
    const converted = kind?.toVhlo === undefined ? convert(attribute) : kind.toVhlo(attribute);
    if (converted !== null) planned.setAttr(vhloName, converted);
    return converted !== null;
  };
  for (const [i, name] of op.definition.attrNames.entries()) {
    const attribute = op.properties[i] ?? null;
    if (attribute !== null && !isConverted(name, attribute)) return false;
  }
  for (const [name, attribute] of op.discardable ?? []) if (!isConverted(name, attribute)) return false;
  return addStandards(planned, row);
}

/** Sets the attributes that are missing. @returns whether none is left. */
export function addStandards(planned: PlannedOp, row: OpRow): boolean {
  const siblings = (name: string): Attribute | null => planned.getProperty(name);
  for (const [name, kind] of row.attrs) {
    if (siblings(name) !== null) continue;
    const standard = kind.standard?.(siblings) ?? null;
    if (standard === null) return false;
    planned.setAttr(name, standard);
  }
  return true;
}

const kindTables = new WeakMap<OpRow, ReadonlyMap<string, readonly [string, AttributeKind]>>();

function kindsByStablehloName(row: OpRow): ReadonlyMap<string, readonly [string, AttributeKind]> {
  let kinds = kindTables.get(row);
  if (kinds === undefined) {
    kinds = new Map([...row.attrs].map(([name, kind]) => [kind.stablehloName ?? name, [name, kind]]));
    kindTables.set(row, kinds);
  }
  return kinds;
}

/**
 * Sets StableHLO's attributes for those of a VHLO operation: structs are joined, defaults are left out.
 *
 * @returns whether all attributes have counterparts.
 */
export function planToStablehlo(planned: PlannedOp, row: OpRow, convert: ConvertAttribute): boolean {
  const { op } = planned;
  const siblings = (name: string): Attribute | null => op.getAttr(name);
  const inStructs = new Set<string>();
  for (const [name, struct] of row.structs) {
    const fields = struct.fields.map(siblings);
    struct.fields.forEach((field) => inStructs.add(field));
    if (!fields.every((field) => field !== null)) return false;
    if (struct.isAbsent?.(fields) === true) continue;
    const joined = struct.join(fields);
    if (joined === null) return false;
    planned.setAttr(name, joined);
  }
  for (const [name, kind] of row.attrs) {
    if (inStructs.has(name)) continue;
    const attribute = siblings(name);
    if (attribute === null) return false;
    if (kind.isStandard?.(attribute, siblings) === true) continue;
    const converted = (kind.toStablehlo ?? convert)(attribute);
    if (converted === null) return false;
    planned.setAttr(kind.stablehloName ?? name, converted);
  }
  return planDiscardable(op, planned, convert);
}

function planDiscardable({ discardable }: Operation, planned: PlannedOp, convert: ConvertAttribute): boolean {
  for (const [name, attribute] of discardable ?? []) {
    const converted = convert(attribute);
    if (converted === null) return false;
    planned.setAttr(name, converted);
  }
  return true;
}
