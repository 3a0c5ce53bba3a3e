import { describe, expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

const pass = 'stablehlo-legalize-quant-to-math';
const q = '!quant.uniform<i8:f32, 5.000000e-01:3>';

describe('between floats and integers', () => {
  test('quantizing divides, adds the zero point, clamps and rounds', () => {
    const lines = bodyLinesAfter(
      pass,
      `(%a: tensor<4xf32>) -> tensor<4x${q}>`,
      `%0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x${q}>
       return %0 : tensor<4x${q}>`,
    );
    expect(lines).toEqual([
      '%cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>',
      '%cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<f32>',
      '%cst_1 = stablehlo.constant dense<-1.280000e+02> : tensor<f32>',
      '%cst_2 = stablehlo.constant dense<1.270000e+02> : tensor<f32>',
      '%0 = chlo.broadcast_divide %arg0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>',
      '%1 = chlo.broadcast_add %0, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>',
      '%2 = stablehlo.clamp %cst_1, %1, %cst_2 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>',
      '%3 = stablehlo.round_nearest_even %2 : tensor<4xf32>',
      '%4 = stablehlo.convert %3 : (tensor<4xf32>) -> tensor<4xi8>',
      'return %4 : tensor<4xi8>',
    ]);
  });

  test('scales per axis lie along that dimension', () => {
    const type = 'tensor<4x2x!quant.uniform<i8:f32:1, {5.000000e-01:3,2.500000e-01}>>';
    const lines = bodyLinesAfter(
      pass,
      `(%a: ${type}) -> tensor<4x2xf32>`,
      `%0 = stablehlo.uniform_dequantize %a : (${type}) -> tensor<4x2xf32>
       return %0 : tensor<4x2xf32>`,
    );
    const along = '{broadcast_dimensions = array<i64: 1>}';
    expect(lines).toEqual([
      '%cst = stablehlo.constant dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>',
      '%c = stablehlo.constant dense<[3, 0]> : tensor<2xi32>',
      '%0 = stablehlo.convert %arg0 : (tensor<4x2xi8>) -> tensor<4x2xi32>',
      `%1 = chlo.broadcast_subtract %0, %c ${along} : (tensor<4x2xi32>, tensor<2xi32>) -> tensor<4x2xi32>`,
      '%2 = stablehlo.convert %1 : (tensor<4x2xi32>) -> tensor<4x2xf32>',
      `%3 = chlo.broadcast_multiply %2, %cst ${along} : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>`,
      'return %3 : tensor<4x2xf32>',
    ]);
  });

  test('requantizing is one multiplication and one addition', () => {
    const to = '!quant.uniform<i8:f32, 2.500000e-01:1>';
    const lines = bodyLinesAfter(
      pass,
      `(%a: tensor<4x${q}>) -> tensor<4x${to}>`,
      `%0 = stablehlo.uniform_quantize %a : (tensor<4x${q}>) -> tensor<4x${to}>
       return %0 : tensor<4x${to}>`,
    );
    expect(lines.slice(0, 5)).toEqual([
      '%0 = stablehlo.convert %arg0 : (tensor<4xi8>) -> tensor<4xf32>',
      '%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>',
      '%1 = chlo.broadcast_multiply %0, %cst : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>',
      '%cst_0 = stablehlo.constant dense<-5.000000e+00> : tensor<f32>',
      '%2 = chlo.broadcast_add %1, %cst_0 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>',
    ]);
  });

  test('the axis of scales may not change', () => {
    const [from, to] = [0, 1].map((d) => `tensor<2x2x!quant.uniform<i8:f32:${d}, {1.0,2.0}>>`);
    const text = `%0 = stablehlo.uniform_quantize %a : (${from!}) -> ${to!}\n return %0 : ${to!}`;
    expect(bodyLinesAfter(pass, `(%a: ${from!}) -> ${to!}`, text)).toEqual([
      'Cannot requantize while changing quantization_axis',
      "failed to legalize operation 'stablehlo.uniform_quantize' that was explicitly marked illegal",
    ]);
  });
});

describe('arithmetic on stored integers', () => {
  test('of two sums of values and a zero point one zero point is taken off', () => {
    const type = `tensor<4x${q}>`;
    const lines = bodyLinesAfter(
      pass,
      `(%a: ${type}, %b: ${type}) -> ${type}`,
      `%0 = stablehlo.add %a, %b : ${type}\n return %0 : ${type}`,
    );
    expect(lines).toEqual([
      '%0 = stablehlo.convert %arg0 : (tensor<4xi8>) -> tensor<4xi32>',
      '%1 = stablehlo.convert %arg1 : (tensor<4xi8>) -> tensor<4xi32>',
      '%c = stablehlo.constant dense<3> : tensor<i32>',
      '%2 = chlo.broadcast_add %0, %1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>',
      '%3 = chlo.broadcast_subtract %2, %c : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>',
      '%c_0 = stablehlo.constant dense<-128> : tensor<i32>',
      '%c_1 = stablehlo.constant dense<127> : tensor<i32>',
      '%4 = stablehlo.clamp %c_0, %3, %c_1 : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>',
      '%5 = stablehlo.convert %4 : (tensor<4xi32>) -> tensor<4xi8>',
      'return %5 : tensor<4xi8>',
    ]);
  });

  test('a dot takes off what zero points add', () => {
    const [lhs, rhs] = [3, 2].map((zero) => `tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00:${zero}>>`);
    const result = 'tensor<2x2x!quant.uniform<i32:f32, 1.000000e+00:5>>';
    const lines = bodyLinesAfter(
      pass,
      `(%a: ${lhs!}, %b: ${rhs!}) -> ${result}`,
      `%0 = stablehlo.dot %a, %b : (${lhs!}, ${rhs!}) -> ${result}\n return %0 : ${result}`,
    );
    const i32 = 'tensor<2x2xi32>';
    expect(lines).toEqual([
      `%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x2xi8>, tensor<2x2xi8>) -> ${i32}`,
      `%1 = stablehlo.convert %arg0 : (tensor<2x2xi8>) -> ${i32}`,
      '%c = stablehlo.constant dense<0> : tensor<i32>',
      `%2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [1] : (${i32}, tensor<i32>) -> tensor<2xi32>`,
      '%c_0 = stablehlo.constant dense<2> : tensor<i32>',
      '%3 = chlo.broadcast_multiply %2, %c_0 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>',
      `%4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<2xi32>) -> ${i32}`,
      `%5 = stablehlo.convert %arg1 : (tensor<2x2xi8>) -> ${i32}`,
      '%c_1 = stablehlo.constant dense<0> : tensor<i32>',
      `%6 = stablehlo.reduce(%5 init: %c_1) applies stablehlo.add across dimensions = [0] : (${i32}, tensor<i32>) -> tensor<2xi32>`,
      '%c_2 = stablehlo.constant dense<3> : tensor<i32>',
      '%7 = chlo.broadcast_multiply %6, %c_2 : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>',
      `%8 = stablehlo.broadcast_in_dim %7, dims = [1] : (tensor<2xi32>) -> ${i32}`,
      `%9 = stablehlo.add %4, %8 : ${i32}`,
      '%c_3 = stablehlo.constant dense<1> : tensor<i32>',
      '%c_4 = stablehlo.constant dense<12> : tensor<i32>',
      `%10 = chlo.broadcast_subtract %9, %c_4 : (${i32}, tensor<i32>) -> ${i32}`,
      '%c_5 = stablehlo.constant dense<5> : tensor<i32>',
      `%11 = chlo.broadcast_subtract %c_5, %10 : (tensor<i32>, ${i32}) -> ${i32}`,
      `%12 = chlo.broadcast_add %0, %11 : (${i32}, ${i32}) -> ${i32}`,
      `%13 = stablehlo.convert %12 : ${i32}`,
      `return %13 : ${i32}`,
    ]);
  });

  test('quantized weights of a float computation become floats behind a barrier', () => {
    const rhs = 'tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>';
    const lines = bodyLinesAfter(
      pass,
      `(%a: tensor<2x2xf32>, %b: ${rhs}) -> tensor<2x2xf32>`,
      `%0 = stablehlo.dot %a, %b : (tensor<2x2xf32>, ${rhs}) -> tensor<2x2xf32>
       return %0 : tensor<2x2xf32>`,
    );
    expect(lines.filter((line) => !line.includes('constant'))).toEqual([
      '%0 = stablehlo.optimization_barrier %arg1 : tensor<2x2xi8>',
      '%1 = stablehlo.convert %0 : (tensor<2x2xi8>) -> tensor<2x2xf32>',
      '%2 = chlo.broadcast_multiply %1, %cst : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>',
      '%3 = stablehlo.dot %arg0, %2 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>',
      'return %3 : tensor<2x2xf32>',
    ]);
  });

  test('an image is padded with its zero point', () => {
    const image = 'tensor<1x4x4x1x!quant.uniform<i8:f32, 1.000000e+00:7>>';
    const kernel = 'tensor<3x3x1x1x!quant.uniform<i8:f32, 1.000000e+00>>';
    const result = 'tensor<1x4x4x1x!quant.uniform<i32:f32, 1.000000e+00>>';
    const lines = bodyLinesAfter(
      pass,
      `(%a: ${image}, %b: ${kernel}) -> ${result}`,
      `%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
         window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
         : (${image}, ${kernel}) -> ${result}
       return %0 : ${result}`,
    );
    expect(lines.slice(0, 3)).toEqual([
      '%c = stablehlo.constant dense<7> : tensor<i8>',
      '%0 = stablehlo.pad %arg0, %c, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<1x4x4x1xi8>, tensor<i8>) -> tensor<1x6x6x1xi8>',
      '%1 = stablehlo.convolution(%0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x6x1xi8>, tensor<3x3x1x1xi8>) -> tensor<1x4x4x1xi32>',
    ]);
  });
});

describe('other operations', () => {
  test('what only moves numbers moves integers, in regions too', () => {
    const type = `tensor<4x${q}>`;
    const lines = bodyLinesAfter(
      pass,
      `(%a: ${type}, %b: tensor<${q}>) -> tensor<2x${q}>`,
      `%0 = "stablehlo.reduce_window"(%a, %b) ({
       ^bb0(%x: tensor<${q}>, %y: tensor<${q}>):
         %2 = stablehlo.maximum %x, %y : tensor<${q}>
         stablehlo.return %2 : tensor<${q}>
       }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (${type}, tensor<${q}>) -> tensor<2x${q}>
       return %0 : tensor<2x${q}>`,
    );
    expect(lines).toEqual([
      '%0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({',
      '^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):',
      '  %1 = stablehlo.maximum %arg2, %arg3 : tensor<i8>',
      '  stablehlo.return %1 : tensor<i8>',
      '}) : (tensor<4xi8>, tensor<i8>) -> tensor<2xi8>',
      'return %0 : tensor<2xi8>',
    ]);
  });

  test('other arithmetic is done on floats', () => {
    const type = `tensor<4x${q}>`;
    const lines = bodyLinesAfter(
      pass,
      `(%a: ${type}) -> ${type}`,
      `%0 = stablehlo.abs %a : ${type}\n return %0 : ${type}`,
    );
    expect(lines.filter((line) => line.includes('stablehlo.abs'))).toEqual([
      '%4 = stablehlo.abs %3 : tensor<4xf32>',
    ]);
    expect(lines.join('\n')).not.toContain('quant');
  });

  test('what has no meaning on integers is an error', () => {
    const type = `tensor<4x${q}>`;
    const text = `%0 = stablehlo.reverse %a, dims = [0] : ${type}\n return %0 : ${type}`;
    expect(bodyLinesAfter(pass, `(%a: ${type}) -> ${type}`, text)).toEqual([
      "failed to legalize operation 'stablehlo.reverse' that was explicitly marked illegal",
    ]);
  });
});
