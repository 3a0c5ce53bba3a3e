import { describe, expect, test } from 'vitest';
import { costOfChoices } from '../solver/cost-of-choices.ts';
import type { LimitedProblem } from './limited-problem.ts';
import { searchLimited } from './limited-search.ts';
import { reduceLimited } from './reduced-limited-problem.ts';
import { UsageProfile } from './usage-profile.ts';
import { RandomNumbers } from '../solver/random-numbers.ts';

/** Up to seven nodes of up to four choices; many pairs exclude each other, so that nodes follow others. */
function randomProblem(seed: number): LimitedProblem {
  const random = new RandomNumbers(seed * 7919 + 1);
  const upTo = (count: number): number => random.below(count);
  const nodes = Array.from({ length: 1 + upTo(7) }, () =>
    Float64Array.from({ length: 1 + upTo(4) }, () => upTo(20)),
  );
  const edges = Array.from({ length: upTo(2 * nodes.length) }, () => {
    const [a, b] = [upTo(nodes.length), upTo(nodes.length)];
    const isTie = random.next() < 0.5;
    const costs = Float64Array.from({ length: nodes[a]!.length * nodes[b]!.length }, (_, at) => {
      const isAlike = Math.floor(at / nodes[b]!.length) % nodes[b]!.length === at % nodes[b]!.length;
      return isTie && !isAlike ? Infinity : upTo(20);
    });
    return { a, b, costs };
  });
  const intervals = nodes.map((): [number, number] => {
    const begin = upTo(8);
    return [begin, begin + upTo(6)];
  });
  const usages = nodes.map((costs) => costs.map(() => upTo(10)));
  return { problem: { nodes, edges }, intervals, usages, limit: 5 + upTo(20) };
}

function keepsToLimit({ intervals, usages, limit }: LimitedProblem, choices: readonly number[]): boolean {
  const used = new Float64Array(16);
  for (const [node, [begin, end]] of intervals.entries())
    for (let time = begin; time < end; time++) used[time]! += usages[node]![choices[node]!]!;
  return used.every((own) => own <= limit);
}

function* allChoices(
  counts: readonly number[],
  chosen: readonly number[] = [],
): Generator<readonly number[]> {
  if (chosen.length === counts.length) yield chosen;
  else
    for (let choice = 0; choice < counts[chosen.length]!; choice++)
      yield* allChoices(counts, [...chosen, choice]);
}

/** The least cost of choices that keep to the limit. */
function leastCost(limited: LimitedProblem): number {
  let least = Infinity;
  for (const choices of allChoices(limited.problem.nodes.map(({ length }) => length)))
    if (keepsToLimit(limited, choices)) least = Math.min(least, costOfChoices(limited.problem, choices));
  return least;
}

/** A budget of so many looks at it. */
function looks(count: number): () => number {
  let used = 0;
  return () => used++ / count;
}

describe('choices under a limit', () => {
  const seeds = Array.from({ length: 200 }, (_, seed) => seed);

  test('keep to it at all times, and are the cheapest ones of small problems', () => {
    let [solved, exact, possible] = [0, 0, 0];
    for (const seed of seeds) {
      const limited = randomProblem(seed);
      const least = leastCost(limited);
      const found = searchLimited(limited, looks(40));
      if (least < Infinity) possible++;
      if (found === null) continue;
      solved++;
      expect(keepsToLimit(limited, found.choices), `seed ${seed}`).toBe(true);
      expect(found.cost, `seed ${seed}`).toBe(costOfChoices(limited.problem, found.choices));
      expect(found.cost, `seed ${seed}`).toBeGreaterThanOrEqual(least);
      if (found.cost === least) exact++;
    }
    expect(solved).toBe(possible);
    expect(exact / solved).toBeGreaterThan(0.98);
  });

  test('are the same in each run', () => {
    const limited = randomProblem(7);
    expect(searchLimited(limited, looks(20))).toEqual(searchLimited(limited, looks(20)));
  });

  test('are as cheap in the reduced problem', () => {
    let removed = 0;
    for (const seed of seeds) {
      const limited = randomProblem(seed);
      const reduced = reduceLimited(limited);
      removed += limited.problem.nodes.length - reduced.problem.nodes.length;
      let least = Infinity;
      for (const choices of allChoices(reduced.problem.nodes.map(({ length }) => length))) {
        const profile = new UsageProfile(reduced.room);
        for (const [node, holdings] of reduced.holdings.entries())
          for (const { from, until, amounts } of holdings) profile.add(from, until, amounts[choices[node]!]!);
        const all = reduced.expand(choices);
        expect(profile.most <= 0, `seed ${seed}`).toBe(keepsToLimit(limited, all));
        if (keepsToLimit(limited, all)) least = Math.min(least, costOfChoices(limited.problem, all));
      }
      expect(least, `seed ${seed}`).toBe(leastCost(limited));
    }
    expect(removed).toBeGreaterThan(500);
  });
});

describe('a profile of usage', () => {
  test('knows the most in an interval as a sum over all that was added does', () => {
    const random = new RandomNumbers(3);
    const room = Float64Array.from({ length: 300 }, () => random.below(50));
    const profile = new UsageProfile(room);
    const expected = room.map((own) => -own);
    for (let i = 0; i < 500; i++) {
      const [from, until] = [random.below(301), random.below(301)];
      const usage = random.below(9) - 4;
      profile.add(from, until, usage);
      for (let time = from; time < until; time++) expected[time]! += usage;
      const [low, high] = [random.below(301), random.below(301)];
      expect(profile.mostIn(low, high) - Math.max(...expected.subarray(low, high)) || 0).toBe(0);
      expect(profile.most - Math.max(...expected)).toBe(0);
    }
  });
});
