import { type ModuleOp, parseModule, parsePipeline, runPasses, verifyOp } from '@shardform/ir-core';
import {
  type ArrayKind,
  arrayOf,
  elementsOf,
  makeArray,
  type NdArray,
  runSequential,
} from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { createContext } from '../src/context.ts';

/*
 * Expansions of CHLO, executed. Expected numbers come from SciPy 1.17 and NumPy 2.4, which compute by other means, or
 * are worked out by hand.
 */

const context = createContext();

function expanded(text: string): ModuleOp {
  const module = parseModule(text, context);
  if (module === null || !verifyOp(module, context)) throw new Error(`not a right program:\n${text}`);
  runPasses(module, parsePipeline('builtin.module(func.func(chlo-legalize-to-stablehlo))', context), context);
  return module;
}

/** Results of an operation of operands of the same type as its result. */
function apply(operation: string, type: string, operands: readonly NdArray[]): NdArray {
  const names = operands.map((_, i) => `%${i}`);
  const types = operands.map(() => type).join(', ');
  const module = expanded(`func.func @main(${names.map((name) => `${name}: ${type}`).join(', ')}) -> ${type} {
  %r = "chlo.${operation}"(${names.join(', ')}) : (${types}) -> ${type}
  return %r : ${type}
}`);
  return runSequential(module, operands, context)[0]!;
}

function expectClose(actual: readonly number[], expected: readonly number[], relative: number): void {
  for (const [i, value] of expected.entries()) {
    const error = Math.abs(actual[i]! - value) / Math.max(Math.abs(value), 1e-300);
    expect(error, `element ${i}: ${actual[i]} instead of ${value}`).toBeLessThanOrEqual(relative);
  }
}

function numbersOf(array: NdArray): number[] {
  return elementsOf(array).map(Number);
}

const ofOne: readonly (readonly [string, readonly number[], readonly number[]])[] = [
  [
    'erf',
    [-2.5, -0.5, 0.25, 0.9, 1.5, 3.75],
    [
      -0.999593047982555, -0.5204998778130465, 0.2763263901682369, 0.7969082124228322, 0.9661051464753108,
      0.9999998862727434,
    ],
  ],
  [
    'erfc',
    [-2.5, -0.5, 0.25, 0.9, 1.5, 3.75, 9.5],
    [
      1.999593047982555, 1.5204998778130465, 0.7236736098317631, 0.20309178757716784, 0.03389485352468927,
      1.1372725656979664e-7, 3.7692144856548797e-41,
    ],
  ],
  [
    'erf_inv',
    [-0.9990234375, -0.5, 0.125, 0.75, 0.9999999403953552],
    [-2.3314677736219473, -0.4769362762044699, 0.11123545184094996, 0.8134198475976184, 3.8325068569007104],
  ],
  [
    'lgamma',
    [-2.5, -0.25, 0.3, 0.75, 3.5, 20, 150],
    [
      -0.05624371649767401, 1.5895753125511858, 1.0957979948180756, 0.20328095143129538, 1.2009736023470743,
      39.339884187199495, 600.0094705553274,
    ],
  ],
  [
    'digamma',
    [-2.5, -0.25, 0.3, 3.5, 20],
    [1.1031566406452433, 2.9141391202135245, -3.502524222200133, 1.103156640645243, 2.970523992242149],
  ],
  [
    'bessel_i1e',
    [-9, -0.5, 0.125, 2, 7.5, 30],
    [
      -0.1272249839358912, -0.15642080318487173, 0.05526385324160325, 0.2152692892489377, 0.13804121154855414,
      0.07191633059864755,
    ],
  ],
  [
    'sinh',
    [-3, -0.001, 0.5, 2],
    [-10.017874927409903, -0.001000000166666675, 0.5210953054937474, 3.6268604078470186],
  ],
  ['cosh', [-3, 0, 0.5, 2], [10.067661995777765, 1, 1.1276259652063807, 3.7621956910836314]],
  [
    'asin',
    [-0.9, -0.1, 0.3, 1],
    [-1.1197695149986342, -0.1001674211615598, 0.30469265401539747, 1.5707963267948966],
  ],
  ['acos', [-0.9, -0.1, 0.3], [2.6905658417935308, 1.6709637479564565, 1.2661036727794992]],
  ['atan', [-3, -0.1, 0.5], [-1.2490457723982544, -0.09966865249116204, 0.4636476090008061]],
  [
    'asinh',
    [-3, -0.001, 0.5, 1e25],
    [-1.8184464592320668, -0.0009999998333334083, 0.48121182505960347, 58.257774505411085],
  ],
  ['acosh', [1, 1.5, 1e25], [0, 0.9624236501192069, 58.257774505411085]],
  ['atanh', [-0.9, 0.001, 0.5], [-1.4722194895832204, 0.0010000003333335333, 0.5493061443340549]],
  ['tan', [-1, 0.3, 2], [-1.5574077246549023, 0.3093362496096232, -2.185039863261519]],
];

