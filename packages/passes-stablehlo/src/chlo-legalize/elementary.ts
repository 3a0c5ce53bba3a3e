import type { ConversionPattern, Value } from '@shardform/ir-core';
import { chlo, TanOp } from '@shardform/dialect-stablehlo';
import { expansion } from './expansion.ts';
import { type Formula, isComplex } from './formula.ts';

/** `x^2`; the real part is exactly zero where the parts of `x` have one magnitude. */
function complexSquare(f: Formula, x: Value): Value {
  const real = f.real(x);
  const isFinite = f.isFinite(real);
  const magnitude = f.abs(real);
  const imag = f.imag(x);
  const isDiagonal = f.and(isFinite, f.compare(magnitude, 'EQ', f.abs(imag)));
  const zero = f.like(real, 0);
  const difference = f.sub(real, imag);
  const squares = f.mul(difference, f.add(real, imag));
  const realPart = f.select(isDiagonal, zero, squares);
  const two = f.like(real, 2);
  return f.complex(realPart, f.mul(two, f.mul(real, imag)));
}

/** Expansions that take a few operations. */
export const elementaryPatterns: readonly ConversionPattern[] = [
  expansion(chlo.ConjOp, (f, x) => {
    if (!isComplex(x)) return x;
    const real = f.real(x);
    return f.complex(real, f.neg(f.imag(x)));
  }),
  expansion(chlo.SquareOp, (f, x) => (isComplex(x) ? complexSquare(f, x) : f.square(x))),
  expansion(chlo.ChloTanOp, (f, operand) => f.rewriter.create(TanOp, { operand }).result),
  expansion(chlo.IsInfOp, (f, x) => {
    const magnitude = f.abs(x);
    return f.compare(magnitude, 'EQ', f.like(magnitude, Infinity));
  }),
  expansion(chlo.IsPosInfOp, (f, x) => f.compare(x, 'EQ', f.like(x, Infinity))),
  expansion(chlo.IsNegInfOp, (f, x) => f.compare(x, 'EQ', f.like(x, -Infinity))),
];
