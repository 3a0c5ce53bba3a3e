import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ArrayKind } from './array-kind.ts';
import { elementAt, elementsOf, rowMajorStrides, zeros } from './nd-array.ts';
import { indexOfPosition } from './compare-arrays.ts';
import { randomArray } from './random-array.ts';
import { copyStrided } from './strided-copy.ts';

test('copies any strided box as a plain loop does', () => {
  const kinds: ArrayKind[] = ['f32', 'f64', 'f16', 'i8', 'ui64', 'complex<f32>', 'complex<f64>'];
  const dimension = fc.record({
    size: fc.integer({ min: 0, max: 40 }),
    step: fc.constantFrom(0, 1, 1, 2, -1),
    rank: fc.nat(),
  });
  const dimensions = fc.array(dimension, { maxLength: 4 }).filter((dims) => {
    return dims.reduce((count, { size }) => count * size, 1) <= 5000;
  });
  const property = fc.property(fc.constantFrom(...kinds), dimensions, (kind, dims) => {
    // The source is a row-major array in an order of dimensions of its own, walked with steps.
    const order = dims.map((_, dim) => dim).sort((a, b) => dims[a]!.rank - dims[b]!.rank);
    const extent = (dim: number): number =>
      Math.max(1, dims[dim]!.size * Math.max(1, Math.abs(dims[dim]!.step)));
    const source = randomArray(kind, order.map(extent), 6);
    const sourceStrides = rowMajorStrides(source.shape);
    const strides = dims.map(({ step }, dim) => step * sourceStrides[order.indexOf(dim)]!);
    let offset = 0;
    dims.forEach(({ size, step }, dim) => {
      if (step < 0) offset -= Math.max(0, size - 1) * strides[dim]!;
    });
    const shape = dims.map(({ size }) => size);
    const target = zeros(kind, shape);
    const to = { data: target.data, offset: 0, strides: rowMajorStrides(shape) };
    copyStrided(kind, shape, { data: source.data, offset, strides }, to);

    const expected = elementsOf(target).map((_, position) => {
      const index = indexOfPosition(shape, position);
      return elementAt(
        source,
        index.reduce((at, i, dim) => at + i * strides[dim]!, offset),
      );
    });
    expect(elementsOf(target)).toEqual(expected);
  });
  fc.assert(property, { seed: 2, numRuns: 300 });
});

test('keeps the bits of signalling NaNs', () => {
  const bits = new Uint32Array([0x7f800001, 0xff800002]);
  const target = new Float32Array(2);
  const to = { data: target, offset: 0, strides: [1] };
  copyStrided('f32', [2], { data: new Float32Array(bits.buffer), offset: 1, strides: [-1] }, to);
  expect([...new Uint32Array(target.buffer)]).toEqual([0xff800002, 0x7f800001]);
});
