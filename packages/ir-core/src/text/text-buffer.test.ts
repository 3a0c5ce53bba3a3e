import { expect, test } from 'vitest';
import { TextBuffer } from './text-buffer.ts';

test('holds what was written', () => {
  const buffer = new TextBuffer();
  const pieces = ['module', ' {\n', 'ä€😀', 'x'.repeat(5000), '\uFEFF', '}'];
  for (const piece of pieces) buffer.write(piece);
  expect(buffer.toString()).toBe(pieces.join(''));
});

test('takes back what was written after a mark', () => {
  const buffer = new TextBuffer();
  buffer.write('outer ');
  const mark = buffer.length;
  buffer.write('inner');
  expect(buffer.take(mark)).toBe('inner');
  buffer.write('again');
  expect(buffer.toString()).toBe('outer again');
});
