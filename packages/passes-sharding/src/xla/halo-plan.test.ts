import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangePlan } from '../export/exchange-borders/exchange-plan.ts';
import { planHalos } from './halo-plan.ts';

/** Sizes of what is sent. */
function sentSizes(plan: ExchangePlan | null): readonly number[] | null {
  return plan?.blocks.flatMap(({ isSent, size }) => (isSent ? [size] : [])) ?? null;
}

/** The windows of as many devices of a slice from `start` on. */
function slice(start: number, length: number, parts: number) {
  const span = Math.ceil(length / parts);
  const starts = Array.from({ length: parts }, (_, part) => start + part * span);
  return { starts, span, last: { count: length, end: start + length } };
}

test('halos of both sides have the size that the farthest window needs', () => {
  const starts = [-2, 6, 14, 22];
  expect(sentSizes(planHalos({ size: 32, parts: 4 }, { starts, span: 11, last: null }))).toEqual([2, 1]);
});

test('the first half of a dimension goes to where each device needs it, and parts that are sent at once have one size', () => {
  expect(sentSizes(planHalos({ size: 128, parts: 4 }, slice(0, 64, 4)))).toEqual([32, 16]);
});

test('a dimension is gathered where the windows are half of it and far away', () => {
  const starts = [0, 0, 0, 0];
  expect(planHalos({ size: 32, parts: 4 }, { starts, span: 16, last: null })).toBeNull();
});

test('devices without results take no part: the last element is sent once', () => {
  expect(sentSizes(planHalos({ size: 32, parts: 4 }, slice(31, 1, 4)))).toEqual([1]);
  expect(sentSizes(planHalos({ size: 32, parts: 4 }, slice(0, 1, 4)))).toEqual([]);
});

test('devices get the elements of their windows, each once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 0, max: 39 }),
      fc.integer({ min: 1, max: 40 }),
      (size, parts, start, length) => {
        fc.pre(start + length <= size);
        const windows = slice(start, length, parts);
        const part = Math.ceil(size / parts);
        const plan = planHalos({ size, parts }, windows);
        for (let target = 0; plan !== null && target < parts; target++) {
          const found = plan.blocks
            .flatMap(({ pieces }) => pieces)
            .filter((piece) => piece.target === target)
            .flatMap(({ source, offset, length: count, at }) =>
              Array.from({ length: count }, (_, i) => [at + i, source * part + offset + i]),
            )
            .sort(([a], [b]) => a! - b!);
          const begin = windows.starts[target]!;
          const end = Math.min(size, begin + windows.span);
          const isUsed = target < windows.last.count;
          const wanted = Array.from({ length: isUsed ? Math.max(0, end - begin) : 0 }, (_, i) => [
            i,
            begin + i,
          ]);
          expect(found).toEqual(wanted);
        }
      },
    ),
  );
});
