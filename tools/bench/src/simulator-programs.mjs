/**
 * A function of tensors and what it computes.
 *
 * @typedef {object} Program
 * @property {string} what
 * @property {string} text StableHLO
 * @property {number} count of what the rate tells: elements, floating-point operations or simple operations.
 * @property {string} unit
 * @property {boolean} [isReference] whether the reference interpreter is to run it too.
 */

const tensor = (shape, kind = 'f32') => `tensor<${[...shape, kind].join('x')}>`;

function main(inputs, output, body) {
  const names = inputs.map((type, i) => `%arg${i}: ${type}`).join(', ');
  return `func.func @main(${names}) -> ${output} {\n${body}\n  return %r : ${output}\n}\n`;
}

const million = 1 << 20;

/** @returns {Program} */
function elementwise(what, lines, operations, kind = 'f32') {
  const flat = tensor([million], kind);
  const text = main([flat, flat], flat, lines.map((line) => `  ${line} : ${flat}`).join('\n'));
  return { what: `${what}, 1M ${kind}`, text, count: operations * million, unit: ' elements' };
}

/** @returns {Program} */
function matmul(size, isReference = false, kind = 'f32') {
  const type = tensor([size, size], kind);
  const body = `  %r = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (${type}, ${type}) -> ${type}`;
  return {
    what: `${kind} matrix product ${size}^3`,
    text: main([type, type], type, body),
    count: 2 * size ** 3,
    unit: 'FLOP',
    isReference,
  };
}

const table = tensor([1024, 1024]);
const scalar = tensor([]);

/** @returns {Program} a reduction of the rows of a table. */
function rows(what, operation, init) {
  const column = tensor([1024]);
  const body = `  %c = stablehlo.constant dense<${init}> : ${scalar}
  %r = stablehlo.reduce(%arg0 init: %c) applies stablehlo.${operation} across dimensions = [1] : (${table}, ${scalar}) -> ${column}`;
  return {
    what: `${what} of 1024 rows of 1024`,
    text: main([table], column, body),
    count: million,
    unit: ' elements',
  };
}

const cumulative = main(
  [table],
  table,
  `  %c = stablehlo.constant dense<0.0> : ${scalar}
  %r = "stablehlo.reduce_window"(%arg0, %c) ({
  ^bb0(%a: ${scalar}, %b: ${scalar}):
    %s = stablehlo.add %a, %b : ${scalar}
    stablehlo.return %s : ${scalar}
  }) {window_dimensions = array<i64: 1, 1024>, padding = dense<[[0, 0], [1023, 0]]> : tensor<2x2xi64>} : (${table}, ${scalar}) -> ${table}`,
);

const sorting = main(
  [table],
  table,
  `  %r = "stablehlo.sort"(%arg0) ({
  ^bb0(%a: ${scalar}, %b: ${scalar}):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (${scalar}, ${scalar}) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64} : (${table}) -> ${table}`,
);

const embedding = main(
  [tensor([10000, 256]), tensor([4096], 'i32')],
  tensor([4096, 256]),
  `  %r = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 256>}> : (${tensor([10000, 256])}, ${tensor([4096], 'i32')}) -> ${tensor([4096, 256])}`,
);

const image = [8, 32, 32, 64];
const half = [8, 16, 16, 64];
const weights = [3, 3, 64, 64];

/**
 * @param {string} numbers of the dimensions, as JAX prints them for the function, its transposes and their groups.
 * @returns {Program}
 */
function convolution(what, shapes, numbers, window, products, { features = 1, batches = 1 } = {}) {
  const [lhs, rhs, out] = shapes.map((shape) => tensor(shape));
  const groups = `{batch_group_count = ${batches} : i64, feature_group_count = ${features} : i64}`;
  const body = `  %r = stablehlo.convolution(%arg0, %arg1) dim_numbers = ${numbers}, window = {${window}} ${groups} : (${lhs}, ${rhs}) -> ${out}`;
  return {
    what: `convolution, ${what}`,
    text: main([lhs, rhs], out, body),
    count: 2 * products,
    unit: 'FLOP',
  };
}

