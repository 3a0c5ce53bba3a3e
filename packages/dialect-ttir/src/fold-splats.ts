import {
  type Attribute,
  DenseElementsAttr,
  FloatType,
  type FoldResult,
  type Operation,
} from '@shardform/ir-core';
import { tensorType } from './constraints.ts';
import { splatNumber } from './splat-number.ts';

/**
 * Folds an elementwise operation whose operands are float tensors of one number each. Computed in 64 bits, then rounded
 * to the element type.
 */
export function foldSplats(
  op: Operation,
  operands: readonly (Attribute | null)[],
  compute: (a: number, b: number) => number,
): readonly FoldResult[] | null {
  const type = tensorType(op.getResult().type);
  if (!(type.elementType instanceof FloatType)) return null;
  const numbers: number[] = [];
  for (const operand of operands) {
    const number = operand instanceof DenseElementsAttr ? splatNumber(operand) : null;
    if (typeof number !== 'number') return null;
    numbers.push(number);
  }
  return [DenseElementsAttr.splat(type, compute(numbers[0] ?? 0, numbers[1] ?? 0))];
}
