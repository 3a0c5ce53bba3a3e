import {
  AbsOp,
  AddOp,
  Atan2Op,
  DivOp,
  FloorOp,
  MaxOp,
  MinOp,
  MulOp,
  NegOp,
  PowOp,
  RemOp,
  SignOp,
  SubtractOp,
} from '@shardform/dialect-stablehlo';
import { ComplexType, type InterfaceImplementation, type Tensor } from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { COMPLEX_HAS_NO_ORDER, gradientRule } from '../gradient-rule.ts';
import { binary, type BinarySide, unary } from './elementwise-rule.ts';

/** Half of the gradient where both are equal, as JAX does. */
function larger(direction: 'GT' | 'LT'): BinarySide {
  return (g, x, y, _, build) => {
    const zero = build.zeros(g.type);
    const shared = build.select(build.compare(x, 'EQ', y), build.scale(g, 0.5), zero);
    return build.select(build.compare(x, direction, y), g, shared);
  };
}

const swapped =
  (side: BinarySide): BinarySide =>
  (g, x, y, result, build) =>
    side(g, y, x, result, build);

/** Complex numbers are ordered by their real parts first, which has no gradient in JAX either. */
function extremum(direction: 'GT' | 'LT') {
  const rule = binary(larger(direction), swapped(larger(direction)));
  return (op: MaxOp | MinOp) =>
    op.lhs.type.elementType instanceof ComplexType ? () => COMPLEX_HAS_NO_ORDER : rule(op);
}

/** `y x^(y - 1)`, and zero for an exponent of zero. */
const powerBase: BinarySide = (g, x, y, _, build) => {
  const one = build.constant(y.type, 1);
  const isZero = build.compare(y, 'EQ', build.zeros(y.type));
  const exponent = build.select(isZero, one, build.subtract(y, one));
  return build.multiply(g, build.multiply(y, build.binary(PowOp, x, exponent)));
};

/** `log(x) x^y`, and zero for a base of zero. */
const powerExponent: BinarySide = (g, x, _, result, build) => {
  const isZero = build.compare(x, 'EQ', build.zeros(x.type));
  const base = build.select(isZero, build.constant(x.type, 1), x);
  return build.multiply(g, build.multiply(build.log(base), result));
};

/** Returns the quotient, rounded towards zero. */
function truncatedQuotient(x: Tensor, y: Tensor, build: GradientBuilder): Tensor {
  const quotient = build.divide(x, y);
  const size = build.unary(FloorOp, build.unary(AbsOp, quotient));
  return build.multiply(build.unary(SignOp, quotient), size);
}

function squaredNorm(x: Tensor, y: Tensor, build: GradientBuilder): Tensor {
  return build.add(build.multiply(x, x), build.multiply(y, y));
}

/** Rules of arithmetic. */
export const arithmeticRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(
    AddOp,
    binary(
      (g) => g,
      (g) => g,
    ),
  ),
  gradientRule.implementFor(
    SubtractOp,
    binary(
      (g) => g,
      (g, _x, _y, _r, build) => build.negate(g),
    ),
  ),
  gradientRule.implementFor(
    MulOp,
    binary(
      (g, _, y, _r, build) => build.multiply(g, y),
      (g, x, _y, _r, build) => build.multiply(g, x),
    ),
  ),
  gradientRule.implementFor(
    DivOp,
    binary(
      (g, _, y, _r, build) => build.divide(g, y),
      (g, _, y, result, build) => build.negate(build.divide(build.multiply(g, result), y)),
    ),
  ),
  gradientRule.implementFor(
    RemOp,
    binary(
      (g) => g,
      (g, x, y, _, build) => build.negate(build.multiply(g, truncatedQuotient(x, y, build))),
    ),
  ),
  gradientRule.implementFor(
    Atan2Op,
    binary(
      (g, x, y, _, build) => build.multiply(g, build.divide(y, squaredNorm(x, y, build))),
      (g, x, y, _, build) => build.negate(build.multiply(g, build.divide(x, squaredNorm(x, y, build)))),
    ),
  ),
  gradientRule.implementFor(MaxOp, extremum('GT')),
  gradientRule.implementFor(MinOp, extremum('LT')),
  gradientRule.implementFor(PowOp, binary(powerBase, powerExponent)),
  gradientRule.implementFor(
    NegOp,
    unary((g, _x, _y, build) => build.negate(g)),
  ),
];
