import type { OpEntry } from '@shardform/ir-core';
import type { DevicePrograms, DeviceTensor } from './device-programs.ts';

/**
 * Lowers the operations of a class: adds their per-device operations to the functions of the devices. Operands and
 * results are tensors, or tuples of them, in the same structure.
 */
export type Lowering = OpEntry<
  [operands: readonly DeviceTensor[], programs: DevicePrograms],
  readonly DeviceTensor[]
>;
