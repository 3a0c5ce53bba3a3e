import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExchangePlan, planExchange, type Run } from './exchange-plan.ts';

/** Per device, the element (input and index) at each position of its window; `null` where there is none. */
function windowsOf(plan: ExchangePlan, parts: number, shard: readonly number[]): (string | null)[][] {
  const windows = Array.from({ length: parts }, () => new Array<string | null>(plan.window).fill(null));
  for (const { pieces } of plan.blocks) {
    for (const { input, source, target, offset, length, at } of pieces) {
      for (let i = 0; i < length; i++)
        windows[target]![at + i] = `${input}:${source * shard[input]! + offset + i}`;
    }
  }
  return windows;
}

const plain = (runs: readonly (readonly [number, number])[]): Run[][] =>
  runs.map(([start, length]) => [{ input: 0, start, length, at: 0 }]);

test('borders on both sides are one exchange in each direction, of as many elements as are needed', () => {
  const { sent, blocks } = planExchange(
    [{ size: 16, parts: 4 }],
    plain([0, 1, 2, 3].map((k) => [4 * k - 2, 7])),
    7,
  );
  expect(sent).toBe(3);
  expect(blocks.map(({ isSent, size, pieces }) => [isSent, size, pieces.length])).toEqual([
    [false, 4, 4],
    [true, 2, 3],
    [true, 1, 3],
  ]);
});

test('two devices exchange both borders at once', () => {
  const { sent } = planExchange(
    [{ size: 8, parts: 2 }],
    plain([
      [-2, 7],
      [2, 7],
    ]),
    7,
  );
  expect(sent).toBe(2);
});

test('what is beyond a whole neighbour comes from the one behind it', () => {
  const { blocks } = planExchange(
    [{ size: 16, parts: 4 }],
    plain([0, 1, 2, 3].map((k) => [4 * k - 6, 4])),
    4,
  );
  expect(blocks.map(({ pieces }) => pieces.map(({ source, target }) => `${source}>${target}`))).toEqual([
    ['0>1', '1>2', '2>3'],
    ['0>2', '1>3'],
  ]);
});

test('windows have the elements that they ask for, each device sends and receives one piece at a time', () => {
  const size = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(size, size, fc.integer({ min: 2, max: 8 }), fc.nat(1000), (first, second, parts, seed) => {
      const inputs = [
        { size: first, parts },
        { size: second, parts: seed % 2 === 0 ? 1 : parts },
      ];
      const length = 1 + (seed % 7);
      const runs = Array.from({ length: parts }, (_, k): Run[] => [
        { input: 0, start: ((k * seed) % (first + 4)) - 2, length, at: 1 },
        { input: 1, start: ((k * 3 + seed) % (second + 4)) - 2, length, at: 1 + length },
      ]);
      const plan = planExchange(inputs, runs, 2 * length + 2);
      const shard = [Math.ceil(first / parts), inputs[1]!.parts === 1 ? 0 : Math.ceil(second / parts)];
      const wanted = runs.map((own) => {
        const window = new Array<string | null>(2 * length + 2).fill(null);
        for (const { input, start, at } of own) {
          for (let i = 0; i < length; i++) {
            const index = start + i;
            if (index >= 0 && index < inputs[input]!.size) window[at + i] = `${input}:${index}`;
          }
        }
        return window;
      });
      expect(windowsOf(plan, parts, shard)).toEqual(wanted);
      for (const { isSent, pieces } of plan.blocks) {
        expect(new Set(pieces.map(({ target }) => target)).size).toBe(pieces.length);
        if (isSent) expect(new Set(pieces.map(({ source }) => source)).size).toBe(pieces.length);
        expect(pieces.every(({ source, target }) => (source === target) !== isSent)).toBe(true);
      }
    }),
  );
});
