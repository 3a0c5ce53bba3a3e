import { expect, test } from 'vitest';
import { SourceText, UnknownLoc } from '../ir/location.ts';
import type { Entry } from './numbering-order.ts';
import { TextPositions } from './text-positions.ts';

function entry(number: number): Entry<UnknownLoc> {
  const dialect = { name: 'builtin', bytecode: null, number: 0, resources: new Map<string, number>() };
  return { value: UnknownLoc.instance, dialect, references: 1, number };
}

test('positions are found in any order, also in one that is not that of the text', () => {
  const positions = new TextPositions(new SourceText('f', ''));
  const starts = [40, 7, 90, 12, 13];
  for (const [number, start] of starts.entries()) {
    expect(positions.find(start)).toBeNull();
    positions.add(start, entry(number));
  }
  for (const order of [starts, starts.toReversed(), starts.toSorted((a, b) => a - b)])
    expect(order.map((start) => positions.find(start)!.number)).toEqual(order.map((s) => starts.indexOf(s)));
  expect(positions.find(41)).toBeNull();
  expect(positions.find(91)).toBeNull();
});
