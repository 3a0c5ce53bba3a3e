import { funcDialect } from '@shardform/dialect-func';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule, printOp, verifyOp } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { readCustomCalls } from './read-custom-calls.ts';

const context = new Context([funcDialect, chloDialect, stablehloDialect]);

function read(body: string, isKept?: (target: string) => boolean): string {
  const module = parseModule(`func.func @main(%x: tensor<4x8xf32>) { ${body} return }`, context)!;
  readCustomCalls(module, isKept);
  expect(verifyOp(module, context)).toBe(true);
  return printOp(module, context);
}

const written = 'mhlo.attributes = {}, mhlo.version = 1 : i64';

test.each([
  ...['acos', 'acosh', 'asin', 'asinh', 'atan', 'atanh', 'cosh', 'sinh', 'erf', 'erf_inv', 'erfc', 'square'],
  ...['bessel_i1e', 'digamma', 'lgamma'],
])('a call of %s is the operation of CHLO', (name) => {
  for (const prefix of ['mhlo', 'chlo']) {
    const text = read(
      `%0 = stablehlo.custom_call @${prefix}.${name}(%x) {${written}} : (tensor<4x8xf32>) -> tensor<4x8xf32>`,
    );
    expect(text).toContain(`chlo.${name} %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>`);
  }
});

test('the tangent is that of StableHLO, and attributes of the user stay', () => {
  const text = read(
    `%0 = stablehlo.custom_call @mhlo.tan(%x) {${written}, own = "a"} : (tensor<4x8xf32>) -> tensor<4x8xf32>`,
  );
  expect(text).toContain('stablehlo.tan %arg0 {own = "a"} : tensor<4x8xf32>');
});

test('the largest elements are top_k, the smallest remain a call', () => {
  const call = (largest: string): string =>
    `%0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = ${largest}}} : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)`;
  expect(read(call('true'))).toContain('chlo.top_k(%arg0, k = 3)');
  expect(read(call('false'))).toContain('@mhlo.topk');
});

test('a ragged product has its dimensions in lists', () => {
  const text = read(
    `%y = stablehlo.constant dense<1.0> : tensor<2x8x5xf32>
     %s = stablehlo.constant dense<2> : tensor<2xi32>
     %0 = stablehlo.custom_call @chlo.ragged_dot(%x, %y, %s) {mhlo.attributes = {precision_config = ["DEFAULT", "HIGHEST"], ragged_dot_dimension_numbers = [dense<> : tensor<0xi64>, dense<> : tensor<0xi64>, dense<1> : tensor<1xi64>, dense<1> : tensor<1xi64>, dense<0> : tensor<1xi64>, dense<0> : tensor<1xi64>]}, mhlo.version = 1 : i64} : (tensor<4x8xf32>, tensor<2x8x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>`,
  );
  expect(text).toContain('"chlo.ragged_dot"');
  expect(text).toContain('lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]');
  expect(text).toContain('#chlo<precision HIGHEST>');
});

test('other calls, calls with effects and those that are asked for stay', () => {
  const erf = `%0 = stablehlo.custom_call @mhlo.erf(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>`;
  expect(read(erf, (target) => target === 'mhlo.erf')).toContain('@mhlo.erf');
  expect(read(erf.replace('(%x)', '(%x) {has_side_effect = true}'))).toContain('@mhlo.erf');
  expect(read(erf.replace('mhlo.erf', 'erf'))).toContain('@erf');
});
