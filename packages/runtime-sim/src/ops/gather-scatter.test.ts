import { describe, expect, test } from 'vitest';
import { evaluate } from '../../tests/evaluate.ts';

const matrix = '%x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>';

describe('gather', () => {
  test('takes slices, moved into the operand', () => {
    const body = `${matrix}
      %i = stablehlo.constant dense<[[2, 2], [-1, 1]]> : tensor<2x2xi64>
      %0 = "stablehlo.gather"(%x, %i) {
        dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>,
        slice_sizes = array<i64: 2, 2>
      } : (tensor<3x3xi32>, tensor<2x2xi64>) -> tensor<2x2x2xi32>`;
    expect(evaluate(body, '%0 : tensor<2x2x2xi32>')).toEqual([[5, 6, 8, 9, 2, 3, 5, 6]]);
  });

  test('takes zeros outside of the operand where it is marked so', () => {
    const body = `${matrix}
      %i = stablehlo.constant dense<[2, -1, 3, 0]> : tensor<4xi32>
      %0 = "stablehlo.gather"(%x, %i) <{
        dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
        slice_sizes = array<i64: 1, 3>
      }> {tt.fill_out_of_bounds} : (tensor<3x3xi32>, tensor<4xi32>) -> tensor<4x3xi32>`;
    expect(evaluate(body, '%0 : tensor<4x3xi32>')).toEqual([[7, 8, 9, 0, 0, 0, 0, 0, 0, 1, 2, 3]]);
  });

  test('takes rows by indices without a vector dimension', () => {
    const body = `${matrix}
      %i = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
      %0 = "stablehlo.gather"(%x, %i) {
        dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
        slice_sizes = array<i64: 1, 3>
      } : (tensor<3x3xi32>, tensor<2xi32>) -> tensor<3x2xi32>`;
    expect(evaluate(body, '%0 : tensor<3x2xi32>')).toEqual([[7, 1, 8, 2, 9, 3]]);
  });

  test.each([
    ['i8', (x: number) => x - 60],
    ['f32', (x: number) => x],
    ['complex<f64>', (x: number) => ({ re: x, im: 0 })],
  ] as const)('takes long rows of %s', (type, element) => {
    const body = `
      %n = stablehlo.iota dim = 0 : tensor<80xi32>
      %m = stablehlo.reshape %n : (tensor<80xi32>) -> tensor<4x20xi32>
      %d = stablehlo.constant dense<${type === 'i8' ? 60 : 0}> : tensor<4x20xi32>
      %o = stablehlo.subtract %m, %d : tensor<4x20xi32>
      %x = stablehlo.convert %o : (tensor<4x20xi32>) -> tensor<4x20x${type}>
      %i = stablehlo.constant dense<[3, -1, 9]> : tensor<3xi32>
      %0 = "stablehlo.gather"(%x, %i) {
        dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
        slice_sizes = array<i64: 1, 20>
      } : (tensor<4x20x${type}>, tensor<3xi32>) -> tensor<3x20x${type}>`;
    const row = (start: number): unknown[] => Array.from({ length: 20 }, (_, i) => element(start + i));
    const [result] = evaluate(body, `%0 : tensor<3x20x${type}>`);
    expect(result).toEqual([...row(60), ...row(0), ...row(60)]);
  });

  test('takes an element of each row with batching dimensions', () => {
    const body = `${matrix}
      %i = stablehlo.constant dense<[[2], [0], [1]]> : tensor<3x1xi32>
      %s = stablehlo.constant dense<1> : tensor<2xi64>
      %0 = "stablehlo.dynamic_gather"(%x, %i, %s) {
        dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>
      } : (tensor<3x3xi32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3xi32>`;
    expect(evaluate(body, '%0 : tensor<3xi32>')).toEqual([[3, 4, 8]]);
  });

  test('torch_index_select takes slices along a dimension', () => {
    const body = `${matrix}
      %i = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
      %0 = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<3x3xi32>, tensor<2xi32>) -> tensor<3x2xi32>
      %b = stablehlo.constant dense<[[2], [0], [1]]> : tensor<3x1xi32>
      %1 = "stablehlo.torch_index_select"(%x, %b) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<3x3xi32>, tensor<3x1xi32>) -> tensor<3x1xi32>`;
    expect(evaluate(body, '%0, %1 : tensor<3x2xi32>, tensor<3x1xi32>')).toEqual([
      [3, 1, 6, 4, 9, 7],
      [3, 4, 8],
    ]);
  });
});

