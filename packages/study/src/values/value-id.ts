/**
 * The identity of a value of a program through all of its stages: `12` or `12#1` for a value of the source, `12~1` for a
 * copy of it, `12+all_reduce` for a value that passes derived from it by an operation of that kind.
 */
export type ValueId = string;

/** Returns the identity of the value of the source that another one is, is a copy of, or was derived from. */
export function sourceId(id: ValueId): ValueId {
  return /^[^~+]*/.exec(id)![0];
}

/** Returns whether passes made a value that the source does not have. */
export function isDerived(id: ValueId): boolean {
  return id.includes('+');
}
