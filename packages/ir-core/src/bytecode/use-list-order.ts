import type { Operation } from '../ir/operation.ts';
import type { OpOperand, Value } from '../ir/value.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

/**
 * The order of a value's uses: for the use that is the `k`-th from the end of the program, its index in the use list.
 * Readers build lists with the last use of the program first, so that only other orders are written.
 */
export type UseListOrder = readonly number[];

/** Returns true if `a` comes after `b` in the program, by the pre-order numbers of their operations. */
function isLater(a: OpOperand, b: OpOperand): boolean {
  const [first, second] = [a.owner.worklistIndex, b.owner.worklistIndex];
  return first === second ? a.index > b.index : first > second;
}

/** Collects the values whose uses are not in the order in which a reader finds them. */
export function findUseListOrders(root: Operation): ReadonlyMap<Value, UseListOrder> {
  const orders = new Map<Value, UseListOrder>();
  const check = (value: Value): void => {
    let use = value.firstUse;
    if (use === null) return;
    for (let next = use.nextUse; next !== null; use = next, next = next.nextUse) {
      if (isLater(use, next)) continue;
      orders.set(value, orderOf(value));
      return;
    }
  };
  const visit = (op: Operation): void => {
    for (let i = 0; i < op.resultCount; i++) check(op.getResult(i));
    for (const region of op.regions) {
      for (const block of region.blocks) {
        block.arguments.forEach(check);
        for (let inner = block.firstOp; inner !== null; inner = inner.next) visit(inner);
      }
    }
  };
  visit(root);
  return orders;
}

function latestFirst(a: OpOperand, b: OpOperand): number {
  return isLater(a, b) ? -1 : 1;
}

function orderOf(value: Value): UseListOrder {
  const uses = [...value.uses()];
  const places = new Map(uses.map((use, place) => [use, place]));
  return uses.sort(latestFirst).map((use) => places.get(use)!);
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

/**
 * Puts the uses of values in the order that the file gives, or the last use of the program first. Needs the
 * pre-order numbers of operations in their `worklistIndex`.
 */
export function restoreUseLists(
  unordered: ReadonlySet<Value>,
  orders: ReadonlyMap<Value, WrittenOrder>,
  reader: ByteReader,
): void {
  for (const value of unordered) relink(value, [...value.uses()].sort(latestFirst));
  for (const [value, order] of orders) {
    const uses = [...value.uses()].sort(latestFirst);
    const places = placesOf(order, uses.length);
    if (new Set(places).size !== uses.length || places.some((place) => !(place < uses.length))) {
      reader.fail('unable to sort use-list: expected each place of the list once');
    }
    const list = new Array<OpOperand>(uses.length);
    places.forEach((place, k) => (list[place] = uses[k]!));
    relink(value, list);
  }
}

function placesOf({ numbers, arePairs }: WrittenOrder, count: number): readonly number[] {
  if (!arePairs) return numbers;
  const places = Array.from({ length: count }, (_, k) => k);
  for (let i = 0; i + 1 < numbers.length; i += 2)
    if (numbers[i + 1]! < count) places[numbers[i + 1]!] = numbers[i]!;
  return places;
}

function relink(value: Value, uses: readonly OpOperand[]): void {
  uses.forEach((use, i) => {
    use.previousUse = uses[i - 1] ?? null;
    use.nextUse = uses[i + 1] ?? null;
  });
  value.firstUse = uses[0] ?? null;
}

/** Numbers operations in pre-order in their `worklistIndex`, which means nothing outside a rewrite. */
export function numberOperations(root: Operation): void {
  let number = 0;
  root.walk((op) => void (op.worklistIndex = number++), 'pre');
}
