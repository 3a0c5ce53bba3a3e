import type { OpEntry } from '@shardform/ir-core';
import type { DevicePrograms, DeviceTensor } from './device-programs.ts';

/**
 * Adds what devices do of the operations of a class to their functions: from operands, tensors and those of tuples in
 * their places, to results in the same form.
 */
export type Lowering = OpEntry<
  [operands: readonly DeviceTensor[], programs: DevicePrograms],
  readonly DeviceTensor[]
>;
