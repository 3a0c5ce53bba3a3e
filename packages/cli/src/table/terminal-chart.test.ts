import { expect, test } from 'vitest';
import { areaChart, barChart } from './terminal-chart.ts';

test('bars are as long as their values, to an eighth of a character', () => {
  const bars = [
    { label: 'before', value: 16, text: '16 B' },
    { label: 'after', value: 5, text: '5 B' },
    { label: 'none', value: 0, text: '0 B' },
  ];
  expect(barChart(bars, 8)).toEqual(['before  ████████ 16 B', 'after   ██▌ 5 B', 'none     0 B']);
});

test('bars of nothing are empty', () => {
  expect(barChart([{ label: 'x', value: 0, text: '0 B' }], 8)).toEqual(['x   0 B']);
});

test('each column of an area is as high as the greatest value in its span', () => {
  const points = [
    { time: 0, value: 4 },
    { time: 5, value: 16 },
    { time: 6, value: 8 },
  ];
  expect(areaChart(points, 10, { width: 5, height: 2 })).toEqual(['  █', '▄▄███']);
});
