import { readFileSync } from 'node:fs';
import { stablehloProgram } from './programs.mjs';

/**
 * Long work of one kind.
 *
 * @typedef {object} Work
 * @property {string} what
 * @property {readonly string[]} args of the command; `-` stands for the program.
 * @property {string | Uint8Array} text
 */

const gpt = readFileSync(new URL('../../../packages/cli/examples/gpt_train.mlir', import.meta.url));

function main(types, result, body) {
  const inputs = types.map((type, i) => `%arg${i}: ${type}`).join(', ');
  return `func.func @main(${inputs}) -> ${result} {\n${body}\n  return %r : ${result}\n}\n`;
}

const tensor = (shape, kind = 'f32') => `tensor<${[...shape, kind].join('x')}>`;

function matmul(size, kind) {
  const type = tensor([size, size], kind);
  return main(
    [type, type],
    type,
    `  %r = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (${type}, ${type}) -> ${type}`,
  );
}

function unary(name, shape, kind = 'f32') {
  const type = tensor(shape, kind);
  return main([type], type, `  %r = ${name} %arg0 : ${type}`);
}

function sort(shape, dimension = 0) {
  const type = tensor(shape);
  return main(
    [type],
    type,
    `  %r = "stablehlo.sort"(%arg0) <{dimension = ${dimension} : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (${type}) -> ${type}`,
  );
}

function reduce(shape, dimension, apply = 'stablehlo.add') {
  const [type, result] = [tensor(shape), tensor(shape.toSpliced(dimension, 1))];
  return main(
    [type],
    result,
    `  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%arg0 init: %z) applies ${apply} across dimensions = [${dimension}] : (${type}, tensor<f32>) -> ${result}`,
  );
}

function reduceWindow(size, window) {
  const [type, result] = [tensor([size]), tensor([size - window + 1])];
  return main(
    [type],
    result,
    `  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%arg0, %z) <{window_dimensions = array<i64: ${window}>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.multiply %a, %b : tensor<f32>
    %s = stablehlo.add %m, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (${type}, tensor<f32>) -> ${result}`,
  );
}

function convolution(batch, size, features, kind = 'f32') {
  const image = tensor([batch, size, size, features], kind);
  const weights = tensor([3, 3, features, features], kind);
  return main(
    [image, weights],
    image,
    `  %r = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (${image}, ${weights}) -> ${image}`,
  );
}

function transpose(shape) {
  const [type, result] = [tensor(shape), tensor(shape.toReversed())];
  const order = shape.map((_, i) => shape.length - 1 - i).join(', ');
  return main([type], result, `  %r = stablehlo.transpose %arg0, dims = [${order}] : (${type}) -> ${result}`);
}

function gather(rows, count, width) {
  const [type, indices, result] = [tensor([rows, width]), tensor([count, 1], 'i32'), tensor([count, width])];
  return main(
    [type, indices],
    result,
    `  %r = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, ${width}>}> : (${type}, ${indices}) -> ${result}`,
  );
}

function scatter(rows, count, width) {
  const [type, indices, updates] = [tensor([rows, width]), tensor([count, 1], 'i32'), tensor([count, width])];
  return main(
    [type, indices, updates],
    type,
    `  %r = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (${type}, ${indices}, ${updates}) -> ${type}`,
  );
}

function fft(batch, size) {
  const type = tensor([batch, size], 'complex<f32>');
  return main(
    [type],
    type,
    `  %r = stablehlo.fft %arg0, type = FFT, length = [${size}] : (${type}) -> ${type}`,
  );
}

function cholesky(size) {
  const type = tensor([size, size]);
  return main(
    [type],
    type,
    `  %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [1] : (${type}, ${type}) -> ${type}
  %r = stablehlo.cholesky %0, lower = true : ${type}`,
  );
}

const loop = main(
  ['tensor<f32>'],
  'tensor<f32>',
  `  %n = stablehlo.constant dense<1000000000> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %w:2 = stablehlo.while(%i = %zero, %a = %arg0) : tensor<i32>, tensor<f32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.sine %a : tensor<f32>
    stablehlo.return %j, %b : tensor<i32>, tensor<f32>
  }
  %r = stablehlo.negate %w#1 : tensor<f32>`,
);

/** An attribute of a megabyte, and a constant with as many elements. */
const attributes = `func.func @main() -> tensor<400000xi32> attributes {a = [${Array.from({ length: 300_000 }, (_, i) => `${i} : i32`).join(', ')}]} {
  %r = stablehlo.constant dense<[${Array.from({ length: 400_000 }, (_, i) => i).join(', ')}]> : tensor<400000xi32>
  return %r : tensor<400000xi32>
}\n`;

