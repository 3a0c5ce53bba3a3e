import type { FuncOp } from '@shardform/dialect-func';
import { argumentName } from '@shardform/inspect';
import { RankedTensorType, type Type } from '@shardform/ir-core';
import { tiedTo } from '@shardform/study';
import type { Tie } from '../problem/sharding-problem.ts';

/**
 * Returns the results of a function that take the place of arguments in the next step: those that arguments are donated
 * for, or of the same name. Where a program has no names, they are the longest run of at least two results that has the
 * types of arguments in a row, as the parameters of a training step have.
 */
export function tiesOf(func: FuncOp): Tie[] {
  const { inputs } = func.functionType;
  const ties = new Map<number, number>();
  for (const argument of inputs.keys())
    for (const result of tiedTo(func, argument).results) if (!ties.has(result)) ties.set(result, argument);
  if (ties.size === 0 && inputs.every((_, index) => argumentName(func, index) === null))
    return longestRun(func);
  return Array.from(ties, ([result, argument]) => ({ result, argument }));
}

function longestRun({ functionType: { inputs, results } }: FuncOp): Tie[] {
  let best: Tie[] = [];
  for (const argument of inputs.keys()) {
    for (const result of results.keys()) {
      const run: Tie[] = [];
      while (
        isTensor(inputs[argument + run.length]) &&
        inputs[argument + run.length] === results[result + run.length]
      )
        run.push({ argument: argument + run.length, result: result + run.length });
      if (run.length > best.length) best = run;
    }
  }
  return best.length > 1 ? best : [];
}

function isTensor(type: Type | undefined): boolean {
  return type instanceof RankedTensorType && type.shape.length > 0;
}
