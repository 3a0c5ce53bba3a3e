import type { Block } from '../ir/block.ts';
import type { Operation } from '../ir/operation.ts';
import type { OpOperand, Value } from '../ir/value.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

/**
 * The order of a value's uses: for the use that is the `k`-th from the end of the program, its index in the use list.
 * Readers build lists with the last use of the program first, so that only other orders are written.
 */
export type UseListOrder = readonly number[];

/** Operations in pre-order. */
type Places = ReadonlyMap<Operation, number>;

/** Returns the places of the operations at and in some. */
function placesOf(roots: Iterable<Operation>): Places {
  const places = new Map<Operation, number>();
  for (const root of roots) root.walk((op) => void places.set(op, places.size), 'pre');
  return places;
}

/** Returns the uses of a value, the last one of the program first. */
function latestFirst(value: Value, places: Places): OpOperand[] {
  return [...value.uses()].sort((a, b) =>
    a.owner === b.owner ? b.index - a.index : places.get(b.owner)! - places.get(a.owner)!,
  );
}

/** Returns true if the uses of a value all stand in one block and their list begins with the last one, as readers make it. */
export function areLatestFirst(value: Value): boolean {
  let use = value.firstUse;
  if (use === null) return true;
  for (let next = use.nextUse; next !== null; use = next, next = next.nextUse) {
    const { owner } = use;
    if (owner === next.owner ? use.index < next.index : !follows(owner, next.owner)) return false;
  }
  return true;
}

function follows(op: Operation, other: Operation): boolean {
  return op.parent !== null && op.parent === other.parent && other.isBefore(op);
}

/** Returns the orders of those values whose uses are not in the order in which a reader finds them. */
export function findUseListOrders(
  values: readonly Value[],
  root: Operation,
): ReadonlyMap<Value, UseListOrder> {
  const orders = new Map<Value, UseListOrder>();
  if (values.length === 0) return orders;
  const places = placesOf([root]);
  for (const value of values) {
    const indices = new Map<OpOperand, number>();
    for (const use of value.uses()) indices.set(use, indices.size);
    const order = latestFirst(value, places).map((use) => indices.get(use)!);
    if (order.some((index, i) => index !== i)) orders.set(value, order);
  }
  return orders;
}

/** Writes the orders of some values, if there are any. @returns whether there are. */
export function writeUseListOrders(
  values: readonly Value[],
  orders: ReadonlyMap<Value, UseListOrder>,
  writer: ByteWriter,
): boolean {
  const ordered = values.filter((value) => orders.has(value));
  if (ordered.length === 0) return false;
  if (values.length !== 1) writer.varint(ordered.length);
  values.forEach((value, i) => {
    const order = orders.get(value);
    if (order === undefined) return;
    if (values.length !== 1) writer.varint(i);
    const moved = order.filter((place, k) => place !== k).length;
    const arePairs = moved < Math.floor(order.length / 2);
    writer.flagged(arePairs ? 2 * moved : order.length, arePairs);
    order.forEach((place, k) => {
      if (!arePairs) writer.varint(place);
      else if (place !== k) {
        writer.varint(place);
        writer.varint(k);
      }
    });
  });
  return true;
}

/** An order as it stands in a file: `numbers` are indices, or pairs of two indices. */
export interface WrittenOrder {
  /** Index of the value among those of the operation or block. */
  readonly index: number;
  readonly numbers: readonly number[];
  readonly arePairs: boolean;
}

/** Reads the orders of some of `valueCount` values. */
export function readUseListOrders(valueCount: number, reader: ByteReader): WrittenOrder[] {
  const count = valueCount === 1 ? 1 : reader.count('use-list orders');
  const orders: WrittenOrder[] = [];
  for (let i = 0; i < count; i++) {
    const index = valueCount === 1 ? 0 : reader.varint();
    if (index >= valueCount) reader.fail(`invalid value index in use-list order: ${index}`);
    const header = reader.varint();
    const length = Math.floor(header / 2);
    if (length > reader.remaining) {
      reader.fail(
        `expected ${length} numbers of a use-list order, but only ${reader.remaining} bytes remain`,
      );
    }
    const numbers: number[] = [];
    for (let k = 0; k < length; k++) numbers.push(reader.varint());
    orders.push({ index, numbers, arePairs: header % 2 === 1 });
  }
  return orders;
}

/** Puts the uses of values at and in `top` in the order that the file gives, or the last use of the program first. */
export function restoreUseLists(
  top: Block,
  unordered: ReadonlySet<Value>,
  orders: ReadonlyMap<Value, WrittenOrder>,
  reader: ByteReader,
): void {
  if (unordered.size === 0 && orders.size === 0) return;
  const places = placesOf(top);
  for (const value of unordered) relink(value, latestFirst(value, places));
  for (const [value, order] of orders) {
    const uses = latestFirst(value, places);
    const indices = indicesOf(order, uses.length);
    if (new Set(indices).size !== uses.length || indices.some((index) => !(index < uses.length))) {
      reader.fail('unable to sort use-list: expected each place of the list once');
    }
    const list = new Array<OpOperand>(uses.length);
    indices.forEach((index, k) => (list[index] = uses[k]!));
    relink(value, list);
  }
}

function indicesOf({ numbers, arePairs }: WrittenOrder, count: number): readonly number[] {
  if (!arePairs) return numbers;
  const indices = Array.from({ length: count }, (_, k) => k);
  for (let i = 0; i + 1 < numbers.length; i += 2)
    if (numbers[i + 1]! < count) indices[numbers[i + 1]!] = numbers[i]!;
  return indices;
}

function relink(value: Value, uses: readonly OpOperand[]): void {
  uses.forEach((use, i) => {
    use.previousUse = uses[i - 1] ?? null;
    use.nextUse = uses[i + 1] ?? null;
  });
  value.firstUse = uses[0] ?? null;
}
