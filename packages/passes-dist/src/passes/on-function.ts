import { FuncOp } from '@shardform/dialect-func';
import type { Operation, PassRun } from '@shardform/ir-core';
import { ScheduleError } from '../schedule/stage-graph.ts';
import { StrategyError } from '../strategy/flat-strategy.ts';

/** Returns the function that a pass works on: the one named, or `main`, or the only one; `null` without one. */
export function functionOf(module: Operation, name: string): FuncOp | null {
  const functions: FuncOp[] = [];
  module.walkOf(FuncOp, (func) => {
    if (!func.isDeclaration) functions.push(func);
  });
  const wanted = name === '' ? 'main' : name;
  const named = functions.find(({ symName }) => symName.value === wanted);
  return named ?? (name === '' && functions.length === 1 ? functions[0]! : null);
}

/** Runs a transformation on the function of a pass; what can't be done is reported there. */
export function onFunction(
  module: Operation,
  pass: Pick<PassRun, 'opError'>,
  name: string,
  transform: (func: FuncOp) => unknown,
): void {
  const func = functionOf(module, name);
  if (func === null) {
    pass.opError(
      module,
      name === '' ? 'has no function @main, and several others' : `has no function @${name}`,
    );
    return;
  }
  try {
    transform(func);
  } catch (error) {
    if (!(error instanceof StrategyError || error instanceof ScheduleError || error instanceof RangeError))
      throw error;
    pass.opError(func, error.message);
  }
}
