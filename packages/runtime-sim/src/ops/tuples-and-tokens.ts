import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Region } from '@shardform/ir-core';
import { type DeviceState, type Execution, interpretable } from '../interpreter/interpretable.ts';
import { type RuntimeValue, token } from '../interpreter/runtime-value.ts';

function partsOf(value: RuntimeValue): readonly RuntimeValue[] {
  if (value.kind === 'tuple') return value.parts;
  throw new Error('the value of a tuple type is no tuple');
}

/** The simulated machine executes asynchronous operations at their start: a future holds their results. */
export function* startAsync(
  op: { readonly body: Region },
  operands: readonly RuntimeValue[],
  state: DeviceState,
): Execution {
  return [{ kind: 'tuple', parts: yield* state.runRegion(op.body, operands) }];
}

/** Tuples, tokens and futures. */
export const tupleAndTokenInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.TupleOp, () => (parts: readonly RuntimeValue[]) => [
    { kind: 'tuple', parts },
  ]),
  interpretable.implementFor(hlo.GetTupleElementOp, (op) => ([tuple]: readonly RuntimeValue[]) => [
    partsOf(tuple)[op.index.number],
  ]),
  interpretable.implementFor(hlo.CreateTokenOp, () => () => [token]),
  interpretable.implementFor(hlo.AfterAllOp, () => () => [token]),
  interpretable.implementFor(
    hlo.AsyncStartOp,
    (op) => (operands: readonly RuntimeValue[], state) => startAsync(op, operands, state),
  ),
  interpretable.implementFor(
    hlo.AsyncDoneOp,
    () =>
      ([future]: readonly RuntimeValue[]) =>
        partsOf(future),
  ),
];
