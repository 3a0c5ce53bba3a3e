import { describe, expect, test } from 'vitest';
import { bodyLinesAfter } from '../../tests/module-after.ts';

function expanded(operation: string, type: string): string[] {
  return bodyLinesAfter(
    'stablehlo-complex-math-expander',
    `(%z: ${type}) -> ${type}`,
    `%0 = stablehlo.${operation.replace('%', '%z')} : ${type}\nreturn %0 : ${type}`,
  );
}

const binary: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  maximum: Math.max,
  minimum: Math.min,
  atan2: Math.atan2,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
};
const unary: Readonly<Record<string, (a: number) => number>> = {
  abs: Math.abs,
  negate: (a) => -a,
  sqrt: Math.sqrt,
  exponential: Math.exp,
  log: Math.log,
  log_plus_one: Math.log1p,
  sine: Math.sin,
  cosine: Math.cos,
};

/**
 * Executes lines of arithmetic on f64 scalars, for a complex number; returns the real and imaginary parts of the
 * result.
 */
function execute(lines: readonly string[], real: number, imag: number): readonly [number, number] {
  const values = new Map<string, number>();
  for (const line of lines) {
    const [, result = '', name = '', rest = ''] = /^(%\w+) = stablehlo\.(\w+) (.*)$/.exec(line) ?? [];
    const [a, b, c] = [...rest.replace(/ : .*/, '').matchAll(/%\w+/g)].map(([key]) => values.get(key) ?? NaN);
    if (name === 'complex') return [a!, b!];
    if (name === 'constant') values.set(result, parseConstant(/dense<(.*?)>/.exec(rest)![1]!));
    else if (name === 'real') values.set(result, real);
    else if (name === 'imag') values.set(result, imag);
    else if (name === 'select') values.set(result, a === 1 ? b! : c!);
    else if (name === 'compare') {
      const holds = { EQ: a === b, GE: a! >= b!, GT: a! > b!, LT: a! < b! }[rest.slice(0, 2)];
      values.set(result, holds === true ? 1 : 0);
    } else values.set(result, binary[name]?.(a!, b!) ?? unary[name]!(a!));
  }
  throw new Error('no complex number is returned');
}

function parseConstant(text: string): number {
  if (!text.startsWith('0x')) return Number(text);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(text));
  return view.getFloat64(0);
}

describe('is right to the last bits', () => {
  const functions = ['exponential', 'log', 'log_plus_one', 'sqrt'] as const;
  const code = Object.fromEntries(
    functions.map((name) => [name, expanded(`${name} %`, 'tensor<complex<f64>>')]),
  );

  // Function, argument, result from series and identities that hold exactly there.
  test.each([
    ['exponential', [1, Math.PI / 3], [Math.E * Math.cos(Math.PI / 3), Math.E * Math.sin(Math.PI / 3)]],
    ['exponential', [Infinity, 0], [Infinity, 0]],
    // exp(710) is too large for a double, its product with a small sine is not.
    ['exponential', [710, 1e-5], [Infinity, 2.233994766124478e303]],
    ['log', [3, 4], [Math.log(5), Math.atan2(4, 3)]],
    ['log', [1e300, 1e300], [Math.log(1e300) + Math.LN2 / 2, Math.PI / 4]],
    // log|1 + iy| = y^2 / 2 for small y.
    ['log', [1, 1e-9], [5e-19, 1e-9]],
    // What is left of 2x + y^2 is known exactly.
    ['log_plus_one', [-5e-25, 1e-12], [1.8036397978404202e-41, 1e-12]],
    ['log', [0.6, 0.8], [2.2204460492503132e-17, Math.atan2(0.8, 0.6)]],
    ['log_plus_one', [-1, 1], [0, Math.PI / 2]],
    ['log_plus_one', [1e200, -1e200], [Math.log(1e200) + Math.LN2 / 2, -Math.PI / 4]],
    ['sqrt', [3, 4], [2, 1]],
    ['sqrt', [-3, -4], [1, -2]],
    ['sqrt', [0, 2], [1, 1]],
    ['sqrt', [-4, 0], [0, 2]],
    ['sqrt', [1e308, 1e308], [1.09868411346781e154, 4.5508986056222734e153]],
    ['sqrt', [1e-320, 0], [Math.sqrt(1e-320), 0]],
  ] as const)('%s of %j', (name, [real, imag], [expectedReal, expectedImag]) => {
    const [re, im] = execute(code[name]!, real, imag);
    for (const [actual, wanted] of [
      [re, expectedReal],
      [im, expectedImag],
    ] as const) {
      const distance = actual === wanted ? 0 : Math.abs(actual - wanted) / Math.abs(wanted);
      expect(distance).toBeLessThanOrEqual(2 ** -50);
    }
  });
});

test('the exponential function is written out', () => {
  expect(expanded('exponential %', 'tensor<2xcomplex<f32>>')).toEqual([
    '%cst = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>',
    '%cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<2xf32>',
    '%cst_1 = stablehlo.constant dense<0x7F800000> : tensor<2xf32>',
    '%0 = stablehlo.real %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>',
    '%1 = stablehlo.exponential %0 : tensor<2xf32>',
    '%2 = stablehlo.compare EQ, %1, %cst_1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
    '%3 = stablehlo.multiply %0, %cst_0 : tensor<2xf32>',
    '%4 = stablehlo.exponential %3 : tensor<2xf32>',
    '%5 = stablehlo.imag %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>',
    '%6 = stablehlo.cosine %5 : tensor<2xf32>',
    '%7 = stablehlo.multiply %4, %6 : tensor<2xf32>',
    '%8 = stablehlo.multiply %7, %4 : tensor<2xf32>',
    '%9 = stablehlo.multiply %1, %6 : tensor<2xf32>',
    '%10 = stablehlo.select %2, %8, %9 : tensor<2xi1>, tensor<2xf32>',
    '%11 = stablehlo.compare EQ, %5, %cst : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
    '%12 = stablehlo.sine %5 : tensor<2xf32>',
    '%13 = stablehlo.multiply %4, %12 : tensor<2xf32>',
    '%14 = stablehlo.multiply %13, %4 : tensor<2xf32>',
    '%15 = stablehlo.multiply %1, %12 : tensor<2xf32>',
    '%16 = stablehlo.select %2, %14, %15 : tensor<2xi1>, tensor<2xf32>',
    '%17 = stablehlo.select %11, %cst, %16 : tensor<2xi1>, tensor<2xf32>',
    '%18 = stablehlo.complex %10, %17 : tensor<2xcomplex<f32>>',
    'return %18 : tensor<2xcomplex<f32>>',
  ]);
});

test('constants of unknown sizes are like the real part', () => {
  expect(expanded('exponential %', 'tensor<?xcomplex<f32>>')[2]).toBe(
    '%2 = "chlo.constant_like"(%0) <{value = 0x7F800000 : f32}> : (tensor<?xf32>) -> tensor<?xf32>',
  );
});

test.each([
  ['sqrt %', 'tensor<2xf32>'],
  ['tan %', 'tensor<2xcomplex<f32>>'],
  [
    'log % {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}',
    'tensor<2xcomplex<f32>>',
  ],
])('%s of %s stays', (operation, type) => {
  expect(expanded(operation, type)).toEqual([
    `%0 = stablehlo.${operation.replace('%', '%arg0')} : ${type}`,
    `return %0 : ${type}`,
  ]);
});
