import { describe, expect, test } from 'vitest';
import { costOf, flopsOf, indicesOf, tensorOf } from '../../../tests/cost-of-text.ts';

/** The multiply-adds of a loop nest over all letters of a formula, such as `bij,bjk->bik`. */
function multiplyAdds(formula: string, sizes: Readonly<Record<string, number>>): number {
  const letters = [...new Set(formula.replaceAll(/[^a-z]/g, ''))];
  return Array.from(indicesOf(letters.map((letter) => sizes[letter]!))).length;
}

const sizes = { b: 2, c: 3, i: 4, j: 5, k: 6, l: 7 };

function dotOf(formula: string, element: string): readonly [string, string] {
  const [inputs, output] = formula.split('->') as [string, string];
  const [left, right] = inputs.split(',') as [string, string];
  const shape = (term: string): number[] =>
    Array.from(term).map((letter) => sizes[letter as keyof typeof sizes]);
  const shared = Array.from(left).filter((letter) => right.includes(letter));
  const batch = shared.filter((letter) => output.includes(letter));
  const contracted = shared.filter((letter) => !output.includes(letter));
  const dims = (term: string, own: readonly string[]): string =>
    `[${own.map((letter) => term.indexOf(letter)).join(', ')}]`;
  const types = [left, right, output].map((term) => tensorOf(shape(term), element));
  return [
    `%0 = stablehlo.dot_general %a, %b, batching_dims = ${dims(left, batch)} x ${dims(right, batch)}, contracting_dims = ${dims(left, contracted)} x ${dims(right, contracted)} : (${types[0]}, ${types[1]}) -> ${types[2]}`,
    `%a: ${types[0]}, %b: ${types[1]}`,
  ];
}

const formulas = ['ij,jk->ik', 'bij,bjk->bik', 'bcij,bcjk->bcik', 'ijl,jlk->ik', 'bijl,ljbk->bik', 'i,i->', 'i,k->ik', 'bi,bi->bi']; // prettier-ignore

describe('a contraction', () => {
  test.each(formulas)('%s is two operations for each multiply-add of its loops', (formula) => {
    expect(flopsOf(...dotOf(formula, 'f32'))).toBe(2 * multiplyAdds(formula, sizes));
  });

  test.each(formulas.slice(0, 3))('%s of complex numbers is eight', (formula) => {
    expect(flopsOf(...dotOf(formula, 'complex<f32>'))).toBe(8 * multiplyAdds(formula, sizes));
  });

  test.each([
    ['tensor<4x5xf32>', 'tensor<5x6xf32>', 'tensor<4x6xf32>', 4 * 5 * 6],
    ['tensor<5xf32>', 'tensor<5x6xf32>', 'tensor<6xf32>', 5 * 6],
    ['tensor<5xf32>', 'tensor<5xf32>', 'tensor<f32>', 5],
  ])('of the older form of %s and %s has the same', (left, right, result, expected) => {
    const text = `%0 = stablehlo.dot %a, %b : (${left}, ${right}) -> ${result}`;
    expect(flopsOf(text, `%a: ${left}, %b: ${right}`)).toBe(2 * expected);
  });
});

describe('a formula', () => {
  const einsum = (formula: string, shapes: readonly (readonly number[])[]): number => {
    const [left, right, result] = shapes.map((shape) => tensorOf(shape));
    return flopsOf(
      `%0 = stablehlo.einsum %a, %b, config = "${formula}" : (${left}, ${right}) -> ${result}`,
      `%a: ${left}, %b: ${right}`,
    );
  };

  test.each(formulas)('%s has those of the contraction', (formula) => {
    const shapes = formula
      .split(/,|->/)
      .map((term) => Array.from(term).map((letter) => sizes[letter as keyof typeof sizes]));
    expect(einsum(formula, shapes)).toBe(2 * multiplyAdds(formula, sizes));
  });

  test('with an ellipsis has those of the dimensions that it stands for', () => {
    expect(einsum('...ij,...jk->...ik', [[2, 3, 4, 5], [3, 5, 6], [2, 3, 4, 6]])).toBe(2 * 2 * 3 * 4 * 5 * 6); // prettier-ignore
  });

  test('adds up the letters of one operand first', () => {
    expect(einsum('ijl,jk->ik', [[4, 5, 7], [5, 6], [4, 6]])).toBe(4 * 5 * 7 + 2 * 4 * 5 * 6); // prettier-ignore
  });
});

describe('a ragged contraction', () => {
  const ragged = (dimensions: string, shapes: readonly (readonly number[])[]): number => {
    const [left, right, result] = shapes.map((shape) => tensorOf(shape));
    return flopsOf(
      `%0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<${dimensions}>}> : (${left}, ${right}, tensor<3xi64>) -> ${result}`,
      `%a: ${left}, %b: ${right}, %g: tensor<3xi64>`,
    );
  };

  test('multiplies each row with the matrix of its group only', () => {
    const dimensions =
      'lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]';
    expect(ragged(dimensions, [[11, 5], [3, 5, 7], [11, 7]])).toBe(2 * 11 * 5 * 7); // prettier-ignore
  });

  test('has batches', () => {
    const dimensions =
      'lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]';
    expect(ragged(dimensions, [[2, 11, 5], [3, 2, 5, 7], [2, 11, 7]])).toBe(2 * 2 * 11 * 5 * 7); // prettier-ignore
  });

  test('over the ragged dimension adds each product to the result of its group only', () => {
    const dimensions =
      'lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]';
    expect(ragged(dimensions, [[11, 5], [5, 7], [3, 11, 7]])).toBe(2 * 11 * 5 * 7); // prettier-ignore
  });
});

test.each([
  [1, 8, 16, 32],
  [4, 8, 16, 32],
  [2, 1, 64, 8],
])('a scaled product of %d batches of %d x %d x %d has those of the product', (b, m, k, n) => {
  const [lhs, rhs, scales] = [tensorOf([b, m, k]), tensorOf([b, n, k]), tensorOf([b, 1, 1])];
  const text = `%0 = hlo.scaled_dot %a, %b, %s, %s, #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]> : (${lhs}, ${rhs}, ${scales}, ${scales}) -> ${tensorOf([b, m, n])}`;
  expect(flopsOf(text, `%a: ${lhs}, %b: ${rhs}, %s: ${scales}`)).toBe(2 * b * m * k * n);
});

test.each([
  [1, 8, 16, 32],
  [4, 8, 16, 32],
  [2, 1, 64, 8],
])('a product of %d batches of %d x %d x %d that a library computes has its operations', (b, m, k, n) => {
  const [lhs, rhs, result] = [tensorOf([b, m, k]), tensorOf([b, k, n]), tensorOf([b, m, n])];
  const text = `%0:2 = stablehlo.custom_call @__cublas$gemm(%a, %b) {backend_config = "{\\22lhs_batch_dimensions\\22:[\\220\\22]}"} : (${lhs}, ${rhs}) -> (${result}, tensor<4096xi8>)`;
  expect(costOf(text, `%a: ${lhs}, %b: ${rhs}`)).toMatchObject({
    flops: 2 * b * m * k * n,
    arithmetic: 'tf32',
  });
});
