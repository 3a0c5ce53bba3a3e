import { expect, test } from 'vitest';
import { chlo } from '@shardform/dialect-stablehlo';
import { bodyLinesAfter, moduleAfter } from '../../tests/module-after.ts';
import { chloToStablehloPatterns } from './pass.ts';

const pass = 'chlo-legalize-to-stablehlo';

function unary(name: string, from: string, to = from): string[] {
  const lines = bodyLinesAfter(
    pass,
    `(%x: ${from}) -> ${to}`,
    `%0 = chlo.${name} %x : ${from} -> ${to}\nreturn %0 : ${to}`,
  );
  return lines.at(-1)?.startsWith('return') === true ? lines.slice(0, -1) : lines;
}

test('every operation has an expansion', () => {
  const names = Object.values(chlo).flatMap((op) => ('definition' in op ? [op.definition.name] : []));
  const roots = new Set(chloToStablehloPatterns.map(({ root }) => root));
  expect(names.filter((name) => !roots.has(name))).toEqual([]);
});

test('leaves other operations alone and changes nothing when run again', () => {
  const text = [
    'func.func @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {',
    '  %0 = stablehlo.tanh %arg0 : tensor<2xf32>',
    '  %1 = "test.op"(%0) : (tensor<2xf32>) -> tensor<2xf32>',
    '  return %1 : tensor<2xf32>',
    '}',
  ];
  expect(moduleAfter(`func.func(${pass})`, text.join('\n'))).toEqual(text);
  const once = moduleAfter(
    `func.func(${pass})`,
    text.join('\n').replace('stablehlo.tanh %arg0 :', 'chlo.sinh %arg0 : tensor<2xf32> ->'),
  );
  expect(moduleAfter(`func.func(${pass})`, once.join('\n'))).toEqual(once);
});

test('tensors of unknown rank are rejected', () => {
  expect(unary('asin', 'tensor<*xf32>')).toEqual([
    "failed to legalize operation 'chlo.asin' that was explicitly marked illegal",
  ]);
});

test('numbers for which there is no series are rejected', () => {
  for (const [name, type] of [
    ['erf', 'tensor<f8E4M3FN>'],
    ['bessel_i1e', 'tensor<complex<f32>>'],
  ] as const) {
    expect(unary(name, type)).toEqual([
      `failed to legalize operation 'chlo.${name}' that was explicitly marked illegal`,
    ]);
  }
});

test('functions of narrow floats are evaluated in f32', () => {
  expect(unary('cosh', 'tensor<2xbf16>')).toEqual([
    '%0 = stablehlo.convert %arg0 : (tensor<2xbf16>) -> tensor<2xf32>',
    '%cst = stablehlo.constant dense<5.000000e-01> : tensor<2xf32>',
    '%1 = stablehlo.log %cst : tensor<2xf32>',
    '%2 = stablehlo.add %0, %1 : tensor<2xf32>',
    '%3 = stablehlo.exponential %2 : tensor<2xf32>',
    '%4 = stablehlo.subtract %1, %0 : tensor<2xf32>',
    '%5 = stablehlo.exponential %4 : tensor<2xf32>',
    '%6 = stablehlo.add %3, %5 : tensor<2xf32>',
    '%7 = stablehlo.convert %6 : (tensor<2xf32>) -> tensor<2xbf16>',
  ]);
});

test('the last operation has the sizes that were declared', () => {
  expect(unary('atan', 'tensor<?xf32>', 'tensor<4xf32>')).toEqual([
    '%cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>',
    '%0 = shape.shape_of %arg0 : tensor<?xf32> -> tensor<1xindex>',
    '%1 = stablehlo.dynamic_broadcast_in_dim %cst, %0, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>',
    '%2 = stablehlo.atan2 %arg0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>',
  ]);
  expect(unary('conj', 'tensor<?xf32>', 'tensor<4xf32>')).toEqual([
    '%0 = stablehlo.convert %arg0 : (tensor<?xf32>) -> tensor<4xf32>',
  ]);
});
