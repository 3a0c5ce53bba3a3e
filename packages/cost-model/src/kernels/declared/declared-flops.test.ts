import { describe, expect, test } from 'vitest';
import { flopsOf, tensorOf } from '../../../tests/cost-of-text.ts';

/** The comparisons of a sort that merges halves, at most. */
function mergeComparisons(n: number): number {
  if (n < 2) return 0;
  const half = Math.floor(n / 2);
  return mergeComparisons(half) + mergeComparisons(n - half) + n - 1;
}

const SMALLER = `({ ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %c : tensor<i1> })`;
const sort = (shape: readonly number[], dimension: number): number =>
  flopsOf(
    `%0 = "stablehlo.sort"(%a) <{dimension = ${dimension} : i64}> ${SMALLER} : (${tensorOf(shape)}) -> ${tensorOf(shape)}`,
    `%a: ${tensorOf(shape)}`,
  );

test.each([256, 1000, 4096])('a sort of %d elements has about the comparisons of merging', (n) => {
  expect(sort([n], 0) / mergeComparisons(n)).toBeGreaterThanOrEqual(1);
  expect(sort([n], 0) / mergeComparisons(n)).toBeLessThan(1.15);
  expect(sort([7, n], 1)).toBe(7 * sort([n], 0));
  expect(sort([n, 7], 0)).toBe(7 * sort([n], 0));
});

test('a sort of rows of one element compares nothing', () => {
  expect(sort([9, 1], 1)).toBe(0);
});

test.each([
  [1, 1],
  [2, 1],
  [8, 3],
  [64, 6],
])('the largest %d elements take %d comparisons for each element', (k, comparisons) => {
  const text = `%0:2 = chlo.top_k(%a, k = ${k}) : tensor<4x100xf32> -> (${tensorOf([4, k])}, ${tensorOf([4, k], 'i32')})`;
  expect(flopsOf(text, '%a: tensor<4x100xf32>')).toBe(400 * comparisons);
});

describe('a Fourier transform', () => {
  /** Of halves, whose sums and differences with a factor take ten operations on real numbers for each pair. */
  function radix2(n: number): number {
    return n < 2 ? 0 : 2 * radix2(n / 2) + 10 * (n / 2);
  }
  const transform = (
    kind: string,
    lengths: readonly number[],
    from: readonly number[],
    to: readonly number[],
  ): number => {
    // prettier-ignore
    const [source, target] = [
      tensorOf(from, kind === 'RFFT' ? 'f32' : 'complex<f32>'),
      tensorOf(to, kind === 'IRFFT' ? 'f32' : 'complex<f32>'),
    ];
    return flopsOf(
      `%0 = stablehlo.fft %a, type = ${kind}, length = [${lengths.join(', ')}] : (${source}) -> ${target}`,
      `%a: ${source}`,
    );
  };

  test.each([2, 16, 64, 512])('of %d complex numbers is that of radix 2, of real ones half of it', (n) => {
    expect(transform('FFT', [n], [3, n], [3, n])).toBe(3 * radix2(n));
    expect(transform('IFFT', [n], [3, n], [3, n])).toBe(3 * radix2(n));
    expect(transform('RFFT', [n], [3, n], [3, n / 2 + 1])).toBe((3 * radix2(n)) / 2);
    expect(transform('IRFFT', [n], [3, n / 2 + 1], [3, n])).toBe((3 * radix2(n)) / 2);
  });

  test.each([
    [[8, 16], 8 * radix2(16) + 16 * radix2(8)],
    [[4, 8, 16], 32 * radix2(16) + 64 * radix2(8) + 128 * radix2(4)],
    [[1, 32], radix2(32)],
  ])('of %j is that of each dimension', (lengths, expected) => {
    expect(transform('FFT', lengths, [5, ...lengths], [5, ...lengths])).toBe(5 * expected);
  });
});

describe('decompositions', () => {
  test.each([1, 6, 24])('of %d rows have the operations of their algorithms', (n) => {
    const [a, wide, high] = [tensorOf([2, n, n]), tensorOf([2, n, 5]), tensorOf([2, 5, n])];
    expect(flopsOf(`%0 = stablehlo.cholesky %a : ${a}`, `%a: ${a}`)).toBe(
      (2 * n * (n + 1) * (2 * n + 1)) / 6,
    );
    const solve = (left: boolean, unit: boolean, b: string): number =>
      flopsOf(
        `%0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = ${left}, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = ${unit}}> : (${a}, ${b}) -> ${b}`,
        `%a: ${a}, %b: ${b}`,
      );
    expect(solve(true, false, wide)).toBe(2 * 5 * n * n);
    expect(solve(false, false, high)).toBe(2 * 5 * n * n);
    expect(solve(true, true, wide)).toBe(2 * 5 * n * (n - 1));
  });

  test('of complex numbers take four times as many', () => {
    const a = tensorOf([6, 6], 'complex<f32>');
    expect(flopsOf(`%0 = stablehlo.cholesky %a : ${a}`, `%a: ${a}`)).toBe(4 * 91);
    const text = `%0 = "stablehlo.triangular_solve"(%a, %a) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (${a}, ${a}) -> ${a}`;
    expect(flopsOf(text, `%a: ${a}`)).toBe(4 * 216);
  });
});

/** The operations on integers of the rounds of Threefry: a sum, a rotation of two shifts and their union, and an exclusive one. */
const THREEFRY = 20 * (1 + 3 + 1);

test.each([
  ['ui32', 1],
  ['ui64', 2],
  ['ui8', 1],
])('random numbers of type %s take the rounds of Threefry for each %d of two words', (element, words) => {
  const text = `%0:2 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, ${tensorOf([100], element)})`;
  expect(flopsOf(text, '%a: tensor<2xui64>')).toBe((words * 100 * THREEFRY) / 2);
});

