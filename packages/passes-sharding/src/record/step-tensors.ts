import type { Value } from '@shardform/ir-core';

/** The tensors of a step; a result of a function is given as the value that is returned. */
export interface StepTensors {
  readonly operands: readonly (Value | null)[];
  readonly results: readonly (Value | null)[];
}
