import type { Operation } from '../ir/operation.ts';
import { mix } from '../ir/operation-key.ts';

/** A program of layers has few kinds; one that has many more, such as of constants, gains nothing by them. */
const MOST_KINDS = 256;

/** What an operation is, as numbers: how many operands it has, their types, those of its results, and its attributes. */
type Kind = readonly number[];

/** Kinds of operations of one declaration that were found valid: operations of a kind have the same attributes and the same types. */
export class VerifiedKinds {
  /** By their hashes. */
  readonly #kinds = new Map<number, Kind>();

  has(op: Operation): boolean {
    const kind = this.#kinds.get(hashOf(op));
    return kind !== undefined && isOfKind(op, kind);
  }

  add(op: Operation): void {
    const { operands, properties, resultCount } = op;
    const kind = [operands.length];
    for (const { value } of operands) kind.push(value.type.id);
    for (let i = 0; i < resultCount; i++) kind.push(op.getResult(i).type.id);
    for (const attribute of properties) kind.push(attribute?.id ?? 0);
    if (this.#kinds.size === MOST_KINDS) this.#kinds.clear();
    this.#kinds.set(hashOf(op), kind);
  }
}

function hashOf(op: Operation): number {
  const { operands, properties, resultCount } = op;
  let hash = mix(-1, operands.length);
  for (const { value } of operands) hash = mix(hash, value.type.id);
  for (let i = 0; i < resultCount; i++) hash = mix(hash, op.getResult(i).type.id);
  for (const attribute of properties) hash = mix(hash, attribute?.id ?? 0);
  return hash;
}

function isOfKind(op: Operation, kind: Kind): boolean {
  const { operands, properties, resultCount } = op;
  if (operands.length !== kind[0] || kind.length !== 1 + operands.length + resultCount + properties.length)
    return false;
  let at = 1;
  for (const { value } of operands) if (value.type.id !== kind[at++]) return false;
  for (let i = 0; i < resultCount; i++) if (op.getResult(i).type.id !== kind[at++]) return false;
  for (const attribute of properties) if ((attribute?.id ?? 0) !== kind[at++]) return false;
  return true;
}
