import { expect, test } from 'vitest';
import { evaluate } from '../../../tests/evaluate.ts';

const numbers = (contracting: string, batch: string): string =>
  `{\\22lhs_contracting_dimensions\\22: [${contracting.split(' ')[0]}], \\22rhs_contracting_dimensions\\22: [${contracting.split(' ')[1]}], \\22lhs_batch_dimensions\\22: [${batch}], \\22rhs_batch_dimensions\\22: [\\220\\22, \\222\\22]}`;
const config = (mask: string): string =>
  `{\\22cudnn_fmha_backend_config\\22: {\\22fmha_scale\\22: 0.5, \\22mask_type\\22: \\22${mask}\\22, \\22bmm1_dot_dimension_numbers\\22: ${numbers('3 3', '0, 2')}, \\22bmm2_dot_dimension_numbers\\22: ${numbers('3 1', '0, 1')}}}`;

const [Q, S, R] = ['tensor<1x2x2x2xf64>', 'tensor<1x2x2x2xf64>', 'tensor<1x2x2xf64>'];
const OPERANDS = `
  %q = stablehlo.constant dense<[[[[1.0, 2.0], [0.5, -1.0]], [[0.0, 1.0], [2.0, 1.0]]]]> : ${Q}
  %k = stablehlo.constant dense<[[[[1.0, 0.0], [1.5, 1.0]], [[2.0, -1.0], [0.0, 3.0]]]]> : ${Q}
  %v = stablehlo.constant dense<[[[[3.0, 1.0], [4.0, 1.0]], [[5.0, 9.0], [2.0, 6.0]]]]> : ${Q}`;

const call = (mask: string): string =>
  `${OPERANDS}
  %0:3 = stablehlo.custom_call @__cudnn$fmhaSoftmax(%q, %k, %v) {backend_config = "${config(mask)}"} : (${Q}, ${Q}, ${Q}) -> (${Q}, ${R}, tensor<0xui8>)`;

test("cuDNN's attention is that which is written out", () => {
  const written = `${OPERANDS}
    %s = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (${Q}, ${Q}) -> ${S}
    %half = stablehlo.constant dense<0.5> : ${S}
    %scaled = stablehlo.multiply %s, %half : ${S}
    %e = stablehlo.exponential %scaled : ${S}
    %zero = stablehlo.constant dense<0.0> : tensor<f64>
    %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (${S}, tensor<f64>) -> ${R}
    %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (${R}) -> ${S}
    %p = stablehlo.divide %e, %sums : ${S}
    %o = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (${S}, ${Q}) -> ${Q}
    %log = stablehlo.log %sum : ${R}`;
  const expected = evaluate(written, `%o, %log : ${Q}, ${R}`);
  const found = evaluate(call('NO_MASK'), `%0#0, %0#1 : ${Q}, ${R}`);
  found.forEach((result, i) =>
    (result as number[]).forEach((number, at) =>
      expect(number).toBeCloseTo((expected[i] as number[])[at]!, 12),
    ),
  );
});

test('with a causal mask, the first query has the first value', () => {
  const [result] = evaluate(call('CAUSAL'), `%0#0 : ${Q}`) as number[][];
  // Heads come before the sequence.
  expect([result!.slice(0, 2), result!.slice(4, 6)]).toEqual([
    [3, 1],
    [4, 1],
  ]);
});

test('masks by lengths are refused', () => {
  expect(() => evaluate(call('PADDING'), `%0#0 : ${Q}`)).toThrow(
    "a mask of type 'PADDING' is not executed here, which depends on lengths of sequences",
  );
});
