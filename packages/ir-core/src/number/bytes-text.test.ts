import { expect, it } from 'vitest';
import { bytesText } from './bytes-text.ts';

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1234.5 / 2, '617 B'],
  [-0.25, '0 B'],
  [1023.6, '1.0 KiB'],
  [1024, '1.0 KiB'],
  [1536, '1.5 KiB'],
  [3 * 2 ** 20, '3.0 MiB'],
  [5 * 2 ** 40, '5.0 TiB'],
  [2 ** 61, '2,048.0 PiB'],
  [2 ** 120, '1.2e+21 PiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