test.each([2, 100, 1001])(
  '%d uniform random numbers take the rounds of Threefry for each two words',
  (count) => {
    const text = `%0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> ${tensorOf([count])}`;
    expect(flopsOf(text, '%a: tensor<f32>, %s: tensor<1xi64>')).toBe((count * THREEFRY) / 2);
  },
);

describe.each([4, 5, 6])('normalizations of batches of %d', (batch) => {
  const [all, one] = [`tensor<${batch}x6x8xf32>`, 'tensor<8xf32>'];
  const elements = batch * 48;
  const attributes = '{epsilon = 1.0e-5 : f32, feature_index = 2 : i64}';

  test('in training take a mean, a variance, and four operations to normalize', () => {
    // Sums, differences, squares and their sums; then a product, the scale and the offset.
    const text = `%0:3 = "stablehlo.batch_norm_training"(%a, %s, %s) ${attributes} : (${all}, ${one}, ${one}) -> (${all}, ${one}, ${one})`;
    expect(flopsOf(text, `%a: ${all}, %s: ${one}`)).toBe((1 + 1 + 1 + 1 + 3) * elements);
  });

  test('in inference take a difference, a product, the scale and the offset', () => {
    const text = `%0 = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %s) ${attributes} : (${all}, ${one}, ${one}, ${one}, ${one}) -> ${all}`;
    expect(flopsOf(text, `%a: ${all}, %s: ${one}`)).toBe(4 * elements);
  });

  test('backward take normalized elements, two sums, and four operations', () => {
    // A difference and a product; a sum, and a product with a sum; two differences and two products.
    const text = `%0:3 = "stablehlo.batch_norm_grad"(%a, %s, %s, %s, %a) ${attributes} : (${all}, ${one}, ${one}, ${one}, ${all}) -> (${all}, ${one}, ${one})`;
    expect(flopsOf(text, `%a: ${all}, %s: ${one}`)).toBe((2 + 1 + 2 + 4) * elements);
  });
});

describe('an elementwise operation', () => {
  test.each(['add', 'multiply', 'divide', 'maximum', 'power', 'atan2'])(
    '%s is one for each element',
    (name) => {
      expect(flopsOf(`%0 = stablehlo.${name} %a, %a : tensor<8x16xf32>`)).toBe(128);
    },
  );

  test.each(['tanh', 'exponential', 'negate', 'floor'])('%s is one for each element', (name) => {
    expect(flopsOf(`%0 = stablehlo.${name} %a : tensor<8x16xf32>`)).toBe(128);
  });

  // A product of complex numbers is four products and two sums; a quotient is one by the conjugate, over a sum of two squares.
  test.each([
    ['add', 2],
    ['multiply', 4 + 2],
    ['divide', 4 + 2 + 3 + 2],
  ])('%s of complex numbers is %d', (name, expected) => {
    const type = 'tensor<8x16xcomplex<f32>>';
    expect(flopsOf(`%0 = stablehlo.${name} %a, %a : ${type}`, `%a: ${type}`)).toBe(128 * expected);
  });

  test.each([[[8, 16]], [[3, 5, 7]], [[1]]])(
    'multiply and divide of %j are one, in complex numbers six and eleven',
    (shape) => {
      const elements = shape.reduce((a, b) => a * b);
      const [real, complex] = [tensorOf(shape), tensorOf(shape, 'complex<f32>')];
      const of = (name: string, type: string): number =>
        flopsOf(`%0 = stablehlo.${name} %a, %a : ${type}`, `%a: ${type}`);
      expect([of('multiply', real), of('divide', real)]).toEqual([elements, elements]);
      expect([of('multiply', complex), of('divide', complex)]).toEqual([6 * elements, 11 * elements]);
    },
  );

  test.each([[[8, 16]], [[3, 5, 7]], [[1]]])('that joins parts of %j is one for each number', (shape) => {
    const [part, whole] = [tensorOf(shape), tensorOf(shape, 'complex<f32>')];
    const joined = flopsOf(`%0 = stablehlo.complex %a, %a : ${whole}`, `%a: ${part}`);
    expect(joined).toBe(shape.reduce((a, b) => a * b));
  });

  test.each([
    ['ab->a', [8, 16], [8]],
    ['abc->c', [3, 5, 7], [7]],
    ['a->', [9], []],
  ])('that sums by the formula %s is one for each element of %j', (formula, shape, result) => {
    const [from, to] = [tensorOf(shape), tensorOf(result)];
    const text = `%0 = "stablehlo.unary_einsum"(%a) <{einsum_config = "${formula}"}> : (${from}) -> ${to}`;
    expect(flopsOf(text, `%a: ${from}`)).toBe(shape.reduce((a, b) => a * b));
  });

  test('that changes no type is none', () => {
    expect(flopsOf('%0 = stablehlo.convert %a : tensor<8x16xf32>')).toBe(0);
  });

  test.each(['bf16', 'f64', 'i32'])('that converts to %s is one for each element', (to) => {
    expect(flopsOf(`%0 = stablehlo.convert %a : (tensor<8x16xf32>) -> tensor<8x16x${to}>`)).toBe(128);
  });
});

test.each([
  ['transpose', '%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>'],
  ['reshape', '%0 = stablehlo.reshape %a : (tensor<8x16xf32>) -> tensor<128xf32>'],
  [
    'broadcast',
    '%0 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<8x16xf32>) -> tensor<4x8x16xf32>',
  ],
])('a %s computes nothing', (_, text) => {
  expect(flopsOf(text)).toBe(0);
});
