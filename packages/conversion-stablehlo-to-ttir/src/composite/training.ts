import * as ttir from '@shardform/dialect-ttir';
import { boolOf, type CompositeCall } from './composite-call.ts';
import type { Converted } from '../convert/convertible.ts';

/** One step of the optimizer; the result has one value per tensor that it updates. */
export function adamW(call: CompositeCall): Converted {
  const [param, grad, expAvg, expAvgSq, maxExpAvgSq = null] = call.operands;
  if (expAvgSq === undefined || call.op.results.length !== call.operands.length - 1) return null;
  const numbers = ['lr', 'beta1', 'beta2', 'beta1_pow', 'beta2_pow', 'epsilon', 'weight_decay'].map((name) =>
    call.float(name),
  );
  if (numbers.includes(null)) return null;
  const [lr, beta1, beta2, beta1Pow, beta2Pow, epsilon, weightDecay] = numbers;
  return call.rewriter.create(
    ttir.AdamWOp,
    {
      param: param!,
      grad: grad!,
      expAvg: expAvg!,
      expAvgSq,
      maxExpAvgSq,
      lr: lr!,
      beta1: beta1!,
      beta2: beta2!,
      beta1Pow: beta1Pow!,
      beta2Pow: beta2Pow!,
      epsilon: epsilon!,
      weightDecay: weightDecay!,
      stochasticRounding: boolOf(call.flag('stochastic_rounding', false)),
    },
    call.op.resultTypes(),
  );
}
