import { describe, expect, test } from 'vitest';
import { publishedBest, publishedMachine } from '../../tests/published-rows.ts';
import { mlpModel, mlpSizes } from '../model/mlp-model.ts';
import { degreeGrid, degreesText, degreeTriples } from '../strategy/degrees.ts';
import { type Candidate, evaluate, type Workload } from './candidate.ts';
import { lowerBound } from './lower-bound.ts';
import { paretoFront } from './pareto-front.ts';
import { search } from './search.ts';
import { isRejection } from './search-walk.ts';

/** DistIR's times of all-reduces are for its own model; rooflines have those of links. */
const { collectives, ...linked } = publishedMachine();

function workload(model: string, batch: number, costModel: Workload['costModel'] = 'distir'): Workload {
  const sizes = mlpSizes[model]!;
  return {
    model: (devices, chunks) => mlpModel({ ...sizes, batch, elementBytes: 2 }, devices, chunks),
    batch,
    machine: costModel === 'distir' && collectives !== undefined ? { ...linked, collectives } : linked,
    costModel,
  };
}

function candidates(batch: number): Candidate[] {
  return degreeGrid(16, batch).map((degrees) => ({ degrees, schedule: 'pipedream', recompute: false }));
}

test('degrees of 4 and 16 devices', () => {
  expect(degreeTriples(4)).toEqual([
    [1, 1, 4],
    [1, 2, 2],
    [1, 4, 1],
    [2, 1, 2],
    [2, 2, 1],
    [4, 1, 1],
  ]);
  expect(degreeTriples(16)).toHaveLength(15);
  expect(degreeGrid(16, 2048)).toHaveLength(75);
});

describe('the fastest that fits into 32 GB, of what was published', () => {
  test.each(publishedBest)('%s of batch %i is %j', (model, batch, degrees, throughput) => {
    const {
      best,
      evaluated,
      candidates: count,
    } = search(workload(model, batch), candidates(batch), { memory: 32e9 });
    expect(degreesText(best!.candidate.degrees)).toBe(degrees.join('/'));
    expect(Math.abs(best!.throughput / throughput - 1)).toBeLessThan(2e-5);
    expect(evaluated / count).toBeLessThan(0.2);
  });
});

describe('bounds', () => {
  test.each([
    ['distir', 1024],
    ['roofline', 1024],
    ['distir', 8192],
  ] as const)(
    'hold with %s for a batch of %i, and the pruned search finds what all do',
    (costModel, batch) => {
      const small: Workload = {
        ...workload('mlp-xs', batch, costModel),
        model: (devices, chunks) =>
          mlpModel({ layers: 16, width: 512, batch, elementBytes: 2 }, devices, chunks),
      };
      const few = degreeGrid(16, batch).filter(({ microbatches }) => microbatches <= 8);
      const all = few.flatMap((degrees) =>
        (['gpipe', '1f1b', 'pipedream'] as const).flatMap((schedule) =>
          [false, true].map((recompute): Candidate => ({ degrees, schedule, recompute })),
        ),
      );
      const more = few
        .filter(({ pipeline, microbatches }) => pipeline > 1 && microbatches % pipeline === 0)
        .flatMap((degrees) =>
          [false, true].flatMap((recompute): Candidate[] => [
            { degrees, schedule: 'zb-h1', recompute },
            ...(degrees.pipeline < 16
              ? [{ degrees, schedule: 'interleaved-1f1b', recompute, chunks: 2 } as const]
              : []),
          ]),
        );
      all.push(...more);
      for (const candidate of all.filter((_, i) => i % 7 === 0).concat(more)) {
        const { latency, peakBytes } = evaluate(small, candidate);
        const bound = lowerBound(small, candidate);
        expect(bound.latency).toBeLessThanOrEqual(latency);
        expect(bound.peakBytes).toBeLessThanOrEqual(peakBytes);
      }
      const exhaustive = search(small, all, { mode: 'exhaustive' });
      const pruned = search(small, all);
      expect(pruned.best!.latency).toBe(exhaustive.best!.latency);
      expect(pruned.evaluated).toBeLessThan(exhaustive.evaluated / 10);
      const pareto = search(small, all, { pareto: true });
      expect(pareto.front.map(({ latency }) => latency)).toEqual(
        exhaustive.front.map(({ latency }) => latency),
      );
    },
    180_000,
  );
});

test('what was evaluated or rejected before is not tried again', () => {
  const one = workload('mlp-xs', 1024);
  const given = candidates(1024);
  const first = search(one, given, { mode: 'exhaustive' });
  const outcomes = [...first.evaluations, ...first.rejected];
  const again = search({ ...one, model: () => expect.unreachable('a model was asked for') }, given, {
    mode: 'exhaustive',
    known: ({ degrees }) =>
      outcomes.find(({ candidate }) => degreesText(candidate.degrees) === degreesText(degrees)) ?? null,
  });
  expect(again).toEqual({ ...first, evaluated: 0 });
  // 8 layers can't be dealt to 16 stages.
  expect(first.rejected.map(({ candidate }) => candidate.degrees.pipeline)).toEqual(new Array(7).fill(16));
  expect(first.candidates).toBe(given.length - 7);
});

test('a search tells outcomes as they come', () => {
  const told: string[] = [];
  const given = candidates(1024);
  search(workload('mlp-xs', 1024), given, {
    mode: 'exhaustive',
    onOutcome: (outcome, done, total) =>
      told.push(`${isRejection(outcome) ? 'no program' : 'evaluated'} ${done}/${total}`),
  });
  expect(told).toHaveLength(75);
  expect(told.filter((text) => text.startsWith('no program'))).toHaveLength(7);
  expect(told.at(-1)).toMatch(/ 75\/75$/);
});

test('a candidate of a search is evaluated as it is alone', () => {
  for (const costModel of ['distir', 'roofline'] as const) {
    const own = workload('mlp-xs', 256, costModel);
    for (const evaluation of search(own, candidates(256), { mode: 'exhaustive' }).evaluations)
      expect(evaluation).toEqual(evaluate(own, evaluation.candidate));
  }
});

test('the front has what no other beats in both time and memory', () => {
  const of = (latency: number, peakBytes: number) => ({ latency, peakBytes }) as ReturnType<typeof evaluate>;
  expect(paretoFront([of(3, 1), of(1, 9), of(2, 9), of(2, 4), of(3, 4)])).toEqual([
    of(1, 9),
    of(2, 4),
    of(3, 1),
  ]);
});
