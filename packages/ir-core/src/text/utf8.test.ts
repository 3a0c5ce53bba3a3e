import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, encodeText } from './utf8.ts';

describe('decodeText', () => {
  test('gives the bytes back, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect([...encodeText(decodeText(bytes))]).toEqual([...bytes]);
      }),
    );
  });

  test('keeps each byte that belongs to no character as a lone surrogate', () => {
    const text = (...bytes: number[]): string => decodeText(Uint8Array.from(bytes));
    // Overlong forms, a surrogate, a character beyond U+10FFFF, a sequence that ends too early.
    expect(text(0xc0, 0x80)).toBe('\udcc0\udc80');
    expect(text(0xe0, 0x9f, 0xbf)).toBe('\udce0\udc9f\udcbf');
    expect(text(0xed, 0xa0, 0x80)).toBe('\udced\udca0\udc80');
    expect(text(0xf4, 0x90, 0x80, 0x80)).toBe('\udcf4\udc90\udc80\udc80');
    expect(text(0xe2, 0x82)).toBe('\udce2\udc82');
  });

  test('reads characters of all lengths beside such bytes', () => {
    const characters = new TextEncoder().encode('a\u00e9\u20ac\u{1f600}\ufeff');
    expect(decodeText(Uint8Array.of(...characters, 0xff))).toBe('a\u00e9\u20ac\u{1f600}\ufeff\udcff');
  });

  test('reads a text longer than a call has arguments', () => {
    const bytes = new Uint8Array(300_000).fill(0x61);
    bytes[299_999] = 0xff;
    expect(decodeText(bytes)).toBe(`${'a'.repeat(299_999)}\udcff`);
  });
});
