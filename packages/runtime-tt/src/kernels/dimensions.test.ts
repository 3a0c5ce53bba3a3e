import { arrayOf, elementsOf, type NdArray } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { evaluate, scrambled } from '../../tests/single-op.ts';

/** Applies a function to each line along a dimension. */
function byLine(x: NdArray, dim: number, change: (line: readonly number[]) => readonly number[]): number[] {
  const numbers = elementsOf(x).map(Number);
  const inner = x.shape.slice(dim + 1).reduce((all, size) => all * size, 1);
  const size = x.shape[dim]!;
  const made = [...numbers];
  for (let start = 0; start < numbers.length; start++) {
    if (Math.floor(start / inner) % size !== 0) continue;
    const at = (i: number): number => start + i * inner;
    change(Array.from({ length: size }, (_, i) => numbers[at(i)]!)).forEach((value, i) => {
      made[at(i)] = value;
    });
  }
  return made;
}

const x = scrambled([2, 3, 5]);
const small = arrayOf('f32', [2, 3, 2], [1, 2, -3, 4, 0.5, -1, 2, 2, -2, 3, 1, 0]);

describe.each(['ttir', 'ttnn'])('%s: dimensions counted from either end', (dialect) => {
  const dimType = dialect === 'ttir' ? 'i64' : 'si32';

  it.each([0, 1, 2, -1, -2, -3])('running sums along dimension %i', (dim) => {
    const op = `"${dialect}.cumsum"(%a0) <{dim = ${dim} : ${dimType}}> : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32>`;
    const sums = (line: readonly number[]): number[] =>
      line.map((_, i) => line.slice(0, i + 1).reduce((all, value) => all + value, 0));
    expect(evaluate(op, x)).toEqual([byLine(x, (dim + 3) % 3, sums)]);
  });

  it.each([1, -1, -3])('running products along dimension %i', (dim) => {
    const op = `"${dialect}.cumprod"(%a0) <{dim = ${dim} : ${dimType}}> : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>`;
    const products = (line: readonly number[]): number[] =>
      line.map((_, i) => line.slice(0, i + 1).reduce((all, value) => all * value, 1));
    expect(evaluate(op, small)).toEqual([byLine(small, (dim + 3) % 3, products)]);
  });

  it.each([0, -1, -2])('order along dimension %i, the greatest first', (dim) => {
    const type = dialect === 'ttir' ? 'si32' : 'si8';
    const op = `"${dialect}.sort"(%a0) <{descending = true, dim = ${dim} : ${type}, stable = false}> : (tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>, tensor<2x3x5xi32>)`;
    const places = (line: readonly number[]): number[] =>
      [...line.keys()].sort((a, b) => line[b]! - line[a]! || a - b);
    const at = (dim + 3) % 3;
    expect(evaluate(op, x)).toEqual([
      byLine(x, at, (line) => places(line).map((i) => line[i]!)),
      byLine(x, at, places),
    ]);
  });

  it.each([1, -2])('the transpose of dimensions 0 and %i', (dim) => {
    const op = `"${dialect}.transpose"(%a0) <{dim0 = 0 : si32, dim1 = ${dim} : si32}> : (tensor<2x3x5xf32>) -> tensor<3x2x5xf32>`;
    const numbers = elementsOf(x).map(Number);
    const expected = [0, 1, 2].flatMap((j) =>
      [0, 1].flatMap((i) => numbers.slice((i * 3 + j) * 5, (i * 3 + j + 1) * 5)),
    );
    expect(evaluate(op, x)).toEqual([expected]);
  });
});

it.each([0, 1, -1])('the product over dimension %i', (dim) => {
  const shape = small.shape.toSpliced((dim + 3) % 3, 1);
  const op = `"ttnn.prod"(%a0) <{dim_arg = ${dim} : si64, keep_dim = false}> : (tensor<2x3x2xf32>) -> tensor<${shape.join('x')}xf32>`;
  const at = (dim + 3) % 3;
  const inner = small.shape.slice(at + 1).reduce((all, size) => all * size, 1);
  const products = byLine(small, at, (line) => [line.reduce((all, value) => all * value, 1)]);
  const size = small.shape[at]!;
  const expected = products.filter((_, i) => Math.floor(i / inner) % size === 0);
  expect(evaluate(op, small)).toEqual([expected]);
});

describe('slices', () => {
  const line = arrayOf('f32', [7], [0, 1, 2, 3, 4, 5, 6]);

  it.each([
    ['every second element', [1], [6], [2], [1, 3, 5]],
    ['from the end', [-3], [-1], [1], [4, 5]],
    ['backwards', [5], [1], [-2], [5, 3]],
  ])('%s', (_, begins, ends, step, expected) => {
    const list = (numbers: readonly number[]): string => `[${numbers.map((n) => `${n} : i32`).join(', ')}]`;
    const op = `"ttir.slice_static"(%a0) <{begins = ${list(begins)}, ends = ${list(ends)}, step = ${list(step)}}> : (tensor<7xf32>) -> tensor<${expected.length}xf32>`;
    expect(evaluate(op, line)).toEqual([expected]);
  });

  it('between bounds known at run time, with steps', () => {
    const [begin, end] = [1, 7].map((at) => arrayOf('i32', [1], [at]));
    const op = `"ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [3 : i32]}> : (tensor<7xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>`;
    expect(evaluate(op, line, begin!, end!)).toEqual([[1, 4]]);
  });
});

describe.each(['ttir', 'ttnn'])('%s: slices', (dialect) => {
  const line = arrayOf('i32', [7], [0, 1, 2, 3, 4, 5, 6]);

  it.each([
    [1, 6, 2, [1, 3, 5]],
    [-3, 7, 1, [4, 5, 6]],
    [0, -5, 1, [0, 1]],
    [-6, -1, 3, [1, 4]],
    [6, 2, -1, [6, 5, 4, 3]],
    [5, 0, -2, [5, 3, 1]],
    [-1, -7, -3, [6, 3]],
    [2, 2, 1, []],
  ])('from %i to %i by %i', (begin, end, step, elements) => {
    const op = `"${dialect}.slice_static"(%a0) <{begins = [${begin} : i32], ends = [${end} : i32], step = [${step} : i32]}> : (tensor<7xi32>) -> tensor<${elements.length}xi32>`;
    expect(evaluate(op, line)).toEqual([elements]);
  });

  it('go their own way along each dimension', () => {
    const x = scrambled([3, 5]);
    const rows = [2, 1].map((row) =>
      elementsOf(x)
        .slice(5 * row, 5 * row + 5)
        .map(Number),
    );
    const op = `"${dialect}.slice_static"(%a0) <{begins = [-1 : i32, 0 : i32], ends = [0 : i32, 5 : i32], step = [-1 : i32, 4 : i32]}> : (tensor<3x5xf32>) -> tensor<2x2xf32>`;
    expect(evaluate(op, x)).toEqual([rows.flatMap((row) => [row[0], row[4]])]);
  });
});
