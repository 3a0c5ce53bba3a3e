import { expect, test } from 'vitest';
import { decodeHex } from './hex.ts';

test('reads pairs of digits', () => {
  expect(decodeHex('0x00fF7a')).toEqual(new Uint8Array([0, 255, 122]));
  expect(decodeHex('0x')).toEqual(new Uint8Array(0));
});

test.each(['', '00', '0x0', '0x0g', '0X00', '0x0\u0130', '0x 0'])('refuses %j', (text) => {
  expect(decodeHex(text)).toBeNull();
});
