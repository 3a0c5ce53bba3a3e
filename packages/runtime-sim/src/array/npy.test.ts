import { zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ArrayHeader } from './array-filter.ts';
import type { ArrayKind } from './array-kind.ts';
import { arrayOf, elementsOf } from './nd-array.ts';
import { readNpy, writeNpy } from './npy.ts';
import { readNpz, writeNpz } from './npz.ts';
import { randomArray } from './random-array.ts';

/** A version 1.0 file with the given header text, as NumPy 2.4 writes it, and data in hex. */
function file(header: string, hex: string): Uint8Array {
  const text = header.padEnd(117) + '\n';
  const data = hex.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? [];
  return new Uint8Array([0x93, ...Buffer.from('NUMPY'), 1, 0, 118, 0, ...Buffer.from(text), ...data]);
}

describe('npy', () => {
  test('is written as NumPy writes it', () => {
    const expected = file("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }", '0000803f000000c0');
    expect(writeNpy(arrayOf('f32', [1, 2], [1, -2]))).toEqual(expected);
    const vector = file("{'descr': '<V2', 'fortran_order': False, 'shape': (1,), }", '803f');
    expect(writeNpy(arrayOf('bf16', [1], [1]))).toEqual(vector);
    const scalar = file("{'descr': '|b1', 'fortran_order': False, 'shape': (), }", '01');
    expect(writeNpy(arrayOf('i1', [], [1]))).toEqual(scalar);
  });

  test.each([
    ['f32', [2, 3]],
    ['f64', [0, 3]],
    ['i64', [4]],
    ['ui64', []],
    ['bf16', [3, 1]],
    ['i1', [9]],
    ['complex<f64>', [2, 2]],
  ] as [ArrayKind, number[]][])('round-trips %s %j', (kind, shape) => {
    const array = randomArray(kind, shape, 3);
    expect(readNpy(writeNpy(array))).toEqual(array);
  });

  test('takes the kind of raw bytes and small integers from the caller', () => {
    const f8 = arrayOf('f8E5M2', [2], [1.5, -2]);
    expect(readNpy(writeNpy(f8), 'f8E5M2')).toEqual(f8);
    const i4 = arrayOf('i4', [2], [-1, 3]);
    expect(readNpy(writeNpy(i4), 'i4')).toEqual(i4);
    expect(elementsOf(readNpy(writeNpy(arrayOf('i8', [2], [-1, 3])), 'i4'))).toEqual([-1, 3]);
    expect(() => readNpy(writeNpy(f8))).toThrow('raw bytes: the element kind must be given');
    expect(() => readNpy(writeNpy(f8), 'f32')).toThrow('raw bytes: the element kind must be given');
    expect(() => readNpy(writeNpy(arrayOf('f32', [], [1])), 'f64')).toThrow(
      'npy file holds f32, expected f64',
    );
  });

  test('knows the name that NumPy gives 8-bit floats of 5 exponent bits', () => {
    // ml_dtypes.float8_e5m2, as np.save writes 1 and -2.
    const bytes = file("{'descr': '<f1', 'fortran_order': False, 'shape': (2,), }", '3cc0');
    expect(elementsOf(readNpy(bytes))).toEqual([1, -2]);
    expect(readNpy(bytes, 'f8E5M2').kind).toBe('f8E5M2');
    expect(() => readNpy(bytes, 'f8E4M3FN')).toThrow('npy file holds f8E5M2, expected f8E4M3FN');
  });

  test('reads big-endian and Fortran-ordered files', () => {
    const big = file("{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }", '0001fffe');
    expect(elementsOf(readNpy(big))).toEqual([1, -2]);
    const fortran = file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", '010203040506');
    expect(readNpy(fortran)).toEqual(arrayOf('ui8', [2, 3], [1, 3, 5, 2, 4, 6]));
  });

  test('refuses other files', () => {
    expect(() => readNpy(new Uint8Array(20))).toThrow('not an npy file');
    const object = file("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", '');
    expect(() => readNpy(object)).toThrow("npy element type '|O' has no kind here");
    const short = file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", '00000000');
    expect(() => readNpy(short)).toThrow('npy file is cut off: 4 of 8 bytes of data');
    expect(() => readNpy(file('{}', ''))).toThrow('npy header is not understood: {}');
  });

  test('never throws anything but NpyError', () => {
    const base = writeNpy(arrayOf('f32', [2], [1, 2]));
    const edit = fc.tuple(fc.nat(base.length - 1), fc.nat(255));
    const property = fc.property(fc.array(edit, { maxLength: 4 }), fc.nat(base.length), (edits, cut) => {
      const bytes = base.slice(0, cut);
      for (const [at, value] of edits) if (at < cut) bytes[at] = value;
      try {
        readNpy(bytes);
      } catch (error) {
        expect((error as Error).name).toBe('NpyError');
      }
    });
    fc.assert(property, { seed: 5, numRuns: 2000 });
  });
});

