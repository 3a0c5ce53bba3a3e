import { builtinPasses, Context, parseModule, parsePipeline, printOp, runPasses } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { ttnnPipeline } from './index.ts';

const context = new Context([builtinPasses, ttnnPipeline]);

/** The operations of the main function that compute, with the attributes that are looked for. */
function lowered(text: string): string[] {
  const module = parseModule(text, context)!;
  const pipeline =
    'builtin.module(ttir-to-ttnn-backend-pipeline{enable-permute-matmul-fusion=true enable-erase-inverse-ops-pass=false})';
  expect(runPasses(module, parsePipeline(pipeline, context), context).succeeded).toBe(true);
  const main = printOp(module, context).split('func.func @main(')[1]!;
  const found = [...main.matchAll(/"ttnn\.(\w+)"\([^)]*\)(?: <\{(.*?)\}>)?(?: \{(.*?)\})? :/g)];
  return found.flatMap(([, name, attributes, more]) => {
    if (['deallocate', 'to_layout', 'get_device', 'from_device'].includes(name!)) return [];
    const functions = [...(attributes ?? '').matchAll(/op_type = (\w+)/g)].map(([, own]) => own);
    return [[name, ...functions, ...(more === undefined ? [] : [more])].join(' ')];
  });
}

function unary(op: string, type = 'f32'): string {
  return `func.func @main(%a: tensor<32x32x${type}>, %b: tensor<32x32x${type}>) -> tensor<32x32x${type}> {
  %0 = "ttir.${op}"(%a) : (tensor<32x32x${type}>) -> tensor<32x32x${type}>
  %1 = "ttir.multiply"(%0, %b) : (tensor<32x32x${type}>, tensor<32x32x${type}>) -> tensor<32x32x${type}>
  return %1 : tensor<32x32x${type}>
}`;
}

describe('functions of operands', () => {
  test.each(['log1p', 'round', 'sign'])('such as %s are left to the operation', (op) => {
    expect(lowered(unary(op))).toEqual([`multiply ${op}`]);
  });

  test('of integers have kernels of their own', () => {
    expect(lowered(unary('abs', 'si32'))).toEqual(['abs', 'multiply']);
  });
});

test('matrices of integers are multiplied element by element, and not transposed by the product', () => {
  const product = `func.func @main(%a: tensor<8x32xsi32>, %b: tensor<16x32xsi32>) -> tensor<8x16xsi32> {
  %0 = "ttir.permute"(%b) <{permutation = array<i64: 1, 0>}> : (tensor<16x32xsi32>) -> tensor<32x16xsi32>
  %1 = "ttir.matmul"(%a, %0) <{transpose_a = false, transpose_b = false}> : (tensor<8x32xsi32>, tensor<32x16xsi32>) -> tensor<8x16xsi32>
  return %1 : tensor<8x16xsi32>
}`;
  expect(lowered(product)).toEqual(['permute', 'reshape', 'reshape', 'multiply', 'sum']);
  const turned = product
    .replace(/ {2}%0 = .*\n/, '')
    .replace('(%a, %0)', '(%a, %b)')
    .replace('transpose_b = false', 'transpose_b = true')
    .replace('tensor<8x32xsi32>, tensor<32x16xsi32>)', 'tensor<8x32xsi32>, tensor<16x32xsi32>)');
  expect(lowered(turned)).toEqual(['permute', 'reshape', 'reshape', 'multiply', 'sum']);
});

test('rows are reversed by where they are, with all digits', () => {
  const reversed = `func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = "ttir.reverse"(%a) <{dimensions = array<i64: 0>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`;
  expect(lowered(reversed)).toEqual(['reshape', 'rows_gather', 'reshape']);
});

describe('a function of a reshaped tensor', () => {
  const reshaped = (
    from: string,
    to: string,
  ) => `func.func @main(%a: tensor<${from}xf32>) -> tensor<${to}xf32> {
  %0 = "ttir.reshape"(%a) <{shape = [${to.split('x').join(' : i32, ')} : i32]}> : (tensor<${from}xf32>) -> tensor<${to}xf32>
  %1 = "ttir.sin"(%0) : (tensor<${to}xf32>) -> tensor<${to}xf32>
  return %1 : tensor<${to}xf32>
}`;

  test('is computed before it takes more tiles', () => {
    expect(lowered(reshaped('64x32', '2048'))).toEqual(['sin', 'reshape']);
  });

  test('stays behind where it takes as many', () => {
    expect(lowered(reshaped('64x32', '2x32x32'))).toEqual(['reshape', 'sin']);
  });
});

describe('products', () => {
  const dot = (
    rows: number,
    attributes = '',
  ) => `func.func @main(%a: tensor<${rows}x48xf32>, %b: tensor<48xf32>) -> tensor<${rows}xf32> {
  %0 = "ttir.dot_general"(%a, %b) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 0>}> ${attributes} : (tensor<${rows}x48xf32>, tensor<48xf32>) -> tensor<${rows}xf32>
  return %0 : tensor<${rows}xf32>
}`;

  test('with a vector of no more rows than a tile has are sums', () => {
    expect(lowered(dot(32))).toEqual(['reshape', 'multiply', 'sum']);
    expect(lowered(dot(33))).toEqual(['reshape', 'matmul', 'reshape']);
  });

  test('that keep all digits are fused with nothing', () => {
    const exact = `func.func @main(%a: tensor<64x32xf32>, %b: tensor<96x32xf32>) -> tensor<64x96xf32> {
  %0 = "ttir.dot_general"(%a, %b) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 1>}> {ttcore.fp32_exact} : (tensor<64x32xf32>, tensor<96x32xf32>) -> tensor<64x96xf32>
  %1 = "ttir.sigmoid"(%0) : (tensor<64x96xf32>) -> tensor<64x96xf32>
  return %1 : tensor<64x96xf32>
}`;
    expect(lowered(exact)).toEqual(['permute', 'matmul ttcore.fp32_exact', 'sigmoid']);
    expect(lowered(exact.replace(' {ttcore.fp32_exact}', ''))).toEqual(['matmul']);
  });
});

test('alternate elements of rows are taken with a step', () => {
  const halves = `func.func @main(%a: tensor<16x32xf32>) -> tensor<16x16xf32> {
  %0 = "ttir.reshape"(%a) <{shape = [16 : i32, 16 : i32, 2 : i32]}> : (tensor<16x32xf32>) -> tensor<16x16x2xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 1 : i32], ends = [16 : i32, 16 : i32, 2 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<16x16x2xf32>) -> tensor<16x16x1xf32>
  %2 = "ttir.reshape"(%1) <{shape = [16 : i32, 16 : i32]}> : (tensor<16x16x1xf32>) -> tensor<16x16xf32>
  return %2 : tensor<16x16xf32>
}`;
  expect(lowered(halves)).toEqual(['slice_static']);
});
