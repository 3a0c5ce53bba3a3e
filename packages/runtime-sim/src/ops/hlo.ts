import * as hlo from '@shardform/dialect-hlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { interpretable } from '../interpreter/interpretable.ts';
import type { RuntimeValue } from '../interpreter/runtime-value.ts';
import { startAsync } from './tuples-and-tokens.ts';

const first = ([value]: readonly RuntimeValue[]): readonly RuntimeValue[] => [value];

/** Operations of HLO that StableHLO does not have. */
export const hloInterpreters: readonly InterfaceImplementation[] = [
  // Layouts and memories are not simulated: these give their operand.
  interpretable.implementFor(hlo.CopyOp, () => first),
  interpretable.implementFor(hlo.AddDependencyOp, () => first),
  interpretable.implementFor(hlo.DomainOp, () => first),
  interpretable.implementFor(hlo.AsyncUpdateOp, () => first),
  interpretable.implementFor(
    hlo.AsyncStartOp,
    (op) => (operands: readonly RuntimeValue[], state) => startAsync(op, operands, state),
  ),
  interpretable.implementFor(hlo.AsyncDoneOp, () => ([future]: readonly RuntimeValue[]) => {
    if (future.kind === 'tuple') return future.parts;
    throw new Error('the value of a future is no tuple');
  }),
];
