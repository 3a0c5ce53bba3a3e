import { type FuncOp, valueAttrsList } from '@shardform/dialect-func';
import { SHARDING } from '@shardform/dialect-sdy';
import type { Operation, Value } from '@shardform/ir-core';

/**
 * Numbers the operations of a function in the order of their block: equal numbers for those that do the same, whatever they read. Types,
 * attributes, and regions count, and so do the shardings of arguments that are read.
 */
export function numberOperations(func: FuncOp): number[] {
  const shardings = new Map<Value, number>();
  for (const [index, attributes] of valueAttrsList(func, 'arg_attrs').entries()) {
    const sharding = attributes.get(SHARDING);
    if (sharding !== null) shardings.set(func.entry.getArgument(index), sharding.id);
  }
  const numbers = new Map<string, number>();
  return Array.from(func.entry, (op) => {
    const text = textOf(op, shardings, new Map());
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, (number = numbers.size));
    return number;
  });
}

/** @param local numbers of values that are defined in a region of the operation. */
function textOf(op: Operation, shardings: ReadonlyMap<Value, number>, local: Map<Value, number>): string {
  const operands = op
    .operandValues()
    .map((value) => `${value.type.id}:${shardings.get(value) ?? ''}:${local.get(value) ?? ''}`);
  const properties = op.properties.map((own) => own?.id ?? '');
  const discardable = Array.from(op.discardable ?? [], ([name, { id }]) => `${name}=${id}`);
  const results = op.results.map(({ type }) => type.id);
  let text = `${op.name} ${operands.join()} ${properties.join()} ${discardable.join()} ${results.join()}`;
  for (const region of op.regions) {
    text += '{';
    for (const block of region.blocks) {
      for (const argument of block.arguments) {
        local.set(argument, local.size);
        text += `${argument.type.id},`;
      }
      for (const inner of block) {
        text += `${textOf(inner, shardings, local)};`;
        for (const result of inner.results) local.set(result, local.size);
      }
    }
    text += '}';
  }
  return text;
}
