import { type Operation, pattern, type Value } from '@shardform/ir-core';
import { AddOp, ErfOp, GeluOp, MultiplyOp, PowOp, TanhOp } from '@shardform/dialect-ttir';
import { eitherWay, numberOf } from './values.ts';

const RELATIVE_TOLERANCE = 1.5e-3;

/** Returns true if all elements equal a number to the 8 bits of a bf16 significand. */
function isNear(value: Value, expected: number): boolean {
  const number = numberOf(value);
  return number !== null && Math.abs(number / expected - 1) <= RELATIVE_TOLERANCE;
}

/** The other operand of a sum or product with a number. */
function without(op: Operation | null, cls: typeof AddOp | typeof MultiplyOp, number: number): Value | null {
  if (!(op instanceof cls)) return null;
  const found = eitherWay(op).find(([constant]) => isNear(constant, number));
  return found?.[1] ?? null;
}

/** The operand of a cube. */
function cubed({ definingOp: op }: Value): Value | null {
  if (op instanceof PowOp) return isNear(op.rhs, 3) ? op.lhs : null;
  if (!(op instanceof MultiplyOp)) return null;
  for (const [square, factor] of eitherWay(op)) {
    const inner = square.definingOp;
    if (inner instanceof MultiplyOp && inner.lhs === factor && inner.rhs === factor) return factor;
  }
  return null;
}

/** The `x` of `x + 0.044715 x^3`. */
function withCube({ definingOp: sum }: Value): Value | null {
  if (!(sum instanceof AddOp)) return null;
  for (const [scaled, input] of eitherWay(sum)) {
    const cube = without(scaled.definingOp, MultiplyOp, 0.044715);
    if (cube !== null && cubed(cube) === input) return input;
  }
  return null;
}

/** The `x` of `1 + erf(x / sqrt(2))`, or of its approximation by a hyperbolic tangent. */
function gaussianOperand(value: Value): Value | null {
  const inner = without(value.definingOp, AddOp, 1)?.definingOp ?? null;
  if (inner instanceof ErfOp) return without(inner.input.definingOp, MultiplyOp, Math.SQRT1_2);
  if (!(inner instanceof TanhOp)) return null;
  const scaled = without(inner.input.definingOp, MultiplyOp, Math.sqrt(2 / Math.PI));
  return scaled && withCube(scaled);
}

/** `0.5 * x * (1 + erf(x / sqrt(2)))`, with the factors in any order. */
export const gelu = pattern(MultiplyOp, 'ttir-fuse-gelu', (op, rewriter) => {
  for (const [product, third] of eitherWay(op)) {
    const inner = product.definingOp;
    if (!(inner instanceof MultiplyOp)) continue;
    const factors = [inner.lhs, inner.rhs, third];
    const half = factors.find((factor) => isNear(factor, 0.5));
    const input = factors.find((factor) =>
      factors.some((other) => other !== factor && gaussianOperand(other) === factor),
    );
    if (half === undefined || input === undefined || input === half) continue;
    if (input.type !== op.result.type) continue;
    rewriter.replaceOpWith(op, GeluOp, { input }, op.resultTypes());
    return true;
  }
  return false;
});
