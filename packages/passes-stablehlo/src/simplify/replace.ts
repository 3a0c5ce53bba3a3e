import {
  type Attribute,
  type CreatableOp,
  DictionaryAttr,
  type Operation,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';

const FRONTEND_ATTRIBUTES = 'mhlo.frontend_attributes';
/** Belongs to one operation: the one that is left keeps its own. */
const METADATA_PAYLOAD = 'xla_metadata_payload';

/**
 * Replaces an operation with one result by a value that is there already. What defines the value takes over the
 * discardable attributes of `op`, such as shardings; in place of its own, where both have one. Values of other
 * types are no replacement: returns false, with nothing changed.
 */
export function replaceByValue(rewriter: Rewriter, op: Operation, value: Value): boolean {
  if (value.type !== op.getResult().type) return false;
  const { definingOp } = value;
  if (definingOp !== null && op.discardable !== null) {
    const attributes = [...op.discardable];
    rewriter.modifyInPlace(definingOp, () => {
      for (const [name, attribute] of attributes) {
        const own = definingOp.discardable?.get(name) ?? null;
        definingOp.setAttr(name, name === FRONTEND_ATTRIBUTES ? mergeEntries(own, attribute) : attribute);
      }
    });
  }
  rewriter.replaceOp(op, [value]);
  return true;
}

/** Replaces an operation by one that is created with its discardable attributes, unless `attributes` are given. */
export function replaceByNew<A, T extends Operation>(
  rewriter: Rewriter,
  op: Operation,
  opClass: CreatableOp<A, T>,
  args: NoInfer<A>,
  resultTypes: readonly Type[] = op.resultTypes(),
): true {
  rewriter.replaceOpWith(op, opClass, args, resultTypes, { attributes: op.discardable });
  return true;
}

function mergeEntries(own: Attribute | null, other: Attribute): Attribute {
  if (!(own instanceof DictionaryAttr) || !(other instanceof DictionaryAttr)) return other;
  const entries = new Map(own.entries);
  for (const [key, value] of other.entries) {
    if (key !== METADATA_PAYLOAD || !entries.has(key)) entries.set(key, value);
  }
  return DictionaryAttr.get([...entries]);
}
