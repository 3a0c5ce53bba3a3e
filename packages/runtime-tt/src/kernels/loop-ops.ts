import { WhileLoopOp } from '@shardform/dialect-ttcore';
import type { InterfaceImplementation } from '@shardform/ir-core';
import {
  type DeviceState,
  type Execution,
  ExecutionError,
  interpretable,
  type RuntimeValue,
} from '@shardform/runtime-sim';

/** Calls the function of the loop with the state of the round before, and with what no round changes. */
function* runLoop(op: WhileLoopOp, inputs: readonly RuntimeValue[], state: DeviceState): Execution {
  const { body } = op;
  if (body === null) {
    throw new ExecutionError(
      op,
      `'${op.name}' op calls '@${op.bodyProgram.root}', which is no function of the module`,
    );
  }
  const count = op.stateCount.number;
  let states = inputs.slice(0, count);
  const fixed = inputs.slice(count);
  for (let round = 0; round < op.rounds; round++) {
    states = [...(yield* state.runRegion(body.body, [...states, ...fixed]))];
  }
  return op.outputIndices.numbers().map((i) => states[i]!);
}

/** Loops over functions. */
export const loopInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(
    WhileLoopOp,
    (op) => (inputs: readonly RuntimeValue[], state) => runLoop(op, inputs, state),
  ),
];
