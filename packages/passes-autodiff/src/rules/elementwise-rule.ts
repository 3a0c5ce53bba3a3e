import { tensorOf } from '@shardform/dialect-stablehlo';
import type { Operation, Tensor } from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { type GradientInput, type Gradients, tensorsOf } from '../gradient-rule.ts';

/** The gradient of an operand from that of the result; `x` is the operand, `y` the result. */
export type UnaryRule = (g: Tensor, x: Tensor, y: Tensor, build: GradientBuilder) => Tensor | null;

/** The gradient of one operand of two; `null` for none. */
export type BinarySide = (
  g: Tensor,
  x: Tensor,
  y: Tensor,
  result: Tensor,
  build: GradientBuilder,
) => Tensor | null;

/** The rule of an operation of one operand. */
export function unary(rule: UnaryRule) {
  return (op: Operation) =>
    ({ result: g, build }: GradientInput): Gradients => [
      rule(g, tensorsOf(op)[0]!, tensorOf(op.getResult()), build),
    ];
}

/** The rule of an operation of two operands. */
export function binary(lhs: BinarySide, rhs: BinarySide) {
  return (op: Operation) =>
    ({ result: g, isWanted, build }: GradientInput): Gradients => {
      const [x, y] = tensorsOf(op);
      return [lhs, rhs].map((side, i) =>
        isWanted[i] === true ? side(g, x!, y!, tensorOf(op.getResult()), build) : null,
      );
    };
}

/** The rule of an operation that is constant wherever it has a derivative. */
export const constantRule = unary(() => null);

/** The rule of a function of one variable with a derivative. */
export function withDerivative(derivative: (x: Tensor, y: Tensor, build: GradientBuilder) => Tensor) {
  return unary((g, x, y, build) => build.multiply(g, derivative(x, y, build)));
}
