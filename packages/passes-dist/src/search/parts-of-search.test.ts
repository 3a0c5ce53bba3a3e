import { uniformMachine } from '@shardform/cost-model';
import { lookUp } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { mlpModel } from '../model/mlp-model.ts';
import { degreeGrid } from '../strategy/degrees.ts';
import type { Candidate, Evaluation, Workload } from './candidate.ts';
import type { LowerBound } from './lower-bound.ts';
import { partOfCandidates, search, searchAmong } from './search.ts';
import type { Rejection, SearchOptions } from './search-walk.ts';

const workload: Workload = {
  model: (devices, chunks) => mlpModel({ layers: 4, width: 64, batch: 64, elementBytes: 2 }, devices, chunks),
  batch: 64,
  machine: uniformMachine(8),
  costModel: 'roofline',
};

const candidates = degreeGrid(8, 64).flatMap((degrees) =>
  (['gpipe', '1f1b', 'zb-h1'] as const).map((schedule): Candidate => ({
    degrees,
    schedule,
    recompute: false,
  })),
);

test('each candidate is in one part, in the order of all, beside those of equal bounds', () => {
  const parts = [1, 2, 3, 4, 5].map((number) => partOfCandidates(candidates, number, 5));
  expect(parts.flat().length).toBe(candidates.length);
  expect(new Set(parts.flat())).toEqual(new Set(candidates));
  for (const part of parts) {
    expect(part).toEqual(candidates.filter((candidate) => part.includes(candidate)));
    const first = part.filter(({ schedule }) => schedule === 'gpipe').map(({ degrees }) => degrees);
    expect(part.filter(({ schedule }) => schedule === '1f1b').map(({ degrees }) => degrees)).toEqual(first);
  }
});

describe.each<[string, SearchOptions]>([
  ['exhaustive', { mode: 'exhaustive' }],
  ['pruned', {}],
  ['pruned for little memory', { memory: 1e5 }],
  ['pareto', { pareto: true }],
])('%s', (_, options) => {
  const expected = search(workload, candidates, options);

  test.each([1, 2, 7, 100])('the search in %i parts has the result of that in one', (count) => {
    const bounds = new Map<Candidate, LowerBound | Rejection>();
    const evaluations = new Map<Candidate, Evaluation | Rejection>();
    for (let number = 1; number <= count; number += 1) {
      search(workload, partOfCandidates(candidates, number, count), {
        ...options,
        onBound: (first, bound) => bounds.set(first, bound),
        onOutcome: (outcome) => evaluations.set(outcome.candidate, outcome),
      });
    }
    const found = searchAmong(candidates, options, {
      bound: (candidate) => lookUp(bounds, candidate),
      evaluation: (candidate) => lookUp(evaluations, candidate),
    });
    expect(found).toEqual(expected);
  });
});
