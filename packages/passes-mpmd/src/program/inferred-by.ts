import { INFERRED_BY } from '@shardform/dialect-mpmd';
import { ArrayAttr, type Operation, StringAttr } from '@shardform/ir-core';

/** Returns the passes that made an inferred fragment; `null` when it doesn't say. */
export function inferredBy(op: Operation): readonly string[] | null {
  const attribute = op.getAttr(INFERRED_BY);
  if (!(attribute instanceof ArrayAttr)) return null;
  return attribute.elements.map((element) =>
    element instanceof StringAttr ? element.value : String(element),
  );
}

/** Returns the attribute of fragments that these passes made. */
export function inferredByAttr(passes: Iterable<string>): ArrayAttr {
  return ArrayAttr.get(Array.from(new Set(passes), (name) => StringAttr.get(name)));
}

/** Says which passes made an inferred fragment. */
export function setInferredBy(op: Operation, passes: Iterable<string>): void {
  op.setAttr(INFERRED_BY, inferredByAttr(passes));
}
