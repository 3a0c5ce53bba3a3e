import { describe, expect, test } from 'vitest';
import { decodeTable, FlatBufferError } from './decode.ts';
import { encodeFile } from './encode.ts';
import { parseSchema } from './parse-schema.ts';
import type { TableValue } from './schema.ts';

const schema = parseSchema(`
enum Kind : uint16 { First, Second = 4, Third }
struct Inner { a:uint8; b:uint64; }
struct Outer { x:uint16; inner:Inner; k:Kind; }
union Choice { Leaf, Node = 3 }
table Leaf { name:string; }
table Node { choice:Choice; children:[Node]; }
table Root {
  flag:bool;
  wide:int64;
  maybe:uint8 = null;
  other:int32 = -1;
  rate:float;
  kind:Kind;
  outer:Outer;
  outers:[Outer];
  numbers:[int32];
  bytes:[uint8];
  names:[string];
  choice:Choice;
}`);

/** A table as it is read again. */
function roundTrip(value: TableValue): TableValue {
  const bytes = encodeFile(schema, 'Root', value, 'TEST');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect(view.getUint32(0, true)).toBe(bytes.length - 4);
  expect(String.fromCharCode(...bytes.subarray(8, 12))).toBe('TEST');
  return decodeTable(schema, 'Root', bytes, { start: 4 + view.getUint32(4, true), limit: 10_000 });
}

const empty = {
  flag: false,
  wide: 0,
  maybe: null,
  other: -1,
  rate: 0,
  kind: 'First',
  outer: null,
  outers: null,
  numbers: null,
  bytes: null,
  names: null,
  choice: null,
};

describe('a table', () => {
  test('of nothing has its defaults', () => {
    expect(roundTrip({})).toEqual(empty);
  });

  test('keeps what its fields hold', () => {
    const outer = { x: 7, inner: { a: 255, b: 5 }, k: 'Third' };
    const value = {
      flag: true,
      wide: -(2n ** 62n),
      maybe: 0,
      other: 0,
      rate: 0.5,
      kind: 'Second',
      outer,
      outers: [outer, { x: 1, inner: { a: 2, b: 2n ** 63n }, k: 'First' }],
      numbers: [1, -2, 3],
      bytes: new Uint8Array([0, 128, 255]),
      names: ['a', 'ä', ''],
      choice: { Node: { choice: { Leaf: { name: 'l' } }, children: [] } },
    };
    expect(roundTrip(value)).toEqual(value);
  });

  test('stores what is one object once', () => {
    const leaf = { name: 'a name that takes some bytes' };
    const node = { choice: { Leaf: leaf } };
    const sizeOf = (value: TableValue): number => encodeFile(schema, 'Root', value, 'TEST').length;
    const shared = sizeOf({ choice: { Node: { children: [node, node, node, node] } } });
    const copied = sizeOf({
      choice: { Node: { children: [0, 1, 2, 3].map(() => ({ choice: { Leaf: { ...leaf } } })) } },
    });
    expect(shared).toBeLessThan(copied);
  });
});

test.each([
  [{ none: 1 }, "table 'Root' has no field 'none'"],
  [{ kind: 'Fourth' }, "'kind': 'Kind' has no member 'Fourth'"],
  [{ choice: { Root: {} } }, "'Choice' has no member 'Root'"],
  [{ numbers: 3 }, "'numbers': expected a list, got number"],
  [{ names: [1] }, "'names': expected text, got number"],
])('%j is refused', (value, message) => {
  expect(() => encodeFile(schema, 'Root', value, 'TEST')).toThrow(message);
});

test('a file that is damaged anywhere is refused or read, but never beyond its end', () => {
  const value = {
    wide: 3,
    names: ['abc', 'def'],
    choice: { Node: { children: [{}, {}] } },
    numbers: [1, 2, 3],
  };
  const bytes = encodeFile(schema, 'Root', value, 'TEST');
  for (let at = 4; at < bytes.length; at++) {
    for (const flip of [0x01, 0x80, 0xff]) {
      const damaged = bytes.slice();
      damaged[at]! ^= flip;
      const start = 4 + new DataView(damaged.buffer).getUint32(4, true);
      try {
        decodeTable(schema, 'Root', damaged, { start, limit: 1000 });
      } catch (error) {
        expect(error).toBeInstanceOf(FlatBufferError);
      }
    }
  }
});