const same = 'pad = [[1, 1], [1, 1]]';
const forward = '[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]';
const toInput = '[b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f]';
const toFilter = '[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]';
const dense = 8 * 32 * 32 * 64 * 64 * 9;

/** Iterations of the loop, of four operations each. */
const iterations = 100_000;

const loop = main(
  [tensor([])],
  tensor([]),
  `  %n = stablehlo.constant dense<${iterations}> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %w:2 = stablehlo.while(%i = %zero, %a = %arg0) : tensor<i32>, tensor<f32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.add %a, %a : tensor<f32>
    %d = stablehlo.multiply %b, %a : tensor<f32>
    stablehlo.return %j, %d : tensor<i32>, tensor<f32>
  }
  %r = stablehlo.negate %w#1 : tensor<f32>`,
);

/** @type {readonly Program[]} */
export const simulatorPrograms = [
  elementwise('sum', ['%r = stablehlo.add %arg0, %arg1'], 1),
  elementwise(
    'chain of 5 operations',
    [
      '%c = stablehlo.constant dense<0.5>',
      '%z = stablehlo.constant dense<0.0>',
      '%0 = stablehlo.multiply %arg0, %arg1',
      '%1 = stablehlo.add %0, %arg0',
      '%2 = stablehlo.multiply %1, %c',
      '%3 = stablehlo.subtract %2, %arg1',
      '%r = stablehlo.maximum %3, %z',
    ],
    5,
  ),
  elementwise('hyperbolic tangent', ['%r = stablehlo.tanh %arg0'], 1),
  elementwise('exponential', ['%r = stablehlo.exponential %arg0'], 1),
  elementwise('hyperbolic tangent', ['%r = stablehlo.tanh %arg0'], 1, 'bf16'),
  elementwise('sum', ['%r = stablehlo.add %arg0, %arg1'], 1, 'f16'),
  elementwise('product', ['%r = stablehlo.multiply %arg0, %arg1'], 1, 'i32'),
  elementwise('product', ['%r = stablehlo.multiply %arg0, %arg1'], 1, 'i64'),
  rows('sum', 'add', '0.0'),
  rows('maximum', 'maximum', '0xFF800000'),
  { what: 'cumulative sum of 1024 rows of 1024', text: cumulative, count: million, unit: ' elements' },
  { what: 'sort of 1024 rows of 1024', text: sorting, count: million, unit: ' elements' },
  { what: '4096 rows of an embedding', text: embedding, count: million, unit: ' elements' },
  matmul(128, true),
  matmul(512),
  matmul(1024),
  matmul(512, false, 'bf16'),
  convolution('3x3, 64 features', [image, weights, image], forward, same, dense),
  convolution('its input gradient', [image, weights, image], toInput, `${same}, reverse = [1, 1]`, dense),
  convolution('its filter gradient', [image, image, weights], toFilter, same, dense),
  convolution(
    'stride 2',
    [image, weights, half],
    forward,
    'stride = [2, 2], pad = [[0, 1], [0, 1]]',
    dense / 4,
  ),
  convolution(
    'stride 2, input gradient',
    [half, weights, image],
    toInput,
    'pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], reverse = [1, 1]',
    dense / 4,
  ),
  convolution(
    'stride 2, filter gradient',
    [image, half, weights],
    toFilter,
    'pad = [[0, 1], [0, 1]], rhs_dilate = [2, 2]',
    dense / 4,
  ),
  convolution('depthwise', [image, [3, 3, 1, 64], image], forward, same, dense / 64, { features: 64 }),
  convolution('depthwise, filter gradient', [image, image, [3, 3, 1, 64]], toFilter, same, dense / 64, {
    batches: 64,
  }),
  { what: 'loop of scalars', text: loop, count: 4 * iterations, unit: ' operations' },
];
