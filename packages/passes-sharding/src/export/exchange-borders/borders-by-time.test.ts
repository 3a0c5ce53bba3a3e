import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

/** A stencil over four devices, of which each needs a row from either side. */
const stencil = (rows: number, columns: number) => `sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<${rows}x${columns}xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<${rows}x${columns}xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<${rows}x${columns}xf32>, tensor<f32>) -> tensor<${rows}x${columns}xf32>
  return %0 : tensor<${rows}x${columns}xf32>
}`;

/** Kernels that take long to start, and links of 200 Gbit/s. */
const SLOW_KERNELS =
  '{machine={{"grid": [4], "default_gbps": 200, "latency": 1e-6, "device": {"flops": 74e12, "dram": 288e9, "launch": 5e-6}}}}';

/** The collectives of the partitioned program, by kind. */
function collectives(text: string, options = ''): string[] {
  return [
    ...runText(`shardform-partition-pipeline${options}`, text).matchAll(
      /stablehlo\.(all_gather|all_to_all|collective_permute)"/g,
    ),
  ].map(([, kind]) => kind!);
}

test('borders are exchanged where bytes decide, however small they are', () => {
  expect(collectives(stencil(16, 4))).toEqual(['collective_permute', 'collective_permute']);
});

test('on a machine whose kernels take longer than sending all of it, the rows of a small tensor are made whole', () => {
  expect(collectives(stencil(16, 4), SLOW_KERNELS)).toEqual(['all_to_all', 'all_to_all']);
});

test('on the same machine the borders of a large tensor are exchanged', () => {
  expect(collectives(stencil(4096, 512), SLOW_KERNELS)).toEqual(['collective_permute', 'collective_permute']);
});