describe.each(ofOne)('%s', (operation, inputs, expected) => {
  test.each([
    ['f64', 2e-14],
    ['f32', 3e-6],
  ] as const)('in %s', (kind, tolerance) => {
    const usable = inputs.map((_, i) => i).filter((i) => kind === 'f64' || Math.abs(expected[i]!) > 1e-37);
    const operand = arrayOf(
      kind,
      [usable.length],
      usable.map((i) => inputs[i]!),
    );
    const result = apply(operation, `tensor<${usable.length}x${kind}>`, [operand]);
    expectClose(
      numbersOf(result),
      usable.map((i) => expected[i]!),
      tolerance,
    );
  });
});

const ofTwo: readonly (readonly [string, readonly (readonly [number, number])[], readonly number[]])[] = [
  [
    'zeta',
    [
      [2, 1],
      [3.5, 0.5],
      [1.25, 7],
      [20, 2.5],
    ],
    [1.6449340668482266, 11.620804663441898, 2.504369782665922, 1.1008345466854141e-8],
  ],
  [
    'polygamma',
    [
      [0, 1.5],
      [1, 0.7],
      [2, 3.25],
      [5, 1],
    ],
    [0.03648997397857652, 2.8340491566946113, -0.12815694713911513, 122.08116743813386],
  ],
];

test.each(ofTwo)('%s', (operation, inputs, expected) => {
  for (const [kind, tolerance] of [
    ['f64', 1e-13],
    ['f32', 1e-5],
  ] as const) {
    const operands = [0, 1].map((i) =>
      arrayOf(
        kind,
        [inputs.length],
        inputs.map((pair) => pair[i]!),
      ),
    );
    const result = apply(operation, `tensor<${inputs.length}x${kind}>`, operands);
    expectClose(numbersOf(result), expected, tolerance);
  }
});

test('special functions at poles and beyond', () => {
  const at = (operation: string, ...inputs: readonly number[]): number[] =>
    numbersOf(apply(operation, `tensor<${inputs.length}xf32>`, [arrayOf('f32', [inputs.length], inputs)]));
  expect(at('erf_inv', 1, -1, 2)).toEqual([Infinity, -Infinity, NaN]);
  expect(at('lgamma', 0, -3, Infinity, -Infinity)).toEqual([Infinity, Infinity, Infinity, Infinity]);
  expect(at('digamma', 0, -1)).toEqual([NaN, NaN]);
  expect(at('atanh', 1, 1.5)).toEqual([Infinity, NaN]);
  expect(at('erfc', 20, -20)).toEqual([0, 2]);
});

