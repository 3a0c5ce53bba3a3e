import {
  CbrtOp,
  CeilOp,
  CosineOp,
  Expm1Op,
  ExpOp,
  FloorOp,
  Log1pOp,
  LogisticOp,
  LogOp,
  ReducePrecisionOp,
  RoundNearestEvenOp,
  RoundOp,
  RsqrtOp,
  SignOp,
  SineOp,
  SqrtOp,
  TanhOp,
  TanOp,
} from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation } from '@shardform/ir-core';
import { gradientRule } from '../gradient-rule.ts';
import { constantRule, unary, withDerivative } from './elementwise-rule.ts';

/** Rules of elementary functions; their derivatives are the same for complex numbers. */
export const elementaryRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(
    ExpOp,
    withDerivative((_, y) => y),
  ),
  gradientRule.implementFor(
    Expm1Op,
    withDerivative((_, y, build) => build.addNumber(y, 1)),
  ),
  gradientRule.implementFor(
    LogOp,
    unary((g, x, _, build) => build.divide(g, x)),
  ),
  gradientRule.implementFor(
    Log1pOp,
    unary((g, x, _, build) => build.divide(g, build.addNumber(x, 1))),
  ),
  gradientRule.implementFor(
    TanhOp,
    withDerivative((_, y, build) => build.subtract(build.constant(y.type, 1), build.multiply(y, y))),
  ),
  gradientRule.implementFor(
    TanOp,
    withDerivative((_, y, build) => build.addNumber(build.multiply(y, y), 1)),
  ),
  gradientRule.implementFor(
    LogisticOp,
    withDerivative((_, y, build) => build.multiply(y, build.subtract(build.constant(y.type, 1), y))),
  ),
  gradientRule.implementFor(
    SqrtOp,
    unary((g, _, y, build) => build.divide(build.scale(g, 0.5), y)),
  ),
  gradientRule.implementFor(
    RsqrtOp,
    unary((g, x, y, build) => build.multiply(build.scale(g, -0.5), build.divide(y, x))),
  ),
  gradientRule.implementFor(
    CbrtOp,
    unary((g, _, y, build) => build.divide(build.scale(g, 1 / 3), build.multiply(y, y))),
  ),
  gradientRule.implementFor(
    SineOp,
    withDerivative((x, _, build) => build.unary(CosineOp, x)),
  ),
  gradientRule.implementFor(
    CosineOp,
    withDerivative((x, _, build) => build.negate(build.unary(SineOp, x))),
  ),
  gradientRule.implementFor(
    ReducePrecisionOp,
    unary((g) => g),
  ),
  gradientRule.implementFor(SignOp, constantRule),
  gradientRule.implementFor(FloorOp, constantRule),
  gradientRule.implementFor(CeilOp, constantRule),
  gradientRule.implementFor(RoundOp, constantRule),
  gradientRule.implementFor(RoundNearestEvenOp, constantRule),
];
