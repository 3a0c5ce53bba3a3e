import { describe, expect, test } from 'vitest';
import { firstAfter, panned, rangeText, ticksOf, within, zoomed } from './time-scale.ts';

describe('marks of a time axis', () => {
  test('are round, in the unit of the larger end', () => {
    const { times, label } = ticksOf({ from: 735e-6, to: 905e-6 }, 900);
    expect(times.map(label)).toEqual([
      '740 µs',
      '760 µs',
      '780 µs',
      '800 µs',
      '820 µs',
      '840 µs',
      '860 µs',
      '880 µs',
      '900 µs',
    ]);
  });

  test('have as many digits as tell them apart', () => {
    const { times, label } = ticksOf({ from: 1.5e-3, to: 1.502e-3 }, 450);
    expect(times.map(label)).toEqual(['1.5000 ms', '1.5005 ms', '1.5010 ms', '1.5015 ms', '1.5020 ms']);
  });
});

test('a range says what it is of', () => {
  expect(rangeText({ from: 0, to: 77.9e-6 }, 77.9e-6)).toBe('77.9 µs');
  expect(rangeText({ from: 735e-6, to: 905e-6 }, 1845e-6)).toBe('0.735 – 0.905 of 1.845 ms');
});

describe('a range', () => {
  test('stays within the whole when it moves', () => {
    expect(panned({ from: 6, to: 8 }, 2, 9)).toEqual({ from: 7, to: 9 });
    expect(within({ from: -1, to: 1 }, 9)).toEqual({ from: 0, to: 2 });
    expect(within({ from: -1, to: 20 }, 9)).toEqual({ from: 0, to: 9 });
  });

  test('zooms around a time that stays where it is', () => {
    expect(zoomed({ from: 0, to: 8 }, 2, 0.5, 8)).toEqual({ from: 1, to: 5 });
  });
});

test('finds the first event that ends after a time', () => {
  const [starts, durations] = [Float64Array.of(0, 2, 5), Float64Array.of(1, 1, 2)];
  expect([0, 1, 2.5, 4, 7].map((time) => firstAfter(starts, durations, time))).toEqual([0, 1, 1, 2, 3]);
});
