import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { SHARDING } from '@shardform/dialect-sdy';
import { argumentName, isPathEnd, namePath, resultName } from '@shardform/inspect';
import { RankedTensorType, type Type } from '@shardform/ir-core';
import { donatedArguments } from '@shardform/runtime-dist';
import type { Tie } from '../problem/sharding-problem.ts';

/**
 * Returns the results of a function that take the place of arguments in the next step: those that arguments are donated
 * for, and those whose names say so, such as `result[1]['w']` for `params['w']`. An argument becomes one result, and not
 * one that the program splits otherwise. Where a program has no names, ties are the longest run of at least two results that
 * has the types of arguments in a row, as the parameters of a training step have.
 */
export function tiesOf(func: FuncOp): Tie[] {
  const { inputs } = func.functionType;
  const ties = new Map<number, number>();
  const free = new Set(inputs.keys());
  const tie = (result: number, argument: number): void => {
    if (ties.has(result) || !free.delete(argument)) return;
    ties.set(result, argument);
  };
  for (const [result, argument] of donatedArguments(func))
    if (mayTie(func, result, argument)) tie(result, argument);
  for (const { result, argument } of namesakes(func)) tie(result, argument);
  if (ties.size === 0 && inputs.every((_, index) => argumentName(func, index) === null))
    return longestRun(func).filter(({ result, argument }) => mayTie(func, result, argument));
  return Array.from(ties, ([result, argument]) => ({ result, argument }));
}

/** Of one type, and not split in two ways by the program. */
function mayTie(func: FuncOp, result: number, argument: number): boolean {
  const { inputs, results } = func.functionType;
  if (inputs[argument] !== results[result]) return false;
  const given = valueAttrs(func, 'arg_attrs', argument).get(SHARDING) ?? null;
  const wanted = valueAttrs(func, 'res_attrs', result).get(SHARDING) ?? null;
  return given === null || wanted === null || given === wanted;
}

/** Results whose names end as those of arguments do, the longest ends first. */
function namesakes(func: FuncOp): Tie[] {
  const { inputs, results } = func.functionType;
  const pathsOf = (count: number, nameOf: (func: FuncOp, index: number) => string | null) =>
    Array.from({ length: count }, (_, index) => namePath(nameOf(func, index) ?? ''));
  const [from, to] = [pathsOf(inputs.length, argumentName), pathsOf(results.length, resultName)];
  const ofType = new Map<Type, number[]>();
  for (const [argument, type] of inputs.entries()) ofType.set(type, [...(ofType.get(type) ?? []), argument]);
  const found = to.flatMap((path, result) =>
    (ofType.get(results[result]!) ?? []).flatMap((argument) => {
      const own = from[argument]!;
      if (!isPathEnd(own.slice(1), path) || !mayTie(func, result, argument)) return [];
      return [{ result, argument, length: commonEnd(own, path) }];
    }),
  );
  return found.sort((a, b) => b.length - a.length);
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
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
