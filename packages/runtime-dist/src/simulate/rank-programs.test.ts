import { expect, test } from 'vitest';
import { FlatBuilder } from '../program/flat-program.ts';
import { projectRanks, type RankPrograms, type RankStep, runRanks } from './rank-programs.ts';

test("a program of all devices becomes one per device, in the program's order", () => {
  const builder = new FlatBuilder();
  const type = builder.types.of([4], 4);
  const input = builder.input(type, 1);
  const a = builder.op('Relu', [input], type, 1);
  const b = builder.op('Send', [a], type, 2);
  const c = builder.op('Relu', [b], type, 2);
  builder.op('Send', [c], type, 1);
  const ranks = projectRanks(builder.build());
  expect([...ranks].map(([device, steps]) => [device, steps.map(({ kind, op }) => `${kind} ${op}`)])).toEqual(
    [
      [1, ['Relu 0', 'Send 1', 'Receive 3']],
      [2, ['Receive 1', 'Relu 2', 'Send 3']],
    ],
  );
  expect(runRanks(ranks)).toEqual({ deadlock: null, order: [0, 1, 2, 3] });
});

function ranksOf(...programs: readonly (readonly RankStep[])[]): RankPrograms {
  return new Map(programs.map((steps, i) => [i + 1, steps]));
}

test('devices that both send first wait for each other, unless sends are buffered', () => {
  const both = [1, 2];
  const ranks = ranksOf(
    [
      { kind: 'Send', op: 0, devices: both },
      { kind: 'Receive', op: 1, devices: both },
    ],
    [
      { kind: 'Send', op: 1, devices: both },
      { kind: 'Receive', op: 0, devices: both },
    ],
  );
  expect(runRanks(ranks).deadlock).toBe(
    'devices wait for each other: 1 -> 2 -> 1 (device 1 at operation 0, Send; device 2 at operation 1, Send)',
  );
  expect(runRanks(ranks, { rendezvous: false }).deadlock).toBeNull();
});

test('collectives in different orders are found', () => {
  const reduce = (op: number): RankStep => ({ kind: 'MPIAllreduce', op, devices: [1, 2] });
  expect(runRanks(ranksOf([reduce(0), reduce(1)], [reduce(1), reduce(0)])).deadlock).toContain('1 -> 2 -> 1');
  expect(runRanks(ranksOf([reduce(0), reduce(1)], [reduce(0)])).deadlock).toBe(
    'device 1 waits at operation 1, MPIAllreduce, for device 2, which has ended',
  );
});
