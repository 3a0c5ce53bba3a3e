import {
  type Operation,
  RankedTensorType,
  type Rewriter,
  TupleType,
  type Type,
  UnrankedTensorType,
  type Value,
  zip,
} from '@shardform/ir-core';
import { mostSpecificType } from '@shardform/dialect-stablehlo';

/** Dialects whose operations take values of better known types. */
const TOLERANT_DIALECTS: ReadonlySet<string> = new Set(['stablehlo', 'chlo', 'sdy']);
const TOLERANT_OPS: ReadonlySet<string> = new Set([
  'func.call',
  'func.return',
  'builtin.unrealized_conversion_cast',
]);

/**
 * Gives values the types that `types` say more of than their own. A value with a user that may not stand a change of
 * types keeps its own. `owner` is the operation that is told to have changed.
 *
 * @returns whether a type changed; not when one contradicts what is known.
 */
export function refineValues(
  owner: Operation,
  values: readonly Value[],
  types: readonly (Type | null)[],
  rewriter: Rewriter,
): boolean {
  const refined = values.map((value, i) => refinedType(value.type, types[i] ?? null));
  if (refined.includes(null)) return false;
  const changed = values.flatMap((value, i) =>
    value.type !== refined[i] && hasTolerantUsers(value) ? [[value, refined[i]!] as const] : [],
  );
  if (changed.length === 0) return false;
  rewriter.modifyInPlace(owner, () => {
    for (const [value, type] of changed) value.setType(type);
  });
  return true;
}

function hasTolerantUsers(value: Value): boolean {
  for (const { owner } of value.uses()) {
    if (!TOLERANT_DIALECTS.has(owner.definition.dialect) && !TOLERANT_OPS.has(owner.name)) return false;
  }
  return true;
}

/**
 * Returns the type that two types of one value imply together; `null` when they contradict each other. Element types
 * stay.
 */
export function refinedType(type: Type, other: Type | null): Type | null {
  if (other === null || type === other) return type;
  if (type instanceof TupleType) {
    if (!(other instanceof TupleType) || type.types.length !== other.types.length) return null;
    const parts = zip(type.types, other.types).map(([part, otherPart]) => refinedType(part, otherPart));
    return parts.includes(null) ? null : TupleType.get(parts.filter((part) => part !== null));
  }
  if (type instanceof UnrankedTensorType) {
    return other instanceof RankedTensorType ? other.withElementType(type.elementType) : type;
  }
  if (!(type instanceof RankedTensorType)) return null;
  if (!(other instanceof RankedTensorType)) return other instanceof UnrankedTensorType ? type : null;
  const merged = mostSpecificType([type, other.withElementType(type.elementType)]);
  return typeof merged === 'string' ? null : merged;
}
