import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBareIdentifier, quoteString, unescapeString } from './string-literal.ts';
import { decodeText } from './utf8.ts';

describe('string literals', () => {
  test.each([
    ['plain', '"plain"'],
    ['', '""'],
    ['a"b', '"a\\22b"'],
    ['a\\b', '"a\\\\b"'],
    ['line\nnext\ttab\0', '"line\\0Anext\\09tab\\00"'],
    ['é', '"\\C3\\A9"'],
    ['😀', '"\\F0\\9F\\98\\80"'],
    ['\x7f', '"\\7F"'],
  ])('%j is written as %s', (text, literal) => {
    expect(quoteString(text)).toBe(literal);
    expect(unescapeString(literal.slice(1, -1))).toBe(text);
  });

  test('read all escapes', () => {
    expect(unescapeString('\\n\\t\\"\\\\\\41é')).toBe('\n\t"\\Aé');
  });

  test('keep bytes that are no UTF-8', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        const escaped = [...bytes].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
        const again = unescapeString(quoteString(unescapeString(escaped)).slice(1, -1));
        expect(again).toBe(unescapeString(escaped));
        expect(quoteString(again)).toBe(quoteBytes(bytes));
      }),
    );
  });

  test('keep bytes that stand in the text as they are, beside escapes, as MLIR does', () => {
    const body = decodeText(Uint8Array.of(0x61, 0xff, 0xc3));
    expect(quoteString(unescapeString(body))).toBe('"a\\FF\\C3"');
    expect(quoteString(unescapeString(`${body}\\22`))).toBe('"a\\FF\\C3\\22"');
    expect(unescapeString(`${body}\\A9`)).toBe(decodeText(Uint8Array.of(0x61, 0xff, 0xc3, 0xa9)));
  });

  test('keep all texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(unescapeString(quoteString(text).slice(1, -1))).toBe(text);
      }),
    );
  });

  test('tell names from texts', () => {
    expect(['a', '_b1', 'a.b$c'].map(isBareIdentifier)).toEqual([true, true, true]);
    expect(['', '1a', 'a-b', 'a b', 'é'].map(isBareIdentifier)).toEqual([false, false, false, false, false]);
  });
});

/** What MLIR writes for a string of bytes. */
function quoteBytes(bytes: Uint8Array): string {
  const parts = [...bytes].map((byte) => {
    if (byte === 92) return '\\\\';
    const isPlain = byte >= 32 && byte < 127 && byte !== 34;
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `"${parts.join('')}"`;
}
