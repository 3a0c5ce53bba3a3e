import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';

test('keys are in order and levels two columns apart', () => {
  expect(jsonText({ b: [1n, { c: 'x"y' }], a: true, d: [], e: {} })).toBe(`{
  "a": true,
  "b": [
    1,
    {
      "c": "x\\"y"
    }
  ],
  "d": [],
  "e": {}
}`);
});

test('integers of any size keep their digits', () => {
  expect(jsonText(2n ** 62n + 1n)).toBe('4611686018427387905');
});

test.each([
  [0, '0'],
  [100, '100'],
  [0.5, '0.5'],
  [0.1, '0.10000000000000001'],
  [0.004096, '0.0040959999999999998'],
  [0.0001, '0.0001'],
  [0.00001, '1.0000000000000001e-05'],
  [-0.00001, '-1.0000000000000001e-05'],
  [0.0000152587890625, '1.52587890625e-05'],
  [1e16, '10000000000000000'],
  [1e17, '1e+17'],
  [1e-300, '1e-300'],
])('%d is written with the digits that tell it apart', (number, text) => {
  expect(jsonText(number)).toBe(text);
  expect(Number(text)).toBe(number);
});
