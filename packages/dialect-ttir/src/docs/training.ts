import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

const ADAMW_PROPERTIES =
  'beta1 = 0.899999976 : f32, beta1_pow = 0.899999976 : f32, beta2 = 9.990000e-01 : f32, beta2_pow = 9.990000e-01 : f32, epsilon = 9.99999993E-9 : f32, lr = 1.000000e-03 : f32, stochastic_rounding = false, weight_decay = 0.00999999977 : f32';

/** Returns the documentation of operations for training. */
export function trainingDocumentation(dialect: TensorDialect): DialectDocumentation {
  const type = '32x64xbf16';
  return {
    adamw: {
      description: `Takes a step of the AdamW optimizer: updates the moments, \`exp_avg = beta1 · exp_avg + (1 - beta1) · grad\` and \`exp_avg_sq = beta2 ·
exp_avg_sq + (1 - beta2) · grad²\`, decays the parameter by \`lr · weight_decay\` and moves it by \`lr · m / (sqrt(v) + epsilon)\`, where \`m\` and \`v\` are
the moments divided by \`1 - beta1_pow\` and \`1 - beta2_pow\`. With \`max_exp_avg_sq\`, the greatest second moment so far, this is AMSGrad.
\`stochastic_rounding\` rounds the parameter at random. All tensors have the shape of the parameter. ${
        dialect === 'ttir'
          ? 'The results are the new parameter and moments.'
          : 'The parameter and the moments are overwritten in place; the operation has no result.'
      }`,
      example: exampleOf({
        op: `${dialect}.adamw`,
        operands: { param: type, grad: type, exp_avg: type, exp_avg_sq: type },
        properties: ADAMW_PROPERTIES,
        results: dialect === 'ttir' ? [type, type, type] : [],
      }),
    },
    dropout: {
      description: `Sets elements to zero at random with probability \`prob\` and multiplies the others by \`scale\`, \`1 / (1 - prob)\` to keep the expected value.
\`seed\` makes the choice repeatable; with \`use_per_device_seed\` each device of a mesh draws differently. The operand has two to four
dimensions; the result has its type.`,
      example: exampleOf({
        op: `${dialect}.dropout`,
        operands: { input: type },
        properties:
          'prob = 2.000000e-01 : f32, scale = 1.250000e+00 : f32, seed = 21 : ui32, use_per_device_seed = true',
        results: [type],
      }),
    },
  };
}
