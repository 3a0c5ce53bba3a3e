import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { type ConversionPattern, type Operation, type Value } from '@shardform/ir-core';
import { conversion, sameArguments } from './convertible.ts';

/** Returns true if a value is read after an operation, or in another block. */
function isReadAfter(value: Value, op: Operation): boolean {
  return value.users().some((user) => user !== op && (user.parent !== op.parent || !user.isBefore(op)));
}

/** The library writes the new state over the old one. */
const adamW = conversion(ttir.AdamWOp, (op, { builder, refuse }) => {
  const { param, expAvg, expAvgSq, maxExpAvgSq } = op;
  const states = [param, expAvg, expAvgSq, ...(maxExpAvgSq === null ? [] : [maxExpAvgSq])];
  if (states.some((state) => isReadAfter(state, op))) {
    return refuse('an in-place operand is read after the step; read the results of the step instead');
  }
  const { grad, lr, beta1, beta2, beta1Pow, beta2Pow, epsilon, weightDecay, stochasticRounding } = op;
  const rates = { lr, beta1, beta2, beta1Pow, beta2Pow, epsilon, weightDecay, stochasticRounding };
  builder.create(ttnn.AdamWOp, { param, grad, expAvg, expAvgSq, maxExpAvgSq, ...rates });
  return states;
});

/** Caches, steps of training, random choices, and kernels of others. */
export const stateConversions: readonly ConversionPattern[] = [
  sameArguments(ttir.FillCacheOp, ttnn.FillCacheOp),
  sameArguments(ttir.UpdateCacheOp, ttnn.UpdateCacheOp),
  sameArguments(ttir.PagedFillCacheOp, ttnn.PagedFillCacheOp),
  sameArguments(ttir.PagedUpdateCacheOp, ttnn.PagedUpdateCacheOp),
  adamW,
  sameArguments(ttir.DropoutOp, ttnn.DropoutOp),
  sameArguments(ttir.SamplingOp, ttnn.SamplingOp),
  sameArguments(ttir.TTLangOp, ttnn.TTLangOp),
];
