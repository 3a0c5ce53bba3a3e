import { describe, expect, test } from 'vitest';
import { abridged, printable } from './readable-text.ts';

describe('printable', () => {
  test.each([
    ['a colour', 'a\u001b[31mb', 'a\\1B[31mb'],
    ['a bell and a carriage return', 'a\u0007b\rc', 'a\\07b\\0Dc'],
    ['a control of eight bits', '\u009b2J', '\\C2\\9B2J'],
    ['an override of the direction', 'a\u202eb\u2066c', 'a\\E2\\80\\AEb\\E2\\81\\A6c'],
    ['a byte that is not UTF-8', 'a\udcffb', 'a\\FFb'],
    ['text', 'line\n\tnext, \u00e9 \u4e2d \u{1f600}', 'line\n\tnext, \u00e9 \u4e2d \u{1f600}'],
  ])('escapes %s', (_what, text, expected) => {
    expect(printable(text)).toBe(expected);
  });
});

describe('abridged', () => {
  test('keeps lines that a person reads', () => {
    const line = 'a'.repeat(1000);
    expect(abridged(`${line}\n${line}`)).toBe(`${line}\n${line}`);
  });

  test('leaves out the middle of longer ones and says how much', () => {
    const message = `error: '${'x'.repeat(8_000_000)}' is wrong; remedy`;
    expect(abridged(`before\n${message}`)).toBe(
      `before\nerror: '${'x'.repeat(592)} ... (7,999,126 characters) ... ${'x'.repeat(282)}' is wrong; remedy`,
    );
  });
});
