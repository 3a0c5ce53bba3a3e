import { tensorOf } from '@shardform/dialect-stablehlo';
import {
  defineOpInterface,
  type Operation,
  type OpInterface,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import type { GradientBuilder } from './gradient-builder.ts';

/** The values, and the builder, that a rule has at its disposal. */
export interface GradientInput {
  /** Gradients of the results; `null` where nothing depends on one. */
  readonly results: readonly (Tensor | null)[];
  /** The gradient of the first result, for operations that have one. @throws when nothing depends on it. */
  readonly result: Tensor;
  /** True if the gradient of an operand is wanted, by operand. */
  readonly isWanted: readonly boolean[];
  /** The values from outside that the regions use and whose gradients are wanted. */
  readonly captured: readonly Tensor[];
  readonly build: GradientBuilder;
  /**
   * Differentiates operations that a rule has created, such as a copy of a region's, in the block at the insertion
   * point: returns the gradients of `sources`, `null` for those that no output depends on.
   *
   * @param ops in program order. @param outputs values and their gradients.
   */
  readonly differentiate: (
    ops: readonly Operation[],
    outputs: readonly (readonly [Value, Tensor | null])[],
    sources: readonly Tensor[],
  ) => (Tensor | null)[];
}

/**
 * Gradients of the operands, then of the captured values, `null` for those without; or a text that says what the
 * operation lacks for it.
 */
export type Gradients = readonly (Tensor | null)[] | string;

/** The reason why maxima and minima of complex numbers are not differentiated. */
export const COMPLEX_HAS_NO_ORDER = 'has no gradient for complex numbers, which have no order';

/**
 * Gives the gradients of an operation's operands from those of its results. They are transposes: nothing is
 * conjugated, as in JAX, so that the gradient of a holomorphic function is the product with its derivative. A package can
 * implement it for its own operations. Without a rule an operation has no gradient, which is an error where one is
 * needed.
 */
export type GradientRule = (input: GradientInput) => Gradients;

/** The interface of operations that can be differentiated. */
export const gradientRule: OpInterface<GradientRule> = /* @__PURE__ */ defineOpInterface<GradientRule>(
  'autodiff.gradient_rule',
  'a rule of differentiation',
);

/** Returns the operands of an operation that have ranked tensor types; differentiation has seen that they do. */
export function tensorsOf(op: Operation): Tensor[] {
  return op.operandValues().map(tensorOf);
}
