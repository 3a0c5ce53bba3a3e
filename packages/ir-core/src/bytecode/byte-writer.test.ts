import { expect, test } from 'vitest';
import { UnknownLoc } from '../ir/location.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';

function written(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter(1);
  write(writer);
  return writer.bytes().slice();
}

function reader(bytes: Uint8Array): ByteReader {
  return new ByteReader(bytes, UnknownLoc.instance);
}

test.each([
  [0, [0x01]],
  [127, [0xff]],
  [128, [0x02, 0x02]],
  [0x3fff, [0xfe, 0xff]],
  [0x4000, [0x04, 0x00, 0x02]],
  [2 ** 28 - 1, [0xf8, 0xff, 0xff, 0xff]],
  [2 ** 28, [0x10, 0x00, 0x00, 0x00, 0x02]],
])('%i takes as many bytes as its first byte has zero bits at the end', (value, bytes) => {
  const encoded = written((writer) => writer.varint(value));
  expect([...encoded]).toEqual(bytes);
  expect(reader(encoded).varint()).toBe(value);
});

test('integers of 64 bits are exact', () => {
  for (let bits = 0n; bits <= 64n; bits++) {
    for (const value of [1n << bits, (1n << bits) - 1n]) {
      if (value >= 1n << 64n) continue;
      const encoded = written((writer) => writer.bigVarint(value));
      expect(encoded.length).toBeLessThanOrEqual(9);
      expect(reader(encoded).bigVarint()).toBe(value);
      const signed = BigInt.asIntN(64, value);
      expect(reader(written((writer) => writer.signedVarint(signed))).bigSignedVarint()).toBe(signed);
    }
  }
});

test.each([0, -1, 1, 63, -64, 64, 2 ** 29, -(2 ** 29), 2 ** 40, -(2 ** 52)])('%i keeps its sign', (value) => {
  expect(reader(written((writer) => writer.signedVarint(value))).signedVarint()).toBe(value);
});

test('a section tells its length before its contents, whatever that takes', () => {
  for (const length of [0, 127, 128, 20_000]) {
    const bytes = written((writer) => writer.section(7, () => writer.append(new Uint8Array(length).fill(9))));
    const source = reader(bytes);
    expect([source.byte(), source.varint(), source.remaining]).toEqual([7, length, length]);
    expect(bytes.at(-1)).toBe(length === 0 ? 1 : 9);
  }
});

test('different bytes have different keys, few or many', () => {
  const lists = [[], [0], [0, 0], [1], [1, 0], [0, 1], [255, 255, 255, 255, 255], [5, 255, 255, 255, 255]];
  const all = [...lists, [1, 2, 3, 4, 5, 6], [12, 3, 4, 5, 6], [1, 23, 4, 5, 6, 7], [12, 3, 4, 5, 6, 7]];
  const keys = all.map((bytes) => {
    const writer = new ByteWriter();
    writer.append(bytes);
    return writer.key();
  });
  expect(new Set(keys).size).toBe(all.length);
});
