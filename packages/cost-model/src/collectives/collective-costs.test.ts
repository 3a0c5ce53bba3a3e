import { describe, expect, test } from 'vitest';
import { uniformMachine } from '../machine/machine.ts';
import { collectiveKinds } from '../machine/measured-collectives.ts';
import { CollectiveCosts } from './collective-costs.ts';

/** 8 Gbit/s are a gigabyte a second. */
const linked = { gbps: 8, latency: 1e-6 };
const fit = (perGigabit: number, constant: number) => new Map([[4, { perGigabit, constant }]]);
const GIGABIT = 1.25e8;
const FOUR = [1, 2, 3, 4];
const ring = FOUR.map((from) => ({ from, to: (from % 4) + 1 }));

test('measured collectives take the time that was measured, by kind and size of the group', () => {
  const prices = new CollectiveCosts(
    uniformMachine(8, {
      ...linked,
      collectives: new Map([
        ['allreduce', fit(1, 0.1)],
        ['allgather', fit(2, 0.2)],
        ['reducescatter', fit(3, 0.3)],
        ['alltoall', fit(4, 0.4)],
        ['permute', fit(5, 0.5)],
      ]),
    }),
  );
  expect(prices.seconds('allreduce', [FOUR], GIGABIT)).toBeCloseTo(1.1, 12);
  expect(prices.seconds('allgather', [FOUR], GIGABIT)).toBeCloseTo(2.2, 12);
  expect(prices.seconds('reducescatter', [FOUR], GIGABIT)).toBeCloseTo(3.3, 12);
  expect(prices.seconds('alltoall', [FOUR], GIGABIT)).toBeCloseTo(4.4, 12);
  const pairs = [...ring, { from: 5, to: 5 }];
  expect(prices.permute(pairs, GIGABIT).map((own) => own.toFixed(9))).toEqual(
    [5.5, 5.5, 5.5, 5.5, 0].map((own) => own.toFixed(9)),
  );
  expect(prices.distinctTransfers(pairs).map((own) => own(GIGABIT).toFixed(9))).toEqual(['5.500000000']);
});

/** Two measured points of each collective, bytes and seconds, and the straight line through them. */
const points = [
  [1e6, 1e-3, 5e8, 0.02],
  [1e3, 5e-5, 1e9, 0.5],
  [0, 2e-4, 2.5e7, 3e-3],
] as const;
describe.each(points)(
  'a collective of %d bytes in %d s, and of %d bytes in %d s',
  (less, first, more, second) => {
    const perGigabit = (second - first) / ((more - less) / GIGABIT);
    const own = fit(perGigabit, first - (perGigabit * less) / GIGABIT);
    const measured = new CollectiveCosts(
      uniformMachine(8, { ...linked, collectives: new Map(collectiveKinds.map((kind) => [kind, own])) }),
    );
    const [bytes, seconds] = [(less + more) / 2, (first + second) / 2];

    test.each(['allreduce', 'allgather', 'reducescatter', 'alltoall'] as const)(
      'takes half of the difference longer in the middle: %s',
      (kind) => {
        expect(measured.seconds(kind, [FOUR], less)).toBeCloseTo(first, 12);
        expect(measured.seconds(kind, [FOUR], bytes)).toBeCloseTo(seconds, 12);
        expect(measured.secondsAlone(kind, FOUR, bytes)).toBeCloseTo(seconds, 12);
        expect(measured.secondsOfGroup(kind, [FOUR], 0, bytes)).toBeCloseTo(seconds, 12);
      },
    );

    test('takes half of the difference longer in the middle: permute', () => {
      for (const own of measured.permute(ring, bytes)) expect(own).toBeCloseTo(seconds, 12);
      for (const own of measured.permuteAlone(ring, bytes)) expect(own).toBeCloseTo(seconds, 12);
      for (const own of measured.distinctTransfers(ring)) expect(own(bytes)).toBeCloseTo(seconds, 12);
    });
  },
);

test('groups of sizes that were not measured take what links give', () => {
  const measured = new CollectiveCosts(
    uniformMachine(8, { ...linked, collectives: new Map([['allreduce', fit(1, 0.1)]]) }),
  );
  const plain = new CollectiveCosts(uniformMachine(8, linked));
  expect(measured.seconds('allreduce', [[1, 2]], 1e6)).toBe(plain.seconds('allreduce', [[1, 2]], 1e6));
  expect(measured.seconds('allgather', [FOUR], 1e6)).toBe(3e-6 + 0.75e6 / 1e9);
  expect(measured.permute(ring, 1e6)).toEqual(plain.permute(ring, 1e6));
  expect(plain.permute(ring, 1e6)[0]).toBe(1e-6 + 1e-3);
});

test('groups are alike that take the same time alone and together', () => {
  const costs = new CollectiveCosts(uniformMachine(8, linked));
  expect(costs.areAlike([FOUR, [5, 6, 7, 8]])).toBe(true);
  expect(costs.areAlike([FOUR, [5, 6, 7]])).toBe(false);
});
