import { bf16, type ConversionPattern, f16, f32, f64, type Value } from '@shardform/ir-core';
import { chlo } from '@shardform/dialect-stablehlo';
import * as table from './bessel-coefficients.ts';
import { rankedType } from './constant-like.ts';
import { atLeastSingle, expansion } from './expansion.ts';
import { floatType, type Formula } from './formula.ts';

/** A Chebyshev series by Clenshaw's rule, in the convention of Cephes (chbevl.c): the argument is twice the usual one. */
function chebyshev(f: Formula, x: Value, coefficients: readonly number[]): Value {
  let current = f.like(x, 0);
  let previous = f.like(x, 0);
  let beforePrevious = f.like(x, 0);
  for (const coefficient of coefficients) {
    [beforePrevious, previous] = [previous, current];
    const recurrence = f.sub(f.mul(x, previous), beforePrevious);
    current = f.add(recurrence, f.like(x, coefficient));
  }
  return f.mul(f.sub(current, beforePrevious), f.like(x, 0.5));
}

/** `exp(-|x|) I1(x)`. */
function besselI1e(f: Formula, x: Value): Value {
  const isDouble = floatType(x) === f64;
  const magnitude = f.abs(x);
  const half = f.like(x, 0.5);
  const two = f.like(x, 2);
  const thirtyTwo = f.like(x, 32);
  const eight = f.like(x, 8);
  const nearArgument = f.sub(f.mul(half, magnitude), two);
  const nearSeries = chebyshev(f, nearArgument, isDouble ? table.besselNear64 : table.besselNear32);
  const near = f.mul(magnitude, nearSeries);
  const farArgument = f.sub(f.div(thirtyTwo, magnitude), two);
  const farSeries = chebyshev(f, farArgument, isDouble ? table.besselFar64 : table.besselFar32);
  const far = f.div(farSeries, f.sqrt(magnitude));
  const isNear = f.compare(magnitude, 'LE', eight);
  const value = f.select(isNear, near, far);
  return f.mul(f.sign(x), value);
}

const expanded = atLeastSingle(besselI1e);
const supported: readonly unknown[] = [f64, f32, f16, bf16];

/** The expansion of the Bessel function; like upstream's, for f64, f32, f16 and bf16 only. */
export const besselPattern: ConversionPattern = /* @__PURE__ */ expansion(chlo.BesselI1eOp, (f, x) =>
  supported.includes(rankedType(x).elementType) ? expanded(f, x) : null,
);
