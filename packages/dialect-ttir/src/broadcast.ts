import type { Operation, OpReport, Trait } from '@shardform/ir-core';
import { tensorType } from './constraints.ts';

/** Returns the shape that both shapes are stretched to, right-aligned; `null` when they do not fit. */
export function broadcastShapes(a: readonly number[], b: readonly number[]): readonly number[] | null {
  const rank = Math.max(a.length, b.length);
  const shape: number[] = [];
  for (let i = 0; i < rank; i++) {
    const [x, y] = [a[i - rank + a.length] ?? 1, b[i - rank + b.length] ?? 1];
    if (x !== y && x !== 1 && y !== 1) return null;
    shape.push(x === 1 ? y : x);
  }
  return shape;
}

/** `(64, 128)`. */
export function shapeText(shape: readonly number[]): string {
  return `(${shape.join(', ')})`;
}

/** The result has the shape to which all operands are stretched. */
export const broadcastable: Trait = {
  name: 'Broadcastable',
  verify(op: Operation, report: OpReport): boolean {
    let shape: readonly number[] = [];
    for (const type of op.operandTypes()) {
      const next = tensorType(type).shape;
      const joined = broadcastShapes(shape, next);
      if (joined === null) {
        return report.opError(
          `operand shape ${shapeText(next)} is not broadcast compatible with inferred operand shapes ${shapeText(shape)}`,
        );
      }
      shape = joined;
    }
    const result = tensorType(op.getResult().type).shape;
    return (
      result.join() === shape.join() ||
      report.opError(
        `result shape ${shapeText(result)} doesn't match expected shape after broadcasting ${shapeText(shape)}`,
      )
    );
  },
};
