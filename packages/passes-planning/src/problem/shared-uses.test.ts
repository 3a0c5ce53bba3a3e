import { programEntry } from '@shardform/dialect-func';
import { programMesh } from '@shardform/dialect-sdy';
import { Operation, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { context, machine } from '../../tests/planned.ts';
import { costOfChoices } from '../solver/cost-of-choices.ts';
import { RandomNumbers } from '../solver/random-numbers.ts';
import { type DimSplits, splitsKey } from './dim-splits.ts';
import type { Strategy } from './op-strategies.ts';
import { ALL_EXPOSED, pricedProblem } from './priced-problem.ts';
import { haveSharedCopy } from './shared-uses.ts';
import { shardingProblem, type ShardingProblem } from './sharding-problem.ts';

/** A tensor that a product, a transposed product and a sum use. */
function usedThrice(): ShardingProblem {
  const module = parseModule(
    `sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %0 = stablehlo.tanh %a : tensor<1024x1024xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %2 = stablehlo.dot_general %0, %b, contracting_dims = [0] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %3 = stablehlo.add %0, %b : tensor<1024x1024xf32>
  return %1, %2, %3 : tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>
}`,
    context,
  )!;
  const [, mesh] = programMesh(module)!;
  return shardingProblem(programEntry(module)!, context, { mesh, machine, ties: [] });
}

/** Choices of all classes, many of them. */
function* choicesOf({ classes }: ShardingProblem): Generator<number[]> {
  const random = new RandomNumbers(1);
  for (let i = 0; i < 3000; i++) yield classes.map(({ strategies }) => random.below(strategies.length));
}

test('uses that need a tensor split alike pay for one copy', () => {
  const problem = usedThrice();
  const [apart, shared] = [[], problem.sharedUses()].map((uses) =>
    pricedProblem(problem, [2, 4], ALL_EXPOSED, uses),
  );
  const isUnsplit = (splits: DimSplits | undefined): boolean => splits!.every((axes) => axes.length === 0);
  const [maker, ...users] = [...problem.classOf].filter(([item]) => item instanceof Operation);
  const of = (number: number, is: (strategy: Strategy) => boolean): number =>
    problem.classes[number]!.strategies.findIndex(is);
  const choices = problem.classes.map(() => 0);
  choices[maker![1]] = of(maker![1], ({ results }) => splitsKey(results[0]!) === '0|1');
  for (const [, number] of users) choices[number] = of(number, ({ operands }) => isUnsplit(operands[0]));
  const copy = problem.communication.reshard(
    { shape: [1024, 1024], bytes: 4 * 1024 * 1024 },
    [[0], [1]],
    [[], []],
  );
  const saved = costOfChoices(apart!, choices) - costOfChoices(shared!, choices);
  expect(saved).toBeCloseTo(2 * copy.communication, 12);
});

test('uses have a shared copy where that costs less', () => {
  const problem = usedThrice();
  const [apart, shared] = [[], problem.sharedUses()].map((uses) =>
    pricedProblem(problem, [2, 4], ALL_EXPOSED, uses),
  );
  let count = 0;
  for (const choices of choicesOf(problem)) {
    const [most, least] = [costOfChoices(apart!, choices), costOfChoices(shared!, choices)];
    const isShared = problem.sharedUses().some((uses) => haveSharedCopy(uses, problem.flows, choices));
    expect(least < most * (1 - 1e-9)).toBe(isShared);
    expect(least).toBeLessThanOrEqual(most * (1 + 1e-9));
    if (isShared) count++;
  }
  expect(count).toBeGreaterThan(100);
});