const parts = [0.5, 0.25, -1.5, -2, 3, -0.125, -0.75, 4];
const ofComplex: readonly (readonly [string, readonly number[]])[] = [
  [
    'asin',
    [
      0.5016088532755008, 0.28139605624529274, -0.6065115181997549, -1.6224941488715938, 1.5266362630472592,
      -1.7637816499875796, -0.18010076226575916, 2.1105397701879896,
    ],
  ],
  [
    'acos',
    [
      1.0691874735193958, -0.28139605624529274, 2.1773078449946515, 1.6224941488715938, 0.044160063747637444,
      1.7637816499875796, 1.7508970890606559, -2.1105397701879896,
    ],
  ],
  [
    'atan',
    [
      0.4842544903299662, 0.20058661813123432, -1.311223269671635, -0.3104282830771958, 1.2495139370554467,
      -0.012483092187052253, -1.5227519690362132, 0.24581930866259158,
    ],
  ],
  [
    'asinh',
    [
      0.4926756834207706, 0.2243284526346675, -1.6004100552346137, -0.8877651461839051, 1.819187184014368,
      -0.03951098165991841, -2.0823915018805748, 1.379738693199499,
    ],
  ],
  [
    'acosh',
    [
      0.28139605624529274, 1.0691874735193958, 1.6224941488715938, -2.1773078449946515, 1.7637816499875796,
      -0.044160063747637444, 2.1105397701879896, 1.7508970890606559,
    ],
  ],
  [
    'atanh',
    [
      0.5003700000525311, 0.3143981432077165, -0.22008968066202295, -1.2452579660726568, 0.3458429516693222,
      -1.555206838512052, -0.04280892292804796, 1.3333817009982243,
    ],
  ],
  [
    'sinh',
    [
      0.504895714387995, 0.2789791283502615, 0.8860929093625314, -2.139040009980677, 9.93971213357129,
      -1.2551830751361823, 0.5375020861592681, -0.9798195404769009,
    ],
  ],
  [
    'cosh',
    [
      1.0925708047319176, 0.12892104172809826, -0.9789478196465577, 1.936148329510507, 9.98911074666407,
      -1.2489758856613868, -0.8462614700677673, 0.6223313546624968,
    ],
  ],
  ['square', [0.1875, 0.25, -1.75, 6, 8.984375, -0.75, -15.4375, -6]],
];

test.each(ofComplex)('complex %s', (operation, expected) => {
  const operand = makeArray('complex<f64>', [4], Float64Array.from(parts));
  const result = apply(operation, 'tensor<4xcomplex<f64>>', [operand]);
  expectClose(Array.from(result.data as Float64Array), expected, 1e-14);
});

test('asin keeps to the sign of zero above and below its branch cut', () => {
  const operand = makeArray('complex<f64>', [2], Float64Array.from([2, 0, 2, -1e-30]));
  const result = apply('asin', 'tensor<2xcomplex<f64>>', [operand]);
  const acosh = Math.acosh(2);
  expectClose(Array.from(result.data as Float64Array), [Math.PI / 2, acosh, Math.PI / 2, -acosh], 1e-15);
});

test('next_after goes one representable number towards the other operand', () => {
  const x = arrayOf('f32', [6], [1, 1, 0, -1, 3, NaN]);
  const y = arrayOf('f32', [6], [2, 0, -1, 0, 3, 1]);
  const result = apply('next_after', 'tensor<6xf32>', [x, y]);
  const step = 2 ** -23;
  expect(numbersOf(result)).toEqual([1 + step, 1 - step / 2, -(2 ** -149), -1 + step / 2, 3, NaN]);
});

test.each<[ArrayKind, bigint, bigint, bigint]>([
  ['i8', -7n, 100n, -3n],
  ['ui16', 0xffffn, 0xffffn, 0xfffen],
  ['i32', 2n ** 31n - 1n, -5n, -3n],
  ['ui64', 2n ** 64n - 1n, 2n ** 64n - 1n, 2n ** 64n - 2n],
  ['i64', -(2n ** 63n), 2n ** 63n - 1n, -(2n ** 62n)],
  ['i64', -3n, 5n, -1n],
])('mulhi of %s', (kind, x, y, expected) => {
  const scalar = (value: bigint): NdArray => arrayOf(kind, [], [kind.endsWith('64') ? value : Number(value)]);
  const result = apply('mulhi', `tensor<${kind}>`, [scalar(x), scalar(y)]);
  expect(elementsOf(result).map((value) => BigInt(value as number | bigint))).toEqual([expected]);
});

