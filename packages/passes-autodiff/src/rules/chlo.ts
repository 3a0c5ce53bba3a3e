import { chlo, ExpOp, RsqrtOp, SqrtOp, tensorOf } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Tensor } from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { type GradientInput, gradientRule, type Gradients, tensorsOf } from '../gradient-rule.ts';
import { unary, type UnaryRule, withDerivative } from './elementwise-rule.ts';

/** `1 - x^2`. */
function oneMinusSquare(x: Tensor, build: GradientBuilder): Tensor {
  return build.subtract(build.constant(x.type, 1), build.multiply(x, x));
}

/** `factor exp(-x^2)`, which the error functions are integrals of. */
function gaussian(x: Tensor, factor: number, build: GradientBuilder): Tensor {
  return build.scale(build.unary(ExpOp, build.negate(build.multiply(x, x))), factor);
}

/** The gradient divided by what is computed from the operand. */
const over =
  (divisor: (x: Tensor, build: GradientBuilder) => Tensor): UnaryRule =>
  (g, x, _, build) =>
    build.divide(g, divisor(x, build));

/** `sqrt(x - 1) sqrt(x + 1)`, whose branch cut is that of the inverse hyperbolic cosine. */
function acoshDivisor(x: Tensor, build: GradientBuilder): Tensor {
  const [below, above] = [-1, 1].map((number) => build.unary(SqrtOp, build.addNumber(x, number)));
  return build.multiply(below!, above!);
}

function polygamma(n: Tensor, x: Tensor, build: GradientBuilder): Tensor {
  return tensorOf(build.builder.create(chlo.PolygammaOp, { n, x }, [x.type]).result);
}

function polygammaGradients(op: chlo.PolygammaOp) {
  return ({ result: g, isWanted, build }: GradientInput): Gradients => {
    if (isWanted[0] === true) return 'has no gradient for its order';
    const [n, x] = tensorsOf(op);
    return [null, build.multiply(g, polygamma(build.addNumber(n!, 1), x!, build))];
  };
}

/** `-x zeta(x + 1, q)` for `q`. */
function zetaGradients(op: chlo.ZetaOp) {
  return ({ result: g, isWanted, build }: GradientInput): Gradients => {
    if (isWanted[0] === true) return 'has no gradient for its exponent';
    const [x, q] = tensorsOf(op);
    const next = build.builder.create(chlo.ZetaOp, { x: build.addNumber(x!, 1), q: q! }, [q!.type]).result;
    return [null, build.negate(build.multiply(g, build.multiply(x!, tensorOf(next))))];
  };
}

/** Rules of CHLO's functions. */
export const chloRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(
    chlo.SquareOp,
    withDerivative((x, _, build) => build.scale(x, 2)),
  ),
  gradientRule.implementFor(
    chlo.ChloTanOp,
    withDerivative((_, y, build) => build.addNumber(build.multiply(y, y), 1)),
  ),
  gradientRule.implementFor(
    chlo.SinhOp,
    withDerivative((x, _, build) => build.unary(chlo.CoshOp, x)),
  ),
  gradientRule.implementFor(
    chlo.CoshOp,
    withDerivative((x, _, build) => build.unary(chlo.SinhOp, x)),
  ),
  gradientRule.implementFor(
    chlo.AsinOp,
    withDerivative((x, _, build) => build.unary(RsqrtOp, oneMinusSquare(x, build))),
  ),
  gradientRule.implementFor(
    chlo.AcosOp,
    withDerivative((x, _, build) => build.negate(build.unary(RsqrtOp, oneMinusSquare(x, build)))),
  ),
  gradientRule.implementFor(chlo.AtanOp, unary(over((x, build) => build.addNumber(build.multiply(x, x), 1)))),
  gradientRule.implementFor(
    chlo.AsinhOp,
    withDerivative((x, _, build) => build.unary(RsqrtOp, build.addNumber(build.multiply(x, x), 1))),
  ),
  gradientRule.implementFor(chlo.AcoshOp, unary(over(acoshDivisor))),
  gradientRule.implementFor(chlo.AtanhOp, unary(over(oneMinusSquare))),
  gradientRule.implementFor(
    chlo.ErfOp,
    withDerivative((x, _, build) => gaussian(x, 2 / Math.sqrt(Math.PI), build)),
  ),
  gradientRule.implementFor(
    chlo.ErfcOp,
    withDerivative((x, _, build) => gaussian(x, -2 / Math.sqrt(Math.PI), build)),
  ),
  gradientRule.implementFor(
    chlo.ErfInvOp,
    withDerivative((_, y, build) =>
      build.scale(build.unary(ExpOp, build.multiply(y, y)), Math.sqrt(Math.PI) / 2),
    ),
  ),
  gradientRule.implementFor(
    chlo.LgammaOp,
    withDerivative((x, _, build) => build.unary(chlo.DigammaOp, x)),
  ),
  gradientRule.implementFor(
    chlo.DigammaOp,
    withDerivative((x, _, build) => polygamma(build.constant(x.type, 1), x, build)),
  ),
  gradientRule.implementFor(chlo.PolygammaOp, polygammaGradients),
  gradientRule.implementFor(chlo.ZetaOp, zetaGradients),
];