describe('scatter', () => {
  const numbers =
    '#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>';

  /** Scatters 1, 2, 3, 4 to 1, 1, -1 and 2 of zeros. */
  const into = (type: string, combination: string): string => `
    %x = stablehlo.constant dense<0> : tensor<3x${type}>
    %i = stablehlo.constant dense<[1, 1, -1, 2]> : tensor<4xi32>
    %u = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4x${type}>
    %0 = "stablehlo.scatter"(%x, %i, %u) ({
      ^bb0(%a: tensor<${type}>, %b: tensor<${type}>):
        ${combination}
    }) {scatter_dimension_numbers = ${numbers}} : (tensor<3x${type}>, tensor<4xi32>, tensor<4x${type}>) -> tensor<3x${type}>`;

  const reducer = (op: string, type: string): string =>
    `%r = stablehlo.${op} %a, %b : tensor<${type}>  stablehlo.return %r : tensor<${type}>`;

  test.each(['i32', 'i8', 'ui16', 'i4'])('adds %s and leaves out what is outside', (type) => {
    expect(evaluate(into(type, reducer('add', type)), `%0 : tensor<3x${type}>`)).toEqual([[0, 3, 4]]);
  });

  test('adds 64-bit integers', () => {
    expect(evaluate(into('i64', reducer('add', 'i64')), '%0 : tensor<3xi64>')).toEqual([[0n, 3n, 4n]]);
  });

  test('the last of several replacements stays', () => {
    const replace = 'stablehlo.return %b : tensor<i32>';
    expect(evaluate(into('i32', replace), '%0 : tensor<3xi32>')).toEqual([[0, 2, 4]]);
  });

  test('runs computations of their own in order', () => {
    const minus = reducer('subtract', 'i32');
    expect(evaluate(into('i32', minus), '%0 : tensor<3xi32>')).toEqual([[0, -3, -4]]);
  });

  test('rounds sums once, or at each step when asked to', () => {
    const body = `
      %x = stablehlo.constant dense<256.0> : tensor<1xbf16>
      %i = stablehlo.constant dense<0> : tensor<3xi32>
      %u = stablehlo.constant dense<1.0> : tensor<3xbf16>
      %0 = "stablehlo.scatter"(%x, %i, %u) ({
        ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
          %r = stablehlo.add %a, %b : tensor<bf16>
          stablehlo.return %r : tensor<bf16>
      }) {scatter_dimension_numbers = ${numbers}} : (tensor<1xbf16>, tensor<3xi32>, tensor<3xbf16>) -> tensor<1xbf16>`;
    // 259 is half-way between 258 and 260; 257 is between 256 and 258. Even patterns win.
    expect(evaluate(body, '%0 : tensor<1xbf16>')).toEqual([[260]]);
    expect(evaluate(body, '%0 : tensor<1xbf16>', { accumulation: 'each-step' })).toEqual([[256]]);
  });

  test('leaves out windows that reach outside, as XLA does, or single elements of them when asked to', () => {
    const body = `${matrix}
      %i = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
      %u = stablehlo.constant dense<[[[10, 20], [30, 40]]]> : tensor<1x2x2xi32>
      %0 = "stablehlo.scatter"(%x, %i, %u) ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          %r = stablehlo.add %a, %b : tensor<i32>
          stablehlo.return %r : tensor<i32>
      }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}
        : (tensor<3x3xi32>, tensor<1x2xi32>, tensor<1x2x2xi32>) -> tensor<3x3xi32>`;
    expect(evaluate(body, '%0 : tensor<3x3xi32>')).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    expect(evaluate(body, '%0 : tensor<3x3xi32>', { partialWindows: 'written' })).toEqual([
      [1, 2, 3, 4, 5, 16, 7, 8, 39],
    ]);
  });

  test('combines several inputs together', () => {
    const body = `
      %x = stablehlo.constant dense<0> : tensor<2xi32>
      %y = stablehlo.constant dense<1.0> : tensor<2xf32>
      %i = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
      %u = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
      %v = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
      %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) ({
        ^bb0(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<f32>):
          %r = stablehlo.add %a, %c : tensor<i32>
          %s = stablehlo.multiply %b, %d : tensor<f32>
          stablehlo.return %r, %s : tensor<i32>, tensor<f32>
      }) {scatter_dimension_numbers = ${numbers}}
        : (tensor<2xi32>, tensor<2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) -> (tensor<2xi32>, tensor<2xf32>)`;
    expect(evaluate(body, '%0#0, %0#1 : tensor<2xi32>, tensor<2xf32>')).toEqual([
      [0, 11],
      [1, 6],
    ]);
  });
});
