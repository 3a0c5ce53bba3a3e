import { describe, expect, test } from 'vitest';
import { arrayOf, elementsOf } from './nd-array.ts';
import { fromDenseBytes, swapped, toDenseBytes } from './dense-bytes.ts';

function bytes(hex: string): Uint8Array {
  return new Uint8Array(hex.match(/../g)!.map((pair) => parseInt(pair, 16)));
}

describe('fromDenseBytes', () => {
  test.each([
    ['f32', [2], '0000803F000000C0', [1, -2]],
    ['f64', [1], '000000000000F03F', [1]],
    ['bf16', [2], '803F00C0', [1, -2]],
    ['f8E4M3FN', [2], '38C0', [1, -2]],
    ['i4', [3], '0F0701', [-1, 7, 1]],
    ['ui4', [2], 'FF03', [15, 3]],
    ['i1', [3], '010002', [1, 0, 1]],
    ['ui32', [1], 'FFFFFFFF', [4294967295]],
    ['i64', [2], 'FEFFFFFFFFFFFFFF0000000000000080', [-2n, -(2n ** 63n)]],
    ['ui64', [1], 'FFFFFFFFFFFFFFFF', [2n ** 64n - 1n]],
    ['complex<f32>', [1], '0000803F00000040', [{ re: 1, im: 2 }]],
  ] as const)('reads %s', (kind, shape, hex, values) => {
    expect(elementsOf(fromDenseBytes(kind, shape, bytes(hex)))).toEqual(values);
  });

  test('repeats the single element of a splat', () => {
    expect(elementsOf(fromDenseBytes('i16', [2, 2], bytes('FFFF')))).toEqual([-1, -1, -1, -1]);
    expect(
      elementsOf(fromDenseBytes('complex<f64>', [3], bytes('000000000000F03F0000000000000040'))),
    ).toEqual(new Array(3).fill({ re: 1, im: 2 }));
    expect(elementsOf(fromDenseBytes('i1', [3], bytes('FF')))).toEqual([1, 1, 1]);
    expect(elementsOf(fromDenseBytes('f32', [0], bytes('0000803F')))).toEqual([]);
  });

  test('reads packed booleans, lowest bit first', () => {
    expect(elementsOf(fromDenseBytes('i1', [10], bytes('0502')))).toEqual([1, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
  });

  test('shares aligned memory and copies the rest', () => {
    const buffer = bytes('000000000000803F00000040');
    expect(fromDenseBytes('f32', [2], buffer.subarray(4)).data.buffer).toBe(buffer.buffer);
    const odd = bytes('000000803F00000040').subarray(1);
    expect(elementsOf(fromDenseBytes('f32', [2], odd))).toEqual([1, 2]);
  });

  test('refuses another number of bytes', () => {
    expect(() => fromDenseBytes('f32', [3], bytes('0000803F0000803F'))).toThrow(
      'f32[3] needs 12 bytes, got 8',
    );
  });
});

describe('toDenseBytes', () => {
  test('writes what fromDenseBytes reads, sub-byte integers masked', () => {
    expect(toDenseBytes(arrayOf('i4', [3], [-1, 7, -8]))).toEqual(bytes('0F0708'));
    expect(toDenseBytes(arrayOf('i1', [2], [1, 0]))).toEqual(bytes('0100'));
    expect(toDenseBytes(arrayOf('bf16', [2], [1, -2]))).toEqual(bytes('803F00C0'));
    expect(toDenseBytes(arrayOf('i64', [1], [-2n]))).toEqual(bytes('FEFFFFFFFFFFFFFF'));
  });
});

test('swapped reverses the bytes of each word', () => {
  expect(swapped(bytes('0102030405060708'), 4)).toEqual(bytes('0403020108070605'));
});
