import { funcDialect } from '@shardform/dialect-func';
import { attentionCall } from '@shardform/dialect-stablehlo';
import { Context, type Operation, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { costModel } from '../../extension.ts';
import { operationCost } from '../operation-cost.ts';
import { attentionFlops, attentionSizes, causalPairs } from './attention-cost.ts';

const context = new Context([funcDialect, costModel]);

/** The first operation of `@main`, with an argument for each operand type of a call that is written as `call : (types) -> results`. */
function operation(call: string, operands: readonly string[], results: string, rest = ''): Operation {
  const args = operands.map((type, i) => `%a${i}: tensor<${type}>`).join(', ');
  const values = operands.map((_, i) => `%a${i}`).join(', ');
  const types = operands.map((type) => `tensor<${type}>`).join(', ');
  const text = `func.func @main(${args}) { %0:${results.split('tensor').length - 1} = ${call.replace('ARGS', values)} : (${types}) -> (${results}) return }\n${rest}`;
  const module = parseModule(text, context)!;
  const found: Operation[] = [];
  module.walk((op) => {
    if (op.parentOp?.name === 'func.func') found.push(op);
  });
  return found[0]!;
}

const json = (fields: unknown): string => JSON.stringify(fields).replaceAll('"', '\\22');
const product = (...[contracting, batch]: readonly string[][][]): unknown => ({
  lhs_contracting_dimensions: contracting![0],
  rhs_contracting_dimensions: contracting![1],
  lhs_batch_dimensions: batch![0],
  rhs_batch_dimensions: batch![1],
});

/** The configurations that JAX writes for queries, keys and values of `[batch, sequence, heads, depth]`. */
const forward = (more: object): string =>
  json({
    cudnn_fmha_backend_config: {
      bmm1_dot_dimension_numbers: product(
        [['3'], ['3']],
        [
          ['0', '2'],
          ['0', '2'],
        ],
      ),
      bmm2_dot_dimension_numbers: product(
        [['3'], ['1']],
        [
          ['0', '1'],
          ['0', '2'],
        ],
      ),
      ...more,
    },
  });
const backward = json({
  cudnn_fmha_backend_config: {
    bmm1_grad_gemm1_dot_dimension_numbers: product(
      [['2'], ['1']],
      [
        ['0', '1'],
        ['0', '2'],
      ],
    ),
    bmm1_grad_gemm2_dot_dimension_numbers: product(
      [['3'], ['1']],
      [
        ['0', '1'],
        ['0', '2'],
      ],
    ),
    bmm2_grad_gemm1_dot_dimension_numbers: product(
      [['2'], ['1']],
      [
        ['0', '1'],
        ['0', '2'],
      ],
    ),
    bmm2_grad_gemm2_dot_dimension_numbers: product(
      [['3'], ['3']],
      [
        ['0', '2'],
        ['0', '2'],
      ],
    ),
    mask_type: 'NO_MASK',
  },
});

const [q, kv] = ['2x128x8x64xbf16', '2x256x2x64xbf16'];
const cudnn = (config: string): Operation =>
  operation(
    `stablehlo.custom_call @__cudnn$fmhaSoftmax(ARGS) {backend_config = "${config}"}`,
    [q, kv, kv],
    'tensor<2x8x128x64xbf16>, tensor<0xui8>',
  );
const flopsOf = (op: Operation): number => operationCost(op, context).flops;

describe('calls of cuDNN', () => {
  test('are two products of each head, with the sizes of their operands', () => {
    const op = cudnn(forward({ mask_type: 'NO_MASK', sliding_window_length: 0 }));
    expect(attentionSizes(op, attentionCall(op)!)).toEqual({
      ...{ batch: 2, heads: 8, kvHeads: 2, queries: 128, keys: 256, depth: 64, valueDepth: 64 },
    });
    expect(operationCost(op, context)).toMatchObject({
      flops: 2 * 2 * 8 * 128 * 256 * (64 + 64),
      arithmetic: 'attention',
      reads: [null, null, null],
      writes: null,
      launches: 1,
    });
  });

  test('with a causal mask count the pairs that it leaves', () => {
    expect(flopsOf(cudnn(forward({ mask_type: 'CAUSAL' })))).toBe(2 * 2 * 8 * ((128 * 129) / 2) * 128);
    const window = forward({ mask_type: 'CAUSAL', sliding_window_length: 17 });
    expect(flopsOf(cudnn(window))).toBe(2 * 2 * 8 * ((17 * 18) / 2 + (128 - 17) * 17) * 128);
  });

  test('are five products backward', () => {
    const op = operation(
      `stablehlo.custom_call @__cudnn$fmhaSoftmaxBackward(ARGS) {backend_config = "${backward}"}`,
      [q, kv, kv, '2x8x128xf32', q, q],
      'tensor<2x8x128x64xbf16>, tensor<2x2x256x64xbf16>, tensor<2x2x256x64xbf16>',
    );
    expect(flopsOf(op)).toBe(2.5 * flopsOf(cudnn(forward({ mask_type: 'NO_MASK' }))));
  });

  test('of 8 bits have the arithmetic of these', () => {
    const f8 = '2x128x8x64xf8E4M3FN';
    const op = operation(
      `stablehlo.custom_call @__cudnn$fmhaSoftmaxF8(ARGS) {backend_config = "${forward({})}"}`,
      [f8, f8, f8],
      'tensor<2x8x128x64xf8E4M3FN>',
    );
    expect(operationCost(op, context).arithmetic).toBe('attention_f8');
  });
});

describe('kernels of Pallas', () => {
  const t = '2x8x512x128xbf16';
  const all = 2 * 8 * 512 * 512 * 128 * 2;
  const causal = all * (513 / 1024);
  const tpu = (name: string, operands: readonly string[], results: string, body = ''): Operation =>
    operation(
      `stablehlo.custom_call @tpu_custom_call(ARGS) {backend_config = "${json({ custom_call_config: { body } })}", kernel_name = "${name}"}`,
      operands,
      results,
    );

  test('of flash attention are causal if they make positions', () => {
    const kernel = (body: string): Operation =>
      tpu('_flash_attention_kernel', [t, t, t], `tensor<${t}>`, body);
    expect(flopsOf(kernel(btoa('dot')))).toBe(2 * all);
    expect(flopsOf(kernel(btoa('tpu.iota dot')))).toBe(2 * causal);
  });

  test('of gradients count the scores that each computes again', () => {
    const more = [t, t, t, '2x8x512x128xf32', '2x8x512x128xf32', t, '2x8x512x128xf32'];
    expect(flopsOf(tpu('_flash_attention_dkv_kernel', more, `tensor<${t}>, tensor<${t}>`))).toBe(4 * all);
    expect(flopsOf(tpu('_flash_attention_dq_kernel', more, `tensor<${t}>`))).toBe(3 * all);
  });

  test('of splash attention are causal if they are given positions', () => {
    const blocks = ['1x4x4xi8', '1x4x4xi8'];
    const [fwd, dkv] = ['splash_mha_fwd_residuals', 'splash_mha_dkv_no_residuals'];
    expect(flopsOf(tpu(fwd, [...blocks, t, t, t], `tensor<${t}>`))).toBe(2 * all);
    expect(flopsOf(tpu(fwd, [...blocks, t, t, t, '512x128xi32'], `tensor<${t}>`))).toBe(2 * causal);
    const segments = ['512x128xi32', '8x512xi32'];
    expect(flopsOf(tpu(fwd, [...blocks, t, t, t, ...segments], `tensor<${t}>`))).toBe(2 * all);
    const more = [...blocks, t, t, t, '2x8x8x512xf32', t, '2x8x8x512xf32', '8x512xi32'];
    expect(flopsOf(tpu(dkv, more, `tensor<${t}>, tensor<${t}>`))).toBe(4 * causal);
    const withQueries = `tensor<2x4x8x512x128xbf16>, tensor<${t}>, tensor<${t}>`;
    expect(flopsOf(tpu(dkv, more, withQueries))).toBe(5 * causal);
  });

  test('of one head of keys have its size', () => {
    const one = '2x512x128xbf16';
    const op = tpu('splash_mqa_fwd', ['1x4x4xi8', '1x4x4xi8', t, one, one], `tensor<${t}>`);
    expect(attentionSizes(op, attentionCall(op)!)).toMatchObject({ heads: 8, kvHeads: 1, keys: 512 });
    expect(flopsOf(op)).toBe(2 * all);
  });

  test('for GPUs have heads after the sequence', () => {
    const g = '2x512x8x64xbf16';
    const triton = (name: string, operands: readonly string[], results: string): Operation =>
      operation(
        `stablehlo.custom_call @__gpu$xla.gpu.triton(ARGS) {mhlo.backend_config = {grid_x = 4 : i32, name = "${name}"}}`,
        operands,
        results,
      );
    const forwards = triton('mha_forward', [g, g, g], `tensor<${g}>, tensor<2x8x512xf32>`);
    expect(flopsOf(forwards)).toBe(2 * 2 * 8 * 512 * 512 * 128);
    const more = [g, g, g, g, g, '2x8x512xf32', '2x8x512xf32'];
    expect(flopsOf(triton('mha_backward', more, `tensor<${g}>, tensor<${g}>, tensor<${g}>`))).toBe(
      2.5 * flopsOf(forwards),
    );
  });

  test.each([
    [2, 512, 8, 64],
    [1, 128, 4, 32],
    [3, 7, 1, 16],
  ])(
    'that sum products of results and their gradients, of %d x %d x %d x %d, multiply and add',
    (batch, length, heads, depth) => {
      const own = `${batch}x${length}x${heads}x${depth}xbf16`;
      const op = operation(
        'stablehlo.custom_call @__gpu$xla.gpu.triton(ARGS) {mhlo.backend_config = {grid_x = 4 : i32, name = "mha_preprocess_backward"}}',
        [own, own],
        `tensor<${batch}x${heads}x${length}xf32>`,
      );
      expect(flopsOf(op)).toBe(2 * batch * length * heads * depth);
    },
  );
});

describe('composites of attention', () => {
  const [b, k] = ['2x8x128x64xbf16', '2x2x128x64xbf16'];
  const composite = (name: string, attributes: string): Operation =>
    operation(
      `stablehlo.composite "${name}" ARGS {composite_attributes = {${attributes}}, decomposition = @d}`,
      [b, k, k],
      `tensor<${b}>`,
      `func.func private @d(%0: tensor<${b}>, %1: tensor<${k}>, %2: tensor<${k}>) -> tensor<${b}> { return %0 : tensor<${b}> }`,
    );
  const all = 2 * 2 * 8 * 128 * 128 * 128;

  test("are Tenstorrent's, causal by default", () => {
    const name = 'tenstorrent.scaled_dot_product_attention';
    expect(flopsOf(composite(name, ''))).toBe((all * 129) / 256);
    expect(flopsOf(composite(name, 'is_causal = false'))).toBe(all);
  });

  test('are others by their names', () => {
    expect(flopsOf(composite('torch.scaled_dot_product_attention', ''))).toBe(all);
    expect(attentionCall(composite('mine.paged_attention_update', ''))).toBeNull();
  });
});

describe.each([
  { batch: 1, heads: 1, queries: 3, keys: 5, depth: 4, valueDepth: 2 },
  { batch: 2, heads: 3, queries: 4, keys: 4, depth: 2, valueDepth: 7 },
  { batch: 1, heads: 2, queries: 6, keys: 3, depth: 5, valueDepth: 5 },
])('the products of attention of %j', ({ batch, heads, queries, keys, depth, valueDepth }) => {
  const sizes = { batch, heads, kvHeads: 1, queries, keys, depth, valueDepth };
  /** Multiply-adds of the loops of a product for each head: its rows, columns, and what it sums over. */
  const product = (rows: number, columns: number, summed: number): number => {
    let count = 0;
    for (let head = 0; head < batch * heads; head += 1)
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1)
          for (let index = 0; index < summed; index += 1) count += 1;
    return count;
  };
  const scores = product(queries, keys, depth);
  const gradientsOfScores = product(queries, keys, valueDepth);
  const [ofQueries, ofKeys] = [product(queries, depth, keys), product(keys, depth, queries)];
  const ofValues = product(keys, valueDepth, queries);
  test.each([
    ['forward', scores + product(queries, valueDepth, keys)],
    ['backward', scores + gradientsOfScores + ofQueries + ofKeys + ofValues],
    ['backward-keys', scores + gradientsOfScores + ofKeys + ofValues],
    ['backward-queries', scores + gradientsOfScores + ofQueries],
  ] as const)('%s are those of its loops', (pass, multiplyAdds) => {
    const all = { isCausal: false, isDealt: false, window: null };
    expect(attentionFlops(pass, sizes, all)).toBe(2 * multiplyAdds);
  });
});

test('pairs of causal attention are those that a query sees', () => {
  const counted = (queries: number, keys: number, window: number): number => {
    let pairs = 0;
    for (let i = 0; i < queries; i += 1)
      for (let j = 0; j < keys; j += 1) if (j <= i && j > i - window) pairs += 1;
    return pairs;
  };
  for (const [queries, keys] of [
    [8, 8],
    [8, 3],
    [3, 8],
    [1, 1],
  ] as const) {
    expect(causalPairs(queries, keys, null)).toBe(counted(queries, keys, Infinity));
    for (const window of [1, 2, 5, 9])
      expect(causalPairs(queries, keys, window)).toBe(counted(queries, keys, window));
  }
});