const wide = stablehloProgram(20_000);
const million = 1 << 20;

/** @type {readonly Work[]} */
export const stopWork = [
  { what: 'parse, verify, print 20,000 operations', args: ['opt', '-'], text: wide },
  {
    what: 'the same in generic form with locations',
    args: ['opt', '-', '-mlir-print-op-generic', '-mlir-print-debuginfo'],
    text: wide,
  },
  { what: 'large attributes', args: ['opt', '-'], text: attributes },
  { what: 'canonicalize', args: ['opt', '-', '-canonicalize'], text: wide },
  { what: 'cse', args: ['opt', '-', '-cse'], text: wide },
  { what: 'write bytecode', args: ['opt', '-', '-emit-bytecode'], text: wide },
  {
    what: 'StableHLO portable artifact',
    args: ['translate', '--serialize', '--target=1.9.0', '-'],
    text: wide,
  },
  {
    what: 'propagation, long chain',
    args: ['opt', '-', '-sdy-propagation-pipeline'],
    text: `sdy.mesh @mesh = <["x"=2, "y"=4]>\n${wide.replace('%arg0: tensor<64x256xf32>', '%arg0: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}')}`,
  },
  {
    what: 'StableHLO optimization',
    args: ['opt', '-', '-stablehlo-aggressive-simplification', '-stablehlo-aggressive-folder'],
    text: wide,
  },
  { what: 'differentiate', args: ['opt', '-', '-stablehlo-differentiate'], text: wide },
  { what: 'propagation, GPT', args: ['opt', '-', '-sdy-propagation-pipeline'], text: gpt },
  { what: 'auto-sharding, GPT', args: ['opt', '-', '-auto-sharding'], text: gpt },
  { what: 'partition, GPT', args: ['partition', '-'], text: gpt },
  { what: 'explain, GPT', args: ['explain', '-'], text: gpt },
  { what: 'show, GPT', args: ['show', '-'], text: gpt },
  { what: 'sim, GPT', args: ['sim', '-'], text: gpt },
  { what: 'report, GPT', args: ['report', '-', '-o', '/dev/null'], text: gpt },
  { what: 'run, GPT', args: ['run', '-'], text: gpt },
  { what: 'tt, GPT', args: ['tt', '-'], text: gpt },
  {
    what: 'dist search, GPT',
    args: [
      'dist',
      'search',
      '-',
      '--batch-args',
      '0,1',
      '--devices',
      '16',
      '--schedules',
      'all',
      '--workers',
      '1',
    ],
    text: gpt,
  },
  {
    what: 'dist search, gpt3',
    args: [
      'dist',
      'search',
      '--model',
      'gpt3-13B',
      '--batch',
      '256',
      '--devices',
      '64',
      '--workers',
      '1',
      '--exhaustive',
    ],
    text: '',
  },
  { what: 'while of scalars', args: ['run', '-'], text: loop },
  ...[
    ['product 2048^3 f32', matmul(2048, 'f32')],
    ['product 2048^3 bf16', matmul(2048, 'bf16')],
    ['product 1024^3 f64', matmul(1024, 'f64')],
    ['product 512^3 i32', matmul(512, 'i32')],
    ['product 512^3 complex', matmul(512, 'complex<f32>')],
    ['convolution f32', convolution(16, 64, 128)],
    ['convolution f64', convolution(4, 64, 64, 'f64')],
    ['sort of 8M', sort([8 * million])],
    ['sort of 1024 columns', sort([4096, 1024])],
    ['reduce of 32M', reduce([8192, 4096], 1)],
    ['reduce across rows of 32M', reduce([8192, 4096], 0)],
    ['reduce window', reduceWindow(million, 512)],
    ['tanh of 32M', unary('stablehlo.tanh', [32 * million])],
    ['tanh of 16M f64', unary('stablehlo.tanh', [16 * million], 'f64')],
    ['erf of 8M', unary('chlo.erf', [8 * million])],
    ['popcnt of 16M', unary('stablehlo.popcnt', [16 * million], 'i32')],
    ['transpose of 32M', transpose([4096, 8192])],
    ['transpose of rank 5', transpose([32, 32, 32, 32, 32])],
    ['gather', gather(50_000, 65_536, 512)],
    ['scatter', scatter(50_000, 65_536, 256)],
    ['fft', fft(64, 65_536)],
    ['fft of a prime length', fft(4, 65_537)],
    ['cholesky', cholesky(1024)],
  ].map(([what, text]) => ({ what, args: ['run', '-'], text })),
];
