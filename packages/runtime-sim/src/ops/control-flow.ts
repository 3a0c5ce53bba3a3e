import { CallOp, FuncOp } from '@shardform/dialect-func';
import * as hlo from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, type Operation, SymbolTables } from '@shardform/ir-core';
import { elementAt, type NdArray } from '../array/index.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { type DeviceState, type Execution, interpretable } from '../interpreter/interpretable.ts';
import { isDeterministic, RepeatedState } from '../interpreter/repeated-state.ts';
import { isArray, type RuntimeValue } from '../interpreter/runtime-value.ts';
import { runCompiledLoop } from '../loops/run-loop.ts';
import { linkedFunction } from './linked-function.ts';
import { raggedAllToAll } from './ragged-all-to-all.ts';

function* runWhile(op: hlo.WhileOp, carried: readonly RuntimeValue[], state: DeviceState): Execution {
  const states = isDeterministic(op.regions, state.context) ? new RepeatedState() : null;
  for (;;) {
    const finished = runCompiledLoop(op, carried, state, states);
    if (finished !== null) return finished;
    const [goesOn] = yield* state.runRegion(op.cond, carried);
    if (!isTrue(goesOn)) return carried;
    if (states?.sees(carried) === true)
      throw new ExecutionError(op, 'the loop never ends: it carries values that it has carried before');
    const body = state.runRegion(op.body, carried);
    // The body has them now, and may free them.
    carried = [];
    carried = yield* body;
  }
}

function isTrue(value: RuntimeValue): boolean {
  return isArray(value) && value.data[0] !== 0;
}

/** The chosen branch; the last one for indices out of range (StableHLO spec, "case"). */
function branchOf(op: hlo.CaseOp, index: NdArray): number {
  const wanted = Number(elementAt(index, 0));
  return wanted >= 0 && wanted < op.regions.length ? wanted : op.regions.length - 1;
}

function calledBody(op: Operation, callee: Operation | null, name: string): FuncOp['body'] {
  const found = callee instanceof FuncOp ? linkedFunction(callee) : null;
  if (found === null) throw new ExecutionError(op, `function '@${name}' has no body to execute`);
  return found.body;
}

function customCall(
  op: hlo.CustomCallOp,
  inputs: readonly RuntimeValue[],
  state: DeviceState,
): readonly RuntimeValue[] | Execution {
  const target = op.callTargetName.value;
  const implementation = state.machine.customCalls.get(target);
  if (implementation !== undefined) return implementation(inputs, op);
  if (hlo.isRaggedAllToAll(op)) return raggedAllToAll(op, inputs.filter(isArray), state);
  throw new ExecutionError(op, `custom call target '${target}' is unknown to this machine`);
}

/** Calls, choices and loops. */
export const controlFlowInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(CallOp, (op) => {
    const body = calledBody(op, op.calledFunction(), op.callee.root);
    return (operands, state) => state.runRegion(body, operands);
  }),
  interpretable.implementFor(hlo.CompositeOp, (op) => {
    const { decomposition } = op;
    const body = calledBody(op, new SymbolTables().lookupNearest(op, decomposition), decomposition.root);
    return (operands, state) => state.runRegion(body, operands);
  }),
  interpretable.implementFor(
    hlo.CustomCallOp,
    (op) => (inputs: readonly RuntimeValue[], state) => customCall(op, inputs, state),
  ),
  interpretable.implementFor(hlo.WhileOp, (op) => (operands: readonly RuntimeValue[], state) => {
    return runWhile(op, operands, state);
  }),
  interpretable.implementFor(
    hlo.IfOp,
    (op) =>
      ([pred], state) =>
        state.runRegion(isTrue(pred) ? op.trueBranch : op.falseBranch, []),
  ),
  interpretable.implementFor(
    hlo.CaseOp,
    (op) =>
      ([index], state) =>
        state.runRegion(op.regions[branchOf(op, index)], []),
  ),
  interpretable.implementFor(
    hlo.OptimizationBarrierOp,
    () => (operands: readonly RuntimeValue[]) => operands,
  ),
];
