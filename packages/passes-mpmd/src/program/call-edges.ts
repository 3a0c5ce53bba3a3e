import { FuncOp } from '@shardform/dialect-func';
import { MpmdCallOp, MpmdForOp } from '@shardform/dialect-mpmd';
import { type BlockArgument, ModuleOp, type OpOperand, type OpResult, type Value } from '@shardform/ir-core';
import { isMpmdFunction } from './functions.ts';

/** What calls hand over at one place: the values of the callers and of the callee. */
export interface CallEdge<S, T> {
  readonly sources: readonly S[];
  readonly targets: readonly T[];
}

/** Returns the calls of a function from MPMD functions whose results are used, in order. */
export function callsOf(func: FuncOp): MpmdCallOp[] {
  const module = func.parentOp;
  const calls: MpmdCallOp[] = [];
  module?.walk((op) => {
    if (op instanceof MpmdCallOp) {
      if (op.callee.root === func.symName.value && !op.hasNoUses()) calls.push(op);
      return 'skip';
    }
    return op instanceof ModuleOp || op instanceof MpmdForOp || isMpmdFunction(op) ? 'advance' : 'skip';
  }, 'pre');
  return calls;
}

/** For each argument of a function, the operands of its calls. None when nothing calls it. */
export function argumentEdges(func: FuncOp): CallEdge<OpOperand, BlockArgument>[] {
  const calls = callsOf(func);
  if (calls.length === 0) return [];
  return func.entry.arguments.map((argument, i) => ({
    sources: calls.map((call) => call.operands[i]!),
    targets: [argument],
  }));
}

/** For each value that a function returns, the results of its calls. None when nothing calls it. */
export function resultEdges(func: FuncOp): CallEdge<OpOperand, OpResult>[] {
  const calls = callsOf(func);
  if (calls.length === 0) return [];
  return func.entry.getTerminator().operands.map((operand, i) => ({
    sources: [operand],
    targets: calls.map((call) => call.getResult(i)),
  }));
}

/** Returns the function that a call calls. @throws when there is none, which the verifier rejects. */
export function calleeOf(call: MpmdCallOp): FuncOp {
  let module = call.parentOp;
  while (module !== null && !(module instanceof ModuleOp)) module = module.parentOp;
  for (const op of module?.body ?? []) {
    if (op instanceof FuncOp && op.symName.value === call.callee.root) return op;
  }
  throw new Error(`'${call.callee.root}' does not reference a valid function`);
}

/** Returns the value that the callee returns for a result of its call. */
export function returnedValue(result: OpResult): Value {
  // The result is one of a call.
  return calleeOf(result.owner as MpmdCallOp)
    .entry.getTerminator()
    .getOperand(result.index);
}
