import { describe, expect, test } from 'vitest';
import { type NumericFormat, formatNumber, readNumber, wildcard } from './numeric-format.ts';

const format = (base: NumericFormat['base'], precision = 0, alternate = false): NumericFormat => ({
  base,
  precision,
  alternate,
});

describe('formatNumber', () => {
  test.each([
    [10n, format('unsigned'), '10'],
    [10n, format('unsigned', 4), '0010'],
    [-10n, format('signed'), '-10'],
    [-10n, format('signed', 4), '-0010'],
    [255n, format('hex-lower'), 'ff'],
    [255n, format('hex-upper', 4, true), '0x00FF'],
    [-1n, format('unsigned'), null],
  ])('writes %d', (value, as, expected) => {
    expect(formatNumber(value, as)).toBe(expected);
  });
});

describe('wildcard', () => {
  test.each([
    [format('unsigned'), '010', true],
    [format('unsigned'), '-1', false],
    [format('unsigned', 3), '010', true],
    [format('unsigned', 3), '10', false],
    [format('unsigned', 3), '0010', false],
    [format('signed'), '-1', true],
    [format('hex-lower'), 'fF', false],
    [format('hex-upper', 8), '0000DEAD', true],
    [format('hex-lower', 0, true), '0xff', true],
  ])('%j accepts %s: %s', (as, text, expected) => {
    expect(new RegExp(`^(?:${wildcard(as)})$`).test(text)).toBe(expected);
  });
});

test('readNumber reads what the format writes', () => {
  expect(readNumber('-0010', format('signed', 4))).toBe(-10n);
  expect(readNumber('0x00FF', format('hex-upper', 4, true))).toBe(255n);
  expect(readNumber('18446744073709551615', format('unsigned'))).toBe(18446744073709551615n);
});
