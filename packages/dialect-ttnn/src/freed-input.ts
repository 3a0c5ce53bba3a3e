import type { Operation, Value } from '@shardform/ir-core';
import { layoutOf } from './attrs/index.ts';
import { Conv2dOp, ConvTranspose2dOp } from './ops/index.ts';

/** Returns the operand whose memory an operation frees by itself, as convolutions do with tensors in L1; `null` for none. */
export function freedInput(op: Operation): Value | null {
  if (!(op instanceof Conv2dOp || op instanceof ConvTranspose2dOp)) return null;
  const isAsked = op.conv2dConfig?.deallocateActivation === true;
  return isAsked && layoutOf(op.input.type)?.bufferType === 'l1' ? op.input : null;
}
