import { FuncOp } from '@shardform/dialect-func';
import { ShardingConstraintOp } from '@shardform/dialect-sdy';
import { operationKind } from '@shardform/inspect';
import { type Attribute, type BlockArgument, type Operation, type Value } from '@shardform/ir-core';
import type { Study } from '../study.ts';
import { longestMatches } from '../text/aligned-operations.ts';
import type { ValueId } from '../values/value-id.ts';

/**
 * Returns the values of a program that another one has, too, by their identities there: those of `after` with those of
 * `before`. Numbers of values in the texts don't matter. Values of the same name in the user's program are the same, then
 * those that are computed alike from the same, then those of the same operation and type between values that are the same.
 */
export function alignedValues(before: Study, after: Study): ReadonlyMap<ValueId, ValueId> {
  const numbers = new KeyNumbers();
  const [old, now] = [keysOf(before, numbers), keysOf(after, numbers)];
  const pairs = new Map<ValueId, ValueId>();
  align(old, now, 0, pairs);
  return pairs;
}

/** A value with what it is recognized by, the surest first. */
interface KeyedValue {
  readonly id: ValueId;
  readonly keys: readonly string[];
}

const LEVELS = 3;

/** Aligns by the keys of a level, and what is between by those of the next one; at the last level as long as that finds more. */
function align(
  old: readonly KeyedValue[],
  now: readonly KeyedValue[],
  level: number,
  pairs: Map<ValueId, ValueId>,
): void {
  if (old.length === 0 || now.length === 0) return;
  const keys = (values: readonly KeyedValue[]): string[] => values.map((value) => value.keys[level]!);
  const matches = longestMatches(keys(old), keys(now));
  const isLast = level === LEVELS - 1;
  if (isLast && matches.length === 0) {
    alignEnds(old, now, pairs);
    return;
  }
  let [i, j] = [0, 0];
  for (const [a, b] of [...matches, [old.length, now.length] as const]) {
    align(old.slice(i, a), now.slice(j, b), isLast ? level : level + 1, pairs);
    if (a < old.length) pairs.set(now[b]!.id, old[a]!.id);
    [i, j] = [a + 1, b + 1];
  }
}

/** Aligns the last values of a part as far as they are of the same operation and type. */
function alignEnds(
  old: readonly KeyedValue[],
  now: readonly KeyedValue[],
  pairs: Map<ValueId, ValueId>,
): void {
  for (let back = 1; back <= Math.min(old.length, now.length); back++) {
    const [a, b] = [old[old.length - back]!, now[now.length - back]!];
    if (a.keys[LEVELS - 1] !== b.keys[LEVELS - 1]) return;
    pairs.set(b.id, a.id);
  }
}

/** Numbers for keys, which contain those of operands, and for attributes. */
class KeyNumbers {
  readonly #numbers = new Map<string | Attribute, number>();

  of(key: string | Attribute): number {
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = this.#numbers.size));
    return number;
  }
}

function keysOf({ source, names }: Study, numbers: KeyNumbers): KeyedValue[] {
  const computed = new Map<Value, number>();
  const seen = new Map<string, number>();
  /** Distinguishes those that are alike by their order. */
  const counted = (key: string): string => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return `${key} ${count}`;
  };
  const numberOf = (value: Value): number => computed.get(throughConstraints(value)) ?? -1;
  return source.values.all.map((value) => {
    const { definingOp } = value;
    const kind = definingOp === null ? 'argument' : operationKind(definingOp);
    const shallow = `${kind} ${String(value.type)}`;
    const userName = names.scopedName(value);
    const made =
      definingOp === null
        ? // Arguments are values of blocks where they aren't results.
          argumentKey(value as BlockArgument, userName, numberOf, counted)
        : operationKey(definingOp, definingOp.results.indexOf(value as never), numberOf, numbers);
    computed.set(value, numbers.of(made));
    // Operations share the names of their scopes; without a name no other value is alike.
    const named = userName === null ? `- ${made}` : `${shallow} ${counted(`${kind} ${userName}`)}`;
    return { id: source.values.idOf(value), keys: [named, `${made} ${String(value.type)}`, shallow] };
  });
}

function throughConstraints(value: Value): Value {
  let own = value;
  while (own.definingOp instanceof ShardingConstraintOp) own = own.definingOp.getOperand(0);
  return own;
}

/** The key of an argument of a function is its name or its number among those of its type: others may have been added. */
function argumentKey(
  argument: BlockArgument,
  userName: string | null,
  numberOf: (value: Value) => number,
  counted: (key: string) => string,
): string {
  const owner = argument.owner.parentOp;
  if (owner instanceof FuncOp)
    return counted(`argument of ${owner.symName.value} ${userName ?? ''} ${String(argument.type)}`);
  const operands = owner?.operandValues().map(numberOf).join() ?? '';
  return counted(`argument ${argument.index} ${owner?.name} ${operands}`);
}

function operationKey(
  op: Operation,
  result: number,
  numberOf: (value: Value) => number,
  numbers: KeyNumbers,
): string {
  const attributes = op
    .sortedAttrs()
    .filter(([name]) => !isSharding(name))
    .map(([name, attribute]) => `${name}=${numbers.of(attribute)}`);
  return `${operationKind(op)}#${result}(${op.operandValues().map(numberOf).join()})${attributes.join()}`;
}

/** Returns whether an attribute says how values are split, in which two programs may differ. */
function isSharding(name: string): boolean {
  return name.startsWith('sdy.') || name === 'mhlo.sharding' || name.endsWith('_shardings');
}
