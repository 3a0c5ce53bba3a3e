import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

// Operations, accepted element types, rejected element types, what the operand must be.
const FAMILIES = [
  {
    ops: ['abs'],
    accepted: ['f32', 'i8', 'bf16', 'f8E4M3FN'],
    rejected: ['i1', 'ui4', 'si8'],
    summary:
      'ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values',
  },
  {
    ops: [
      'cbrt',
      'cosine',
      'exponential',
      'exponential_minus_one',
      'log',
      'log_plus_one',
      'logistic',
      'rsqrt',
      'sine',
      'sqrt',
      'tan',
      'tanh',
    ],
    accepted: ['f32', 'complex<f32>', 'bf16', 'f8E4M3FN'],
    rejected: ['i8', 'i1', 'ui4', 'si8', 'complex<f16>'],
    summary:
      'ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values',
  },
  {
    ops: ['ceil', 'floor', 'round_nearest_afz', 'round_nearest_even'],
    accepted: ['f32', 'bf16', 'f8E4M3FN'],
    rejected: ['i8', 'i1', 'complex<f32>', 'ui4', 'si8', 'complex<f16>'],
    summary: 'ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values',
  },
  {
    ops: ['negate'],
    accepted: ['f32', 'i8', 'complex<f32>', 'ui4', 'bf16', 'f8E4M3FN'],
    rejected: ['i1', 'si8', 'complex<f16>'],
    summary:
      'ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values',
  },
  {
    ops: ['sign'],
    accepted: ['f32', 'i8', 'complex<f32>', 'bf16', 'f8E4M3FN'],
    rejected: ['i1', 'ui4', 'si8', 'complex<f16>'],
    summary:
      'ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values',
  },
  {
    ops: ['convert'],
    accepted: ['f32', 'i8', 'i1', 'complex<f32>', 'ui4', 'bf16', 'f8E4M3FN'],
    rejected: ['si8', 'complex<f16>'],
    summary:
      'ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements values',
  },
  {
    ops: ['not'],
    accepted: ['i8', 'i1', 'ui4'],
    rejected: ['f32', 'complex<f32>', 'bf16', 'f8E4M3FN', 'si8', 'complex<f16>'],
    summary: 'ranked tensor of bool or 2/4/8/16/32/64-bit integer values',
  },
  {
    ops: ['popcnt', 'count_leading_zeros'],
    accepted: ['i8', 'ui4'],
    rejected: ['f32', 'i1', 'complex<f32>', 'bf16', 'f8E4M3FN', 'si8', 'complex<f16>'],
    summary: 'ranked tensor of 2/4/8/16/32/64-bit integer values',
  },
];

const CASES = FAMILIES.flatMap(({ ops, accepted, rejected, summary }) =>
  ops.map((op) => [op, accepted, rejected, summary] as const),
);

describe.each(CASES)('stablehlo.%s', (op, accepted, rejected, summary) => {
  test.each(accepted)('takes %s', (type) => {
    expect(inFunction(`%a: tensor<2x${type}>`, `%0 = stablehlo.${op} %a {x} : tensor<2x${type}>`)).toEqual({
      custom: `%0 = stablehlo.${op} %arg0 {x} : tensor<2x${type}>`,
      generic: `%0 = "stablehlo.${op}"(%arg0) {x} : (tensor<2x${type}>) -> tensor<2x${type}>`,
    });
  });

  test.each(rejected)('rejects %s', (type) => {
    const found = problemsInFunction(`%a: tensor<2x${type}>`, `%0 = stablehlo.${op} %a : tensor<2x${type}>`);
    expect(found).toEqual([
      `1:6 'stablehlo.${op}' op operand #0 must be ${summary}, but got 'tensor<2x${type}>'`,
    ]);
  });
});
