import type * as hlo from '@shardform/dialect-stablehlo';
import { type DotDimensions, raggedMode } from '@shardform/dialect-stablehlo';
import { lastOf, product, shapeOf, type Type } from '@shardform/ir-core';
import { multiplyAddFlops } from './complex-flops.ts';

/** Returns the floating-point operations of a contraction: a multiply-add for each element of the result and contracted index. */
export function contractionFlops(
  lhs: Type,
  results: number,
  { lhsContractingDimensions: contracting }: Pick<DotDimensions, 'lhsContractingDimensions'>,
): number {
  const shape = shapeOf(lhs);
  return multiplyAddFlops(lhs) * results * product(contracting.map((dim) => shape[dim]));
}

/** Returns the floating-point operations of the older form of a contraction: of the last dimension of its first operand. */
export function dotFlops({ lhs: { type } }: hlo.DotOp, results: number): number {
  return contractionFlops(type, results, { lhsContractingDimensions: [shapeOf(type).length - 1] });
}

/** Returns the floating-point operations of a ragged contraction, of which each index of the ragged dimension is in one group. */
export function raggedDotFlops(op: hlo.chlo.RaggedDotOp, results: number): number {
  const dimensions = op.raggedDotDimensionNumbers;
  const isContracting = raggedMode(dimensions, dimensions.lhsRaggedDimensions[0]) === 'contracting';
  const groups = isContracting ? lastOf(op.groupSizes.type.shape) : 1;
  return contractionFlops(op.lhs.type, results / Math.max(1, groups), dimensions);
}

/**
 * Returns the floating-point operations of a contraction by a formula such as `ab,bc->ac`: a multiply-add for each index of the letters
 * that both operands or the result have, and the sums over letters that only one operand has. `null` for a formula of another form.
 */
export function einsumFlops({ lhs, rhs, einsumConfig }: hlo.EinsumOp): number | null {
  const form = /^([^,>]*),([^,>]*)->([^,>]*)$/.exec(einsumConfig.value.replaceAll(' ', ''));
  if (form === null) return null;
  const [, left, right, output] = form;
  const sizes = new Map([...lettersOf(left, lhs.type), ...lettersOf(right, rhs.type)]);
  const operands = [new Map(lettersOf(left, lhs.type)), new Map(lettersOf(right, rhs.type))];
  const isKept = (letter: string): boolean =>
    output.includes(letter.charAt(0)) || operands.every((own) => own.has(letter));
  const kept = [...sizes].filter(([letter]) => isKept(letter));
  const summed = operands.filter((own) => [...own.keys()].some((letter) => !isKept(letter)));
  const sums = summed.reduce((sum, own) => sum + product([...own.values()]), 0);
  return multiplyAddFlops(lhs.type) * product(kept.map(([, size]) => size)) + sums;
}

/** The letter and size of each dimension; those of an ellipsis count from the last. */
function lettersOf(term: string, type: Type): (readonly [string, number])[] {
  const shape = shapeOf(type);
  const [before, after = ''] = term.split('...');
  const isOther = (dim: number): boolean => dim >= before.length && dim < shape.length - after.length;
  return shape.map((size, dim) => {
    if (isOther(dim)) return [`.${shape.length - after.length - dim}`, size];
    return [dim < before.length ? before.charAt(dim) : after.charAt(dim - shape.length + after.length), size];
  });
}
