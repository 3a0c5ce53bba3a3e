import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { type DeviceState, type Execution, interpretable } from '../interpreter/interpretable.ts';
import { isArray, type RuntimeValue, token } from '../interpreter/runtime-value.ts';

function* receive(op: hlo.RecvOp, state: DeviceState): Execution {
  const channel = op.channelHandle.handle;
  const source = `a message on channel ${channel}`;
  const message = yield { op, source, take: () => state.machine.receive(channel) };
  return [...message, token];
}

/** Messages between devices, and transfers from and to the host. Sending does not block. */
export const hostTransferInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.SendOp, (op) => (operands: readonly RuntimeValue[], state) => {
    const isLost = state.machine.faults?.losesMessage(state.device, op) === true;
    if (!isLost) state.machine.send(op.channelHandle.handle, operands.filter(isArray));
    return [token];
  }),
  interpretable.implementFor(hlo.RecvOp, (op) => (_: readonly RuntimeValue[], state) => receive(op, state)),
  interpretable.implementFor(hlo.InfeedOp, (op) => (_: readonly RuntimeValue[], state) => {
    const arrays = state.machine.nextInfeed();
    if (arrays === null) throw new ExecutionError(op, 'the infeed of this machine is empty');
    return [...arrays, token];
  }),
  interpretable.implementFor(hlo.OutfeedOp, () => (operands: readonly RuntimeValue[], state) => {
    state.machine.outfeed(operands.filter(isArray));
    return [token];
  }),
];
