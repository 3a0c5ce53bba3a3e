import {
  ConcatenateOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  ExpOp,
  OptimizationBarrierOp,
  SliceOp,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import { BlockArgument, type Value } from '@shardform/ir-core';
import { elementCount, isPointwise } from './score-kinds.ts';

/**
 * Returns the exponential that a tensor is computed of, element by element, perhaps through memory and loops; `null` without one.
 */
export function probabilitySource(value: Value): ExpOp | null {
  const seen = new Set<Value>();
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const source = next.definingOp;
    if (source instanceof ExpOp) return source;
    pending.push(...sourcesOf(next));
  }
  return null;
}

/** The tensors whose elements those of a value are, or are computed of one by one. */
function sourcesOf(value: Value): readonly Value[] {
  const source = value.definingOp;
  if (source === null) {
    if (!(value instanceof BlockArgument)) return [];
    const loop = value.owner.parentOp;
    if (!(loop instanceof WhileOp) || value.owner !== loop.body.entry) return [];
    return [loop.getOperand(value.index), ...nextOf(loop, value.index)];
  }
  if (source instanceof WhileOp || source instanceof OptimizationBarrierOp) {
    const index = source.results.findIndex((result) => result === value);
    return source instanceof WhileOp
      ? [source.getOperand(index), ...nextOf(source, index)]
      : [source.getOperand(index)];
  }
  if (source instanceof DynamicSliceOp || source instanceof SliceOp) return [source.getOperand(0)];
  if (source instanceof DynamicUpdateSliceOp) return [source.getOperand(0), source.getOperand(1)];
  if (source instanceof ConcatenateOp) return source.operandValues();
  if (!isPointwise(source)) return [];
  const count = elementCount(value);
  return source.operandValues().filter((operand) => elementCount(operand) === count);
}

function nextOf(loop: WhileOp, index: number): readonly Value[] {
  const next = loop.body.entry.terminator?.operandValues()[index];
  return next === undefined ? [] : [next];
}
