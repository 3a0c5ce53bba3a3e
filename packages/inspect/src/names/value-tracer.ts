import { FuncOp } from '@shardform/dialect-func';
import { BlockArgument, RankedTensorType, type Value } from '@shardform/ir-core';
import type { CallIndex } from './call-index.ts';
import type { CallPath } from './call-path.ts';
import { isKept } from './value-parts.ts';

/** Operations and calls that are seen through. */
const MOST_STEPS = 48;
/** Values that are looked at to find out whether one depends on another. */
const MOST_NEEDED = 4096;

/** A value inside of the functions that were entered through some calls. */
export interface PlacedValue {
  readonly value: Value;
  readonly path: CallPath;
}

/** Sees through calls and what moves values. */
export class ValueTracer {
  readonly #calls: CallIndex;

  constructor(calls: CallIndex) {
    this.#calls = calls;
  }

  /** The value that another one is. @param isSame whether what an operation keeps is seen through; by default, if the type stays. */
  traced(start: PlacedValue, isSame: (operand: Value, result: Value) => boolean = hasTypeOf): PlacedValue {
    let at = start;
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const next = this.#step(at, isSame);
      if (next === null) return at;
      at = next;
    }
    return at;
  }

  /** Returns whether a value is made of nothing but constants. */
  isFilled(start: PlacedValue): boolean {
    let at = this.traced(start);
    while (at.value.definingOp?.name === 'stablehlo.broadcast_in_dim')
      at = this.traced({ value: at.value.definingOp.getOperand(0), path: at.path });
    return at.value.definingOp?.name.endsWith('.constant') === true;
  }

  #step(
    { value, path }: PlacedValue,
    isSame: (operand: Value, result: Value) => boolean,
  ): PlacedValue | null {
    if (value instanceof BlockArgument) {
      const func = value.parentBlock.parentOp;
      const call = func instanceof FuncOp ? path.of(func.symName.value) : null;
      if (call === null) return null;
      return { value: call.getOperand(value.index), path: path.leaving(call.callee.root) };
    }
    const op = value.definingOp;
    if (op === null) return null;
    const index = op.results.findIndex((result) => result === value);
    const inside = this.#calls.returned(op, index);
    if (inside !== null) return { value: inside, path: this.#calls.entered(op, path) };
    const operand = op.results.length === 1 ? op.operandValues()[0] : undefined;
    if (operand === undefined || !isKept(op, operand)) return null;
    return isSame(operand, value) ? { value: operand, path } : null;
  }
}

function hasTypeOf(a: Value, b: Value): boolean {
  return a.type === b.type;
}

/** Returns whether values have the same elements beside each other, but for dimensions of size 1. */
export function isLayoutOf(a: Value, b: Value): boolean {
  const sizes = ({ type }: Value): string =>
    type instanceof RankedTensorType ? type.shape.filter((size) => size !== 1).join() : String(type);
  return sizes(a) === sizes(b);
}

/** Returns whether one of some values is needed for another one, by operations of its block and of blocks around. */
export function dependsOn(value: Value, isOne: (value: Value) => boolean): boolean {
  const seen = new Set<Value>();
  const left = [value];
  for (let own = left.pop(); own !== undefined; own = left.pop()) {
    if (seen.has(own)) continue;
    seen.add(own);
    // Of very long computations, nothing is claimed.
    if (seen.size > MOST_NEEDED || isOne(own)) return true;
    left.push(...(own.definingOp?.operandValues() ?? []));
  }
  return false;
}
