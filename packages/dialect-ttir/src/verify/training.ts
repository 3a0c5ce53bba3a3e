import { type FloatAttr, haveSameElements, type Tensor } from '@shardform/ir-core';
import { type Problems, quoted, scientific } from './problems.ts';

/** The operands of a step of the optimizer. */
export interface OptimizerState {
  readonly param: Tensor;
  readonly grad: Tensor;
  readonly expAvg: Tensor;
  readonly expAvgSq: Tensor;
  readonly maxExpAvgSq: Tensor | null;
}

/** All operands have the shape of the parameter. */
export function* optimizerStateProblems(op: OptimizerState): Problems {
  for (const [name, value] of [
    ['grad', op.grad],
    ['exp_avg', op.expAvg],
    ['exp_avg_sq', op.expAvgSq],
    ['max_exp_avg_sq', op.maxExpAvgSq],
  ] as const) {
    if (value !== null && !haveSameElements(value.type.shape, op.param.type.shape))
      yield `${name} must have the same shape as param`;
  }
}

/** A step of AdamW: its results have the types of what they replace. */
export function* adamWProblems(
  op: OptimizerState & {
    readonly paramOut: Tensor;
    readonly expAvgOut: Tensor;
    readonly expAvgSqOut: Tensor;
    readonly maxExpAvgSqOut: Tensor | null;
  },
): Problems {
  yield* optimizerStateProblems(op);
  for (const [name, before, after] of [
    ['param', op.param, op.paramOut],
    ['exp_avg', op.expAvg, op.expAvgOut],
    ['exp_avg_sq', op.expAvgSq, op.expAvgSqOut],
  ] as const) {
    if (before.type !== after.type) yield `${name}_out type must match ${name}`;
  }
  const [before, after] = [op.maxExpAvgSq, op.maxExpAvgSqOut];
  if ((before === null) !== (after === null))
    yield 'max_exp_avg_sq and max_exp_avg_sq_out must both be present or both be absent';
  if (before?.type !== after?.type) yield 'max_exp_avg_sq_out type must match max_exp_avg_sq';
}

/** Elements are set to zero with a probability, the others are scaled. */
export function* dropoutProblems(op: {
  readonly input: Tensor;
  readonly result: Tensor;
  readonly prob: FloatAttr | null;
  readonly scale: FloatAttr | null;
}): Problems {
  const [from, to] = [op.input.type, op.result.type];
  if (from !== to)
    yield `Input tensor type does not match with output tensor type. [Input tensor type = ${quoted(from)}, output tensor type = ${quoted(to)}].`;
  const [probability, scale] = [op.prob?.value ?? 0, op.scale?.value ?? 1];
  if (probability < 0 || probability > 1)
    yield `Probability must be in range [0.0, 1.0], but got ${scientific(probability)}`;
  if (scale <= 0) yield `Scale must be positive, but got ${scientific(scale)}`;
  if (from.rank < 2 || from.rank > 4) yield `Input tensor rank must be 2, 3, or 4, but got ${from.rank}`;
}
