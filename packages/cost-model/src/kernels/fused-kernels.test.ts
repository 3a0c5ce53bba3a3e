import { describe, expect, test } from 'vitest';
import { costContext, lastOperation } from '../../tests/cost-of-text.ts';
import { FusedKernels, LARGEST_FUSION } from './fused-kernels.ts';
import type { DeviceWork } from './kernel-seconds.ts';

/** The work of the kernels of a text: one for each operation that is not fused into others. */
function kernelsOf(text: string, operands?: string): readonly DeviceWork[] {
  const kernels = new FusedKernels(costContext);
  const found: DeviceWork[] = [];
  for (const op of lastOperation(text, operands).parent!) {
    const work = op.definition.isTerminator ? null : kernels.workOf(op);
    if (work !== null) found.push(work);
  }
  return found;
}

const chain = (count: number, name: string): string =>
  Array.from(
    { length: count },
    (_, i) => `%s${i} = stablehlo.${name} ${i === 0 ? '%a' : `%s${i - 1}`}, %b : tensor<8x16xf32>`,
  ).join('\n');
const TWO = '%a: tensor<8x16xf32>, %b: tensor<8x16xf32>';

describe('elementwise operations', () => {
  test.each([1, 2, 5, 20])(
    'of which %d follow each other are one kernel that moves what is outside',
    (count) => {
      expect(kernelsOf(chain(count, 'add'), TWO)).toEqual([
        { launches: 1, flops: count * 128, arithmetic: 'vector', bytes: 3 * 512 },
      ]);
    },
  );

  test('beyond the largest fusion read what the others write', () => {
    // What is fused into the kernel has no other one: its operand is read.
    const [only, ...others] = kernelsOf(chain(LARGEST_FUSION + 5, 'add'), TWO);
    expect(only).toMatchObject({ launches: 1, flops: LARGEST_FUSION * 128, bytes: 3 * 512 });
    expect(others).toEqual([]);
  });

  test.each([1, 3, 6])('that %d kernels use are computed in each of them', (users) => {
    const sums = Array.from(
      { length: users },
      (
        _,
        i,
      ) => `%r${i} = "stablehlo.reduce"(%n, %z) <{dimensions = array<i64: 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %s = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %s : tensor<f32> }) : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>`,
    );
    const work = kernelsOf(
      `%n = stablehlo.negate %a : tensor<8x16xf32>\n${sums.join('\n')}`,
      '%a: tensor<8x16xf32>, %z: tensor<f32>',
    );
    // A negation of each element, and a sum of all of a row; a row's sum is written.
    const one = { launches: 1, flops: 128 + 8 * 15, arithmetic: 'vector', bytes: 512 + 4 + 32 };
    expect(work).toEqual(Array.from({ length: users }, () => one));
  });
});

test.each([1, 2, 4])('a product reads the result of %d sums that a kernel before it writes', (count) => {
  const text = `${chain(count, 'add')}
    %p = stablehlo.dot_general %s${count - 1}, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>`;
  expect(kernelsOf(text, `${TWO}, %w: tensor<16x4xf32>`)).toEqual([
    { launches: 1, flops: count * 128, arithmetic: 'vector', bytes: 3 * 512 },
    { launches: 1, flops: 2 * 8 * 16 * 4, arithmetic: 'tf32', bytes: 512 + 256 + 128 },
  ]);
});

test.each([1, 3, 8])('a sum with a slice of %d rows reads these alone', (rows) => {
  const part = `tensor<${rows}x16xf32>`;
  const text = `%s = stablehlo.slice %a [0:${rows}, 0:16] : (tensor<8x16xf32>) -> ${part}
    %r = stablehlo.add %s, %b : ${part}`;
  expect(kernelsOf(text, `%a: tensor<8x16xf32>, %b: ${part}`)).toEqual([
    { launches: 1, flops: rows * 16, arithmetic: 'vector', bytes: 3 * rows * 64 },
  ]);
});

test.each([
  ['f32', 4],
  ['bf16', 2],
  ['f64', 8],
])(
  'a call of unknown cost moves its operands and results of %s once, with %d bytes each',
  (element, bytes) => {
    const [from, to] = [`tensor<8x16x${element}>`, `tensor<4x16x${element}>`];
    expect(
      kernelsOf(`%0 = stablehlo.custom_call @mine(%a, %a) : (${from}, ${from}) -> ${to}`, `%a: ${from}`),
    ).toEqual([{ launches: 1, flops: 0, arithmetic: 'vector', bytes: (2 * 128 + 64) * bytes }]);
  },
);
