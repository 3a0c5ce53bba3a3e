import { programEntry } from '@shardform/dialect-func';
import { programMesh } from '@shardform/dialect-sdy';
import { parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { context, machine } from '../../tests/planned.ts';
import { type DimSplits, splitsKey } from '../problem/dim-splits.ts';
import { shardingProblem, type ShardingProblem } from '../problem/sharding-problem.ts';
import { descendArguments } from './argument-descent.ts';
import type { PlannedProgram } from './simulated-plans.ts';

const TWO_ARGUMENTS = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.add %a, %b : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`;

function problem(): ShardingProblem {
  const module = parseModule(TWO_ARGUMENTS, context)!;
  const [, mesh] = programMesh(module)!;
  return shardingProblem(programEntry(module)!, context, { mesh, machine, ties: [] });
}

const WHOLE: DimSplits = [[], []];
const ROWS: DimSplits = [[0], []];
const COLUMNS: DimSplits = [[], [0]];

/** Programs that take as long as a table says of how their arguments are split, and what was tried. */
function table(seconds: Readonly<Record<string, number>>) {
  const tried: string[] = [];
  const simulate = (splits: readonly (DimSplits | null)[]): PlannedProgram | null => {
    const key = splits.map((own) => splitsKey(own!)).join(' ');
    tried.push(key);
    const own = seconds[key];
    return own === undefined ? null : ({ facts: { time: { seconds: own } } } as PlannedProgram);
  };
  return { simulate, tried };
}

test('arguments are improved one after the other while the step becomes shorter', () => {
  const { simulate, tried } = table({ '| |': 9, '0| |': 8, '0| 0|': 5, '0| |0': 7 });
  const found = descendArguments(problem(), [WHOLE, WHOLE], { simulate, most: 100, allows: () => true });
  expect(found?.facts.time?.seconds).toBe(5);
  expect(tried[0]).toBe('| |');
});

test('so many programs are simulated as are asked for', () => {
  const { simulate, tried } = table({ '| |': 9, '0| |': 8, '0| 0|': 5 });
  const found = descendArguments(problem(), [WHOLE, WHOLE], { simulate, most: 2, allows: () => true });
  expect(found?.facts.time?.seconds).toBe(8);
  expect(tried).toEqual(['| |', '0| |']);
});

test('what is not allowed is not chosen, even to begin with', () => {
  const { simulate } = table({ '0| |0': 1, '0| |': 6, '| |': 9 });
  const allows = ({ facts }: PlannedProgram): boolean => facts.time!.seconds > 5;
  const found = descendArguments(problem(), [ROWS, COLUMNS], { simulate, most: 100, allows });
  expect(found?.facts.time?.seconds).toBe(6);
});
