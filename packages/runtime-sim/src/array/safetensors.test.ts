import { describe, expect, test } from 'vitest';
import type { ArrayHeader } from './array-filter.ts';
import { arrayOf, elementsOf, type NdArray, scalarArray, zeros } from './nd-array.ts';
import { isSafetensors, readSafetensors, writeSafetensors } from './safetensors.ts';

const arrays = new Map<string, NdArray>([
  ['flag', arrayOf('i1', [3], [1, 0, 1])],
  ['w', arrayOf('f32', [2, 2], [1, 2, 3, -4])],
  ['half', arrayOf('bf16', [1], [1.5])],
  ['count', scalarArray('i64', 2n ** 60n)],
  ['small', arrayOf('f8E4M3FN', [2], [448, -1])],
  ['z', scalarArray('complex<f32>', { re: 1, im: -1 })],
  ['none', zeros('f64', [0, 4])],
  ['__proto__', scalarArray('f32', 1)],
  ['constructor', scalarArray('f32', 2)],
]);

/** A file with a header of our own. */
function file(header: unknown, data = new Uint8Array(0)): Uint8Array {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + data.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(data, 8 + text.length);
  return bytes;
}

test.each([0, 1, 2, 3, 4, 5, 6, 7])('reads a header %d bytes longer, also from a Buffer', (more) => {
  const bytes = writeSafetensors(arrays);
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const shifted = new Uint8Array(bytes.length + more);
  shifted.set(bytes.subarray(0, 8 + length));
  shifted.fill(0x20, 8 + length, 8 + length + more);
  shifted.set(bytes.subarray(8 + length), 8 + length + more);
  new DataView(shifted.buffer).setBigUint64(0, BigInt(length + more), true);
  for (const file of [shifted, Buffer.from(shifted)]) {
    const read = readSafetensors(file);
    for (const [name, array] of arrays) expect(elementsOf(read.get(name)!)).toEqual(elementsOf(array));
  }
});

test('arrays survive writing and reading', () => {
  const bytes = writeSafetensors(arrays);
  expect(isSafetensors(bytes)).toBe(true);
  const read = readSafetensors(bytes);
  expect([...read.keys()]).toEqual([
    'count',
    'none',
    'z',
    '__proto__',
    'constructor',
    'w',
    'half',
    'flag',
    'small',
  ]);
  for (const [name, { kind, shape }] of arrays) {
    expect(read.get(name)).toMatchObject({ kind, shape });
    expect(elementsOf(read.get(name)!)).toEqual(elementsOf(arrays.get(name)!));
  }
});

test('reads what the Python package writes', () => {
  // safetensors.numpy.save({'a': np.array([1, 2], np.float32)}, metadata={'k': 'v'}), padded with spaces.
  const header = '{"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}   ';
  const read = readSafetensors(file(header, new Uint8Array(new Float32Array([1, 2]).buffer)));
  expect([...read].map(([name, array]) => [name, elementsOf(array)])).toEqual([['a', [1, 2]]]);
});

describe('a file that cannot be read is refused', () => {
  const a = { dtype: 'F32', shape: [2], data_offsets: [0, 8] };
  test.each([
    ['without a header', new Uint8Array(3), 'not a safetensors file: it has no header'],
    [
      'with an endless header',
      new Uint8Array(16).fill(255),
      'not a safetensors file, or a damaged one: its header would take 18446744073709552000 bytes, more than the 100000000 of the format',
    ],
    ['that is no JSON', file('{"a"'), 'safetensors header is no JSON'],
    ['that is a list', file([]), 'safetensors header is no object'],
    [
      'with parts missing',
      file({ a: { dtype: 'F32' } }),
      'a: safetensors header lacks its dtype, shape or data_offsets',
    ],
    ['with null for a tensor', file({ a: null }), 'a: safetensors header lacks its dtype'],
    [
      'of another type',
      file({ a: { ...a, dtype: 'F6_E2M3' } }),
      "a: safetensors dtype 'F6_E2M3' has no kind here",
    ],
    [
      'with negative sizes',
      file({ a: { ...a, shape: [-2] } }),
      'a: safetensors shape [-2] is no list of sizes',
    ],
    [
      'with offsets that are no bytes',
      file({ a: { ...a, data_offsets: [-8, 0] } }),
      'a: safetensors data_offsets [-8,0] are not the begin and the end of its bytes',
    ],
    [
      'with an end before the begin',
      file({ a: { ...a, data_offsets: [8, 0] } }),
      'a: safetensors data_offsets [8,0] are not the begin and the end of its bytes',
    ],
    [
      'with a name twice',
      file(`{"a": ${JSON.stringify(a)}, "b{": {"c": [1, 2]}, "\\u0061": ${JSON.stringify(a)}}`),
      "the safetensors header has two arrays 'a'",
    ],
    ['of a wrong size', file({ a: { ...a, shape: [3] } }), 'a: F32 of shape [3] takes 12 bytes, not 8'],
    ['cut off', file({ a }, new Uint8Array(7)), 'a: safetensors file is cut off: it ends at byte 8 of 7'],
  ])('%s', (_, bytes, message) => {
    expect(() => readSafetensors(bytes)).toThrow(message);
  });

  test('by a filter, before its data is read', () => {
    const bytes = file({ a, b: a }, new Uint8Array(7));
    expect(() => readSafetensors(bytes)).toThrow('cut off');
    expect(readSafetensors(bytes, { isWanted: () => false }).size).toBe(0);
    const check = (name: string, { kind, shape }: ArrayHeader): never => {
      throw new Error(`${name} is ${kind}[${shape.join()}]`);
    };
    expect(() => readSafetensors(bytes, { check })).toThrow('a is f32[2]');
  });

  test('wherever it is cut off', () => {
    const bytes = writeSafetensors(arrays);
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => readSafetensors(bytes.subarray(0, length))).toThrow(/safetensors/);
  });
});

test('kinds that the format has not got are refused', () => {
  expect(() => writeSafetensors(new Map([['a', zeros('i4', [2])]]))).toThrow(
    'a: safetensors files have no elements of kind i4',
  );
});
