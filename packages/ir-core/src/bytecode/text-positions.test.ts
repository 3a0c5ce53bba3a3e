import { expect, test } from 'vitest';
import { SourceText } from '../ir/location.ts';
import { TextPositions } from './text-positions.ts';

test('positions are found in any order, also in one that is not that of the text', () => {
  const dialect = { name: 'builtin', bytecode: null, number: 0, resources: new Map<string, number>() };
  const positions = new TextPositions(new SourceText('f', ''), dialect, []);
  const starts = [40, 7, 90, 12, 13];
  const entries = starts.map((start) => {
    expect(positions.find(start)).toBeNull();
    return positions.add(start);
  });
  for (const order of [starts, starts.toReversed(), starts.toSorted((a, b) => a - b)])
    expect(order.map((start) => positions.find(start))).toEqual(order.map((s) => entries[starts.indexOf(s)]));
  expect(positions.find(41)).toBeNull();
  expect(positions.find(91)).toBeNull();
});
