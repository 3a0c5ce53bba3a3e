import { DenseArrayAttr } from '../builtin/attrs/dense-array-attr.ts';
import { FunctionType } from '../builtin/types/composite-types.ts';
import { ArrayAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Attribute } from '../ir/attribute.ts';
import type { OpInit, Operation } from '../ir/operation.ts';

/** Erases the operands at some positions; sizes of operand groups are kept right. */
export function eraseOperands(op: Operation, positions: ReadonlySet<number>): void {
  if (positions.size === 0) return;
  shrinkSegments(op, 'operandSegmentSizes', positions);
  op.setOperands(op.operandValues().filter((_, index) => !positions.has(index)));
}

/**
 * Replaces `op` by an operation without the results at some positions, which must be unused. It takes over the regions;
 * `op` is erased.
 */
export function eraseResults(op: Operation, positions: ReadonlySet<number>): Operation {
  if (positions.size === 0) return op;
  // The constructor of a declared operation takes what Operation's takes.
  const constructor = op.constructor as new (init: OpInit) => Operation;
  const copy = new constructor({
    location: op.location,
    operands: op.operandValues(),
    resultTypes: op.resultTypes().filter((_, index) => !positions.has(index)),
    properties: op.properties,
    discardable: op.discardable,
    successors: op.successors,
    regionCount: op.regions.length,
  });
  shrinkSegments(copy, 'resultSegmentSizes', positions);
  for (const [i, region] of op.regions.entries()) copy.getRegion(i).takeBody(region);
  let next = 0;
  for (const result of op.results) {
    if (!positions.has(result.index)) result.replaceAllUsesWith(copy.getResult(next++));
  }
  copy.moveBefore(op);
  op.erase();
  return copy;
}

function shrinkSegments(op: Operation, name: string, positions: ReadonlySet<number>): void {
  const sizes = op.getAttr(name);
  if (!(sizes instanceof DenseArrayAttr)) return;
  let start = 0;
  const kept = sizes.numbers().map((size) => {
    let count = 0;
    for (let i = start; i < start + size; i++) if (!positions.has(i)) count++;
    start += size;
    return count;
  });
  op.setAttr(name, DenseArrayAttr.get(sizes.elementType, kept));
}

/** Takes inputs and results out of the type of a function and the attributes that describe them. */
export function eraseFromSignature(
  func: Operation,
  inputs: ReadonlySet<number>,
  results: ReadonlySet<number>,
): void {
  const type = func.getAttr('function_type');
  if (!(type instanceof FunctionType)) throw new Error(`'${func.name}' has no function type`);
  const isKept = (positions: ReadonlySet<number>) => (_: unknown, index: number) => !positions.has(index);
  func.setAttr(
    'function_type',
    FunctionType.get(type.inputs.filter(isKept(inputs)), type.results.filter(isKept(results))),
  );
  const shrink = (name: string, positions: ReadonlySet<number>): void => {
    const list = func.getAttr(name);
    if (!(list instanceof ArrayAttr)) return;
    const kept: readonly Attribute[] = list.elements.filter(isKept(positions));
    func.setAttr(name, kept.length === 0 ? null : ArrayAttr.get(kept));
  };
  shrink('arg_attrs', inputs);
  shrink('res_attrs', results);
}
