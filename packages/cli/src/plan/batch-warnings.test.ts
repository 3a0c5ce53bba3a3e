import { expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

/** The warnings about an argument of `@main` that is called a batch. */
async function warnings(text: string, batch = 'arg0'): Promise<readonly string[]> {
  const { stdout } = await runTool(
    'shardform',
    ['plan', '-', '--mesh', '2', '--batch-args', batch, '--brief', '--json'],
    { stdin: new TextEncoder().encode(text), cwd: '.' },
  );
  const found = JSON.parse(String(stdout)) as { readonly warnings: readonly string[] };
  return found.warnings;
}

const becauseOf = (use: string): unknown[] => [
  expect.stringMatching(
    new RegExp(
      `^'--batch-args': arg0 is used as a parameter: its first dimension is no batch, since ${use}; '--param-args' is `,
    ),
  ),
];

const rowsOf = (count: number): string => `
func.func @main(%table: tensor<64x8xf32>, %tokens: tensor<${count}x1xi32>) -> tensor<${count}x8xf32> {
  %0 = call @take(%table, %tokens) : (tensor<64x8xf32>, tensor<${count}x1xi32>) -> tensor<${count}x8xf32>
  return %0 : tensor<${count}x8xf32>
}
func.func private @take(%table: tensor<64x8xf32>, %tokens: tensor<${count}x1xi32>) -> tensor<${count}x8xf32> {
  %0 = "stablehlo.gather"(%table, %tokens) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 8>
  }> : (tensor<64x8xf32>, tensor<${count}x1xi32>) -> tensor<${count}x8xf32>
  return %0 : tensor<${count}x8xf32>
}`;

test('a table whose rows are looked up is no batch, unless as many are as it has, in another order', async () => {
  expect(await warnings(rowsOf(16))).toEqual(
    becauseOf('gather \\(<stdin>:\\d+\\) looks up rows of it, as of an embedding table'),
  );
  expect(await warnings(rowsOf(16), 'arg1')).toEqual([]);
  expect(await warnings(rowsOf(64))).toEqual([]);
});

const oneHot = (dim: number, product: string, result: string): string => `
func.func @main(%table: tensor<16x8xf32>, %tokens: tensor<16xi32>) -> ${result} {
  %0 = stablehlo.iota dim = ${dim} : tensor<16x16xi32>
  %1 = stablehlo.broadcast_in_dim %tokens, dims = [${1 - dim}] : (tensor<16xi32>) -> tensor<16x16xi32>
  %2 = stablehlo.compare EQ, %1, %0 : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
  %3 = stablehlo.convert %2 : (tensor<16x16xi1>) -> tensor<16x16xf32>
  %4 = stablehlo.dot_general ${product} -> ${result}
  return %4 : ${result}
}`;

test('a table that is multiplied by one-hot rows is no batch, on whichever side of the product it is', async () => {
  const because = becauseOf(
    'dot_general \\(<stdin>:\\d+\\) multiplies it by one-hot rows, as of an embedding table',
  );
  const right = '%3, %table, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x8xf32>)';
  expect(await warnings(oneHot(1, right, 'tensor<16x8xf32>'))).toEqual(because);
  const left = '%table, %3, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x16xf32>)';
  expect(await warnings(oneHot(0, left, 'tensor<8x16xf32>'))).toEqual(because);
  // Sums of rows by what they belong to, such as tokens of experts.
  expect(await warnings(oneHot(1, left, 'tensor<8x16xf32>'))).toEqual([]);
});

const scan = (body: string): string => `
func.func @main(%stack: tensor<4x8x8xf32>, %x: tensor<8x8xf32>, %biases: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %all = %stack, %h = %x, %offsets = %biases) : tensor<i32>, tensor<4x8x8xf32>, tensor<8x8xf32>, tensor<4x8xf32>
  cond {
    %count = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.dynamic_slice %all, %i, %c0, %c0, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %3 = stablehlo.dot_general ${body}, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = stablehlo.dynamic_slice %offsets, %i, %c0, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x8xf32>) -> tensor<8xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.add %3, %6 : tensor<8x8xf32>
    %8 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %8, %all, %7, %offsets : tensor<i32>, tensor<4x8x8xf32>, tensor<8x8xf32>, tensor<4x8xf32>
  }
  return %0#2 : tensor<8x8xf32>
}`;

test('weights that layers have stacked are no batch, nor are the biases beside them', async () => {
  const because = becauseOf(
    'dynamic_slice \\(<stdin>:\\d+\\) takes one row of it for each layer, as of stacked weights',
  );
  const layers = scan('%h, %2');
  expect(await warnings(layers)).toEqual(because);
  const [own] = await warnings(layers, 'arg2');
  expect(own).toMatch(/^'--batch-args': arg2 .* takes one row of it for each layer/);
  expect(await warnings(layers, 'arg1')).toEqual([]);
});

test('parts of a batch that a loop takes one after another stay a batch', async () => {
  const parts = scan('%2, %h');
  expect(await warnings(parts)).toEqual([]);
  expect(await warnings(parts, 'arg2')).toEqual([]);
});
