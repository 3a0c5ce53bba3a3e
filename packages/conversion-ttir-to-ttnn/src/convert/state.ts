import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { type ConversionPattern, type Operation, type Value } from '@shardform/ir-core';
import { conversion, sameParts } from './convertible.ts';

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
  sameParts(ttir.FillCacheOp, ttnn.FillCacheOp),
  sameParts(ttir.UpdateCacheOp, ttnn.UpdateCacheOp),
  sameParts(ttir.PagedFillCacheOp, ttnn.PagedFillCacheOp),
  sameParts(ttir.PagedUpdateCacheOp, ttnn.PagedUpdateCacheOp),
  adamW,
  sameParts(ttir.DropoutOp, ttnn.DropoutOp),
  sameParts(ttir.SamplingOp, ttnn.SamplingOp),
  sameParts(ttir.TTLangOp, ttnn.TTLangOp),
];
