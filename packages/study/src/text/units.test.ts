import { expect, test } from 'vitest';
import { countText, percentText, secondsText } from './units.ts';

test('times have a unit in which they are at least 1', () => {
  expect([0, 4.1e-8, 4.656e-6, 12.34e-6, 0.11309, 2].map((seconds) => secondsText(seconds))).toEqual([
    ...['0 s', '41.0 ns', '4.66 µs', '12.3 µs', '113.1 ms', '2.00 s'],
  ]);
});

test('close times are told apart by more digits', () => {
  expect([10.004e-6, 10.011e-6].map((seconds) => secondsText(seconds, { more: 1 }))).toEqual([
    '10.00 µs',
    '10.01 µs',
  ]);
});

test('small percentages have a decimal', () => {
  expect([0, 0.0262, 0.631, 1].map(percentText)).toEqual(['0 %', '2.6 %', '63 %', '100 %']);
  expect([1e-6, 0.0005, 0.0996].map(percentText)).toEqual(['<0.1 %', '0.1 %', '10 %']);
});

test('nouns are in the singular for one', () => {
  expect([countText(1, 'collective'), countText(0, 'collective')]).toEqual(['1 collective', '0 collectives']);
  expect(countText(2, 'copy', 'copies')).toBe('2 copies');
});