test('top_k returns the largest elements and where they are', () => {
  const module = expanded(`func.func @main(%x: tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %v, %i = chlo.top_k(%x, k = 3) : tensor<2x5xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %v, %i : tensor<2x3xf32>, tensor<2x3xi32>
}`);
  const operand = arrayOf('f32', [2, 5], [3, 1, 4, 1, 5, 2, 7, 2, 8, 2]);
  const [values, places] = runSequential(module, [operand], context);
  expect(numbersOf(values!)).toEqual([5, 4, 3, 8, 7, 2]);
  expect(numbersOf(places!)).toEqual([4, 2, 0, 3, 1, 0]);
});

/** Sums over an f64 tensor of 1, 2, ... as a scan. */
function sums(attributes: string, dimension: number): NdArray[] {
  const carry = dimension === 0 ? 'tensor<2xf64>' : 'tensor<3xf64>';
  const module = expanded(`func.func @main(%x: tensor<3x2xf64>, %c: ${carry}) -> (tensor<3x2xf64>, ${carry}) {
  %0:2 = chlo.scan(%x) inits (%c) dimension=${dimension} ${attributes} {
  ^bb0(%slice: ${carry}, %sum: ${carry}):
    %1 = stablehlo.add %slice, %sum : ${carry}
    stablehlo.return %1, %1 : ${carry}, ${carry}
  } : (tensor<3x2xf64>, ${carry}) -> (tensor<3x2xf64>, ${carry})
  return %0#0, %0#1 : tensor<3x2xf64>, ${carry}
}`);
  const size = dimension === 0 ? 2 : 3;
  const inputs = [
    arrayOf('f64', [3, 2], [1, 2, 3, 4, 5, 6]),
    arrayOf('f64', [size], new Array<number>(size).fill(0)),
  ];
  return [...runSequential(module, inputs, context)];
}

test('scan accumulates along a dimension, forwards or backwards', () => {
  expect(sums('', 0).map(numbersOf)).toEqual([
    [1, 2, 4, 6, 9, 12],
    [9, 12],
  ]);
  expect(sums('', 1).map(numbersOf)).toEqual([
    [1, 3, 3, 7, 5, 11],
    [3, 7, 11],
  ]);
  expect(sums('attributes {is_reverse = true}', 0).map(numbersOf)).toEqual([
    [9, 12, 8, 10, 5, 6],
    [9, 12],
  ]);
});

test('ragged_dot contracts each group of rows with its own matrix', () => {
  const module =
    expanded(`func.func @main(%l: tensor<3x2xf32>, %r: tensor<2x2x1xf32>, %g: tensor<2xi64>) -> tensor<3x1xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],
    rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}>
    : (tensor<3x2xf32>, tensor<2x2x1xf32>, tensor<2xi64>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}`);
  const inputs = [
    arrayOf('f32', [3, 2], [1, 2, 3, 4, 5, 6]),
    arrayOf('f32', [2, 2, 1], [1, 10, 100, 1000]),
    arrayOf('i64', [2], [1n, 2n]),
  ];
  expect(numbersOf(runSequential(module, inputs, context)[0]!)).toEqual([21, 4300, 6500]);
});

test('a contracted ragged dimension gives a result for each group, here of each batch its own groups', () => {
  const module =
    expanded(`func.func @main(%l: tensor<3x2xf32>, %r: tensor<3x2xf32>, %g: tensor<2x2xi32>) -> tensor<2x2xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [1], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [0],
    rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}>
    : (tensor<3x2xf32>, tensor<3x2xf32>, tensor<2x2xi32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}`);
  const inputs = [
    arrayOf('f32', [3, 2], [1, 2, 3, 4, 5, 6]),
    arrayOf('f32', [3, 2], [1, 1, 1, 1, 1, 1]),
    arrayOf('i32', [2, 2], [1, 2, 2, 1]),
  ];
  // Groups by batch: the first has rows {0} and {1, 2}, the second {0, 1} and {2}.
  expect(numbersOf(runSequential(module, inputs, context)[0]!)).toEqual([1, 6, 8, 6]);
});
