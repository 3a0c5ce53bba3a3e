import type { ConversionPattern, Value } from '@shardform/ir-core';
import { chlo } from '@shardform/dialect-stablehlo';
import { atLeastSingle, expansion } from './expansion.ts';
import { type Formula, isComplex } from './formula.ts';
import {
  asinAcosKernel,
  complexAcos,
  complexAcosh,
  complexAsin,
  complexAsinh,
  complexAtan,
  complexAtanh,
} from './inverse-complex.ts';
import { realAcos, realAcosh, realAsin, realAsinh, realAtan, realAtanh } from './inverse-real.ts';

/** `exp(x) / 2` and `exp(-x) / 2`, as `exp(log 1/2 + x)` and so on, which overflow no earlier than their sum. */
function halvesOfExponentials(f: Formula, x: Value): readonly [Value, Value] {
  const logHalf = f.log(f.like(x, 0.5));
  const rising = f.exp(f.add(x, logHalf));
  return [rising, f.exp(f.sub(logHalf, x))];
}

function cosh(f: Formula, x: Value): Value {
  const [rising, falling] = halvesOfExponentials(f, x);
  return f.add(rising, falling);
}

/** Near zero the exponentials cancel; there, `(m + m / (m + 1)) / 2` with `m = exp(x) - 1`. */
function sinh(f: Formula, x: Value): Value {
  const [rising, falling] = halvesOfExponentials(f, x);
  const large = f.sub(rising, falling);
  if (isComplex(x)) return large;
  const m = f.expm1(x);
  const one = f.like(x, 1);
  const half = f.like(x, 0.5);
  const small = f.mul(half, f.add(m, f.div(m, f.add(m, one))));
  const isSmall = f.compare(f.abs(x), 'LT', one);
  return f.select(isSmall, small, large);
}

type Function1 = (f: Formula, x: Value) => Value;

/** By whether the operand is complex. */
function either(real: Function1, complex: Function1): Function1 {
  return (f, x) => (isComplex(x) ? complex(f, x) : real(f, x));
}

/** Expansions of hyperbolic functions, and of the inverses of these and of trigonometric ones. */
export const hyperbolicPatterns: readonly ConversionPattern[] = [
  expansion(chlo.AcosOp, either(realAcos, complexAcos)),
  expansion(chlo.AcoshOp, either(realAcosh, complexAcosh)),
  expansion(chlo.AsinOp, either(realAsin, complexAsin)),
  expansion(chlo.AsinhOp, either(realAsinh, complexAsinh)),
  expansion(chlo.AsinAcosKernelOp, asinAcosKernel),
  expansion(chlo.AtanOp, either(realAtan, complexAtan)),
  expansion(chlo.AtanhOp, either(realAtanh, complexAtanh)),
  expansion(chlo.CoshOp, atLeastSingle(cosh)),
  expansion(chlo.SinhOp, atLeastSingle(sinh)),
];
