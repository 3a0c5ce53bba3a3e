import type { Block, Operation, Value } from '@shardform/ir-core';

/**
 * What an operation and everything in it consist of, but for locations, as a list: equal ones have equal lists, element by element,
 * since types and attributes are interned.
 */
export function structureOf(root: Operation): readonly unknown[] {
  const parts: unknown[] = [];
  const numbers = new Map<Value | Block, number>();
  // What is defined later is numbered where it is used first.
  const number = (used: Value | Block): number => {
    let own = numbers.get(used);
    if (own === undefined) numbers.set(used, (own = numbers.size));
    return own;
  };
  const add = (op: Operation): void => {
    parts.push(op.definition, op.operands.length, op.results.length, op.discardable?.size ?? 0);
    for (const { value } of op.operands) parts.push(number(value));
    for (const result of op.results) parts.push(number(result), result.type);
    parts.push(...op.properties);
    for (const entry of op.discardable ?? []) parts.push(...entry);
    for (const block of op.successors) parts.push(number(block));
    for (const { blocks } of op.regions) {
      parts.push(blocks.length);
      for (const block of blocks) {
        parts.push(number(block), block.arguments.length);
        for (const argument of block.arguments) parts.push(number(argument), argument.type);
        for (let inner = block.firstOp; inner !== null; inner = inner.next) add(inner);
        parts.push(null);
      }
    }
  };
  add(root);
  return parts;
}