describe('npz', () => {
  test('round-trips named arrays in order', () => {
    const arrays = new Map([
      ['weights', randomArray('f32', [3, 4], 1)],
      ['arr_0', randomArray('i64', [5], 2)],
    ]);
    expect([...readNpz(writeNpz(arrays))]).toEqual([...arrays]);
    expect(writeNpz(arrays)).toEqual(writeNpz(arrays));
  });

  test('reads compressed archives and asks for kinds by name', () => {
    const array = arrayOf('f8E4M3FN', [3], [1, 2, 4]);
    const archive = zipSync({ 'a.npy': writeNpy(array) }, { level: 6 });
    expect(readNpz(archive, { kindOf: (name) => (name === 'a' ? 'f8E4M3FN' : undefined) }).get('a')).toEqual(
      array,
    );
    expect(() => readNpz(archive)).toThrow('a: npy file holds raw bytes');
  });

  test('refuses what is no archive', () => {
    expect(() => readNpz(new Uint8Array([1, 2, 3]))).toThrow('not an npz file');
  });

  test.each([0, 6] as const)('tells of a byte that changed, at compression level %d', (level) => {
    const array = randomArray('f32', [64], 3);
    const archive = zipSync({ 'arg0.npy': writeNpy(array) }, { level });
    archive[200]! ^= 0x10;
    expect(() => readNpz(archive)).toThrow(/^'arg0\.npy' (is corrupt|has)/);
  });

  test('names the checksums where only they tell', () => {
    const archive = zipSync({ 'a.npy': writeNpy(arrayOf('f32', [2], [1, 2])) }, { level: 0 });
    // The last bytes of the array: 30 of the local header, 5 of the name, 128 of the npy header, 8 of data.
    archive[30 + 5 + 128 + 7] = 0x41;
    expect(() => readNpz(archive)).toThrow(
      /^'a\.npy' is corrupt: its CRC-32 is 0x[0-9a-f]{8} and should be 0x[0-9a-f]{8}$/,
    );
  });

  test('unpacks no more than an array takes', () => {
    const long = new Uint8Array(1 << 20);
    long.set(writeNpy(arrayOf('f32', [2], [1, 2])));
    const archive = zipSync({ 'a.npy': long }, { level: 6 });
    expect(() => readNpz(archive)).toThrow("'a.npy' has 1048576 bytes, more than the 136 expected");
  });

  test('refuses a name that is there twice', () => {
    const array = writeNpy(arrayOf('f32', [1], [1]));
    const twice = Buffer.from(zipSync({ 'a.npy': array, 'b.npy': array }))
      .toString('latin1')
      .replaceAll('b.npy', 'a.npy');
    expect(() => readNpz(Buffer.from(twice, 'latin1'))).toThrow("the archive has two arrays 'a'");
    expect(() => readNpz(zipSync({ 'a.npy': array, a: array }))).toThrow("the archive has two arrays 'a'");
  });

  test('does not unpack what a filter leaves out or refuses by its header', () => {
    const archive = zipSync({ 'a.npy': writeNpy(randomArray('f32', [100_000], 7)) }, { level: 6 });
    // In the middle of the packed data, which the header does not need.
    archive.fill(0xff, 200_000, 200_040);
    expect(() => readNpz(archive)).toThrow("'a.npy'");
    expect(readNpz(archive, { isWanted: (name) => name !== 'a' }).size).toBe(0);
    const check = (name: string, { kind, shape }: ArrayHeader): never => {
      throw new Error(`${name} is ${kind}[${shape.join()}]`);
    };
    expect(() => readNpz(archive, { check })).toThrow('a is f32[100000]');
  });

  test('never throws anything but NpyError on archives that changed', () => {
    const base = writeNpz(new Map([['a', arrayOf('f32', [2], [1, 2])]]));
    const edit = fc.tuple(fc.nat(base.length - 1), fc.nat(255));
    const property = fc.property(fc.array(edit, { maxLength: 4 }), fc.nat(base.length), (edits, cut) => {
      const bytes = base.slice(0, cut);
      for (const [at, value] of edits) if (at < cut) bytes[at] = value;
      try {
        readNpz(bytes);
      } catch (error) {
        expect((error as Error).name).toBe('NpyError');
      }
    });
    fc.assert(property, { seed: 6, numRuns: 2000 });
  });
});
