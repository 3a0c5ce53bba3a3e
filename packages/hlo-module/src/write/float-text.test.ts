import { expect, test } from 'vitest';
import { doubleText, generalText, singleText } from './float-text.ts';

test.each([
  [0.1, 6, '0.1'],
  [-0, 6, '-0'],
  [1e-7, 6, '1e-07'],
  [1e30, 6, '1e+30'],
  [123456, 6, '123456'],
  [1234567, 6, '1.23457e+06'],
  [57344, 2, '5.7e+04'],
  // The middle between two numbers of these digits goes to the even one.
  [0.0001220703125, 9, '0.000122070312'],
  [2.5, 1, '2'],
  [3.5, 1, '4'],
])('%d with %d digits', (value, digits, text) => {
  expect(generalText(value, digits)).toBe(text);
});

test('writes the digits that tell a number apart, and payloads of NaNs', () => {
  expect(singleText(0x3eaaaaab)).toBe('0.333333343');
  expect(singleText(0x4b800000)).toBe('16777216');
  expect(singleText(0xffc00000)).toBe('-nan');
  expect(singleText(0x7f800001)).toBe('nan(0x1)');
  expect(doubleText(0x3fd5555555555555n)).toBe('0.33333333333333331');
});
