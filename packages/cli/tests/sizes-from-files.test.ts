import { expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';
import type { ToolResult } from '../src/tool-io.ts';

function opt(text: string, ...args: readonly string[]): Promise<ToolResult> {
  return runTool('shardform', ['opt', '-', ...args], { stdin: new TextEncoder().encode(text), cwd: '.' });
}

const mesh = (groups: string): string => `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = ${groups}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`;

const RAGGED_DOT = `func.func @main(%lhs: tensor<8x4xf32>, %rhs: tensor<4294967296x4x5xf32>, %g: tensor<4294967296xi64>) -> tensor<8x5xf32> {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %g) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [],
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
      lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  } : (tensor<8x4xf32>, tensor<4294967296x4x5xf32>, tensor<4294967296xi64>) -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}`;

const NUM_ELEMENTS = `func.func @main(%a: tensor<4294967296xindex>) -> index {
  %0 = shape.num_elements %a : tensor<4294967296xindex> -> index
  return %0 : index
}`;

const UPDATE = `func.func @main(%a: tensor<2147483647xf32>, %b: tensor<2147483646xf32>, %i: tensor<i32>) -> tensor<2147483647xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %b, %i : (tensor<2147483647xf32>, tensor<2147483646xf32>, tensor<i32>) -> tensor<2147483647xf32>
  return %0 : tensor<2147483647xf32>
}`;

const GROUPED = `func.func @main(%a: tensor<16777216x4x4x1xf32>, %b: tensor<1x1x1x16777216xf32>) -> tensor<1x4x4x16777216xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 16777216 : i64} : (tensor<16777216x4x4x1xf32>, tensor<1x1x1x16777216xf32>) -> tensor<1x4x4x16777216xf32>
  return %0 : tensor<1x4x4x16777216xf32>
}`;

const ELEMENTS = '--limit-elements raises the limit, to 67,108,864 elements at most';

test.each([
  [
    'a splat of device ids',
    mesh('dense<0> : tensor<65536x65536xi64>'),
    [],
    `<stdin>:2:8: error: 'stablehlo.all_reduce' op a splat constant stands for 4,294,967,296 elements, more than the 16,777,216 allowed; ${ELEMENTS}`,
  ],
  [
    'groups of no devices',
    mesh('dense<> : tensor<8589934592x0xi64>'),
    [],
    `<stdin>:2:8: error: 'stablehlo.all_reduce' op replica_groups has 8,589,934,592 elements, more than the 16,777,216 allowed; ${ELEMENTS}`,
  ],
  [
    'groups of a ragged product',
    RAGGED_DOT,
    ['--chlo-legalize-to-stablehlo'],
    "<stdin>:1:1: error: pass 'chlo-legalize-to-stablehlo' stopped: the parts of 'chlo.ragged_dot' have more than the 2,000,000 operations allowed; --limit-operations raises the limit",
  ],
  [
    'sizes of a shape',
    NUM_ELEMENTS,
    ['--shape-legalize-to-stablehlo'],
    "<stdin>:1:1: error: pass 'shape-legalize-to-stablehlo' stopped: the parts of 'shape.num_elements' have more than the 2,000,000 operations allowed; --limit-operations raises the limit",
  ],
  [
    'rows of an update',
    UPDATE,
    ['--convert-stablehlo-to-ttir'],
    `<stdin>:0:0: error: pass 'convert-stablehlo-to-ttir' stopped: the update of a slice has 2,147,483,646 elements, more than the 16,777,216 allowed; ${ELEMENTS}`,
  ],
  [
    'groups of a convolution',
    GROUPED,
    ['--convert-stablehlo-to-ttir'],
    "<stdin>:0:0: error: pass 'convert-stablehlo-to-ttir' stopped: the parts of 'stablehlo.convolution' have more than the 2,000,000 operations allowed; --limit-operations raises the limit",
  ],
])('refuses to list as many parts as a file says: %s', async (_what, text, args, message) => {
  const { stderr, exitCode } = await opt(text, ...args);
  expect(stderr.split('\n')[0]).toBe(message);
  expect(exitCode).toBe(1);
});

test('keeps a splat constant one element, however large, where types are replaced', async () => {
  const text = `func.func @main() -> tensor<1073741824x2xi1> {
  %0 = "ttir.constant"() {value = dense<true> : tensor<1073741824x2xi1>} : () -> tensor<1073741824x2xi1>
  return %0 : tensor<1073741824x2xi1>
}`;
  const { stdout, stderr } = await opt(text, '--ttir-element-type-normalization');
  expect(stderr).toBe('');
  expect(stdout).toContain('value = dense<1.000000e+00> : tensor<1073741824x2xbf16>');
});

test('broadcasts a large splat of a complex number instead of writing it out', async () => {
  const text = (size: number): string => `func.func @main() -> tensor<${size}xcomplex<f32>> {
  %0 = stablehlo.constant dense<(1.0,2.0)> : tensor<${size}xcomplex<f32>>
  return %0 : tensor<${size}xcomplex<f32>>
}`;
  const pass = '--stablehlo-complex-data-type-conversion';
  expect((await opt(text(4294967296), pass)).stdout).toContain(
    'stablehlo.broadcast_in_dim %cst, dims = [1] : (tensor<2xf32>) -> tensor<4294967296x2xf32>',
  );
  expect((await opt(text(2), pass)).stdout).toContain(
    'stablehlo.constant dense<[[1.000000e+00, 2.000000e+00], [1.000000e+00, 2.000000e+00]]> : tensor<2x2xf32>',
  );
});
