import type { InterfaceImplementation } from '@shardform/ir-core';
import { binary, interpretable } from '@shardform/runtime-sim';
import { MultiplyAddOp } from './multiply-add-op.ts';

/** What one device computes from its parts of the operands; they come as arrays, in order. */
export const multiplyAddInterpretation: InterfaceImplementation = interpretable.implementFor(
  MultiplyAddOp,
  () =>
    ([a, b, c]) => [binary('add', binary('multiply', a!, b!), c!)],
);
