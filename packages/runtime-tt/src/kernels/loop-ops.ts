import { CaseOp, WhileLoopOp } from '@shardform/dialect-ttcore';
import type { InterfaceImplementation } from '@shardform/ir-core';
import {
  asDoubles,
  type DeviceState,
  type Execution,
  ExecutionError,
  interpretable,
  type NdArray,
  type RuntimeValue,
} from '@shardform/runtime-sim';

/** Returns the one number of a tensor; truth values of the target are floats. */
function numberOf(value: RuntimeValue | undefined): number {
  // Verified: a tensor of rank zero.
  return asDoubles((value as NdArray).kind, (value as NdArray).data)[0];
}

/** Calls the function of the loop with the state of the round before, and with what no round changes. */
function* runLoop(op: WhileLoopOp, inputs: readonly RuntimeValue[], state: DeviceState): Execution {
  const { body, condition } = op;
  const rounds = op.roundsFor((operand) => numberOf(inputs[operand]));
  if (body === null) {
    throw new ExecutionError(
      op,
      `'${op.name}' op calls '@${op.bodyProgram.root}', which is no function of the module`,
    );
  }
  const count = op.stateCount.number;
  let states = inputs.slice(0, count);
  const fixed = inputs.slice(count);
  for (let round = 0; rounds === null || round < rounds; round++) {
    const all = [...states, ...fixed];
    if (condition !== null) {
      const [holds] = yield* state.runRegion(condition.body, all);
      if (numberOf(holds) === 0) break;
    }
    states = [...(yield* state.runRegion(body.body, all))];
  }
  return op.outputIndices.numbers().map((i) => states[i]);
}

/** Calls the function that the number chooses, the last one where it is none of a function. */
function* runCase(op: CaseOp, inputs: readonly RuntimeValue[], state: DeviceState): Execution {
  const { branches } = op;
  const index = numberOf(inputs[0]);
  const branch = branches[index] ?? branches.at(-1);
  if (branch == null) throw new ExecutionError(op, `'${op.name}' op has no function to call`);
  return yield* state.runRegion(branch.body, inputs.slice(1));
}

/** Loops over functions and choices among them. */
export const loopInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(
    WhileLoopOp,
    (op) => (inputs: readonly RuntimeValue[], state) => runLoop(op, inputs, state),
  ),
  interpretable.implementFor(
    CaseOp,
    (op) => (inputs: readonly RuntimeValue[], state) => runCase(op, inputs, state),
  ),
];
