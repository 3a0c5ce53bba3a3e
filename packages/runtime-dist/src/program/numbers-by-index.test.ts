import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumbersByIndex } from './numbers-by-index.ts';

test('numbers by index are a map', () => {
  const entry = fc.tuple(fc.nat(2000), fc.double({ noNaN: true }));
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const [own, map] = [new NumbersByIndex(), new Map<number, number>()];
      for (const [index, value] of entries) {
        own.set(index, value);
        map.set(index, value);
      }
      for (const index of [0, 1, 300, 5000, ...map.keys()]) {
        expect(own.get(index)).toBe(map.get(index));
        expect(own.has(index)).toBe(map.has(index));
      }
      expect(own.values()).toEqual([...map].sort(([a], [b]) => a - b).map(([, value]) => value));
    }),
  );
});
