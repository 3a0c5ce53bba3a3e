import type { DevicePrograms, DeviceTensor } from '@shardform/dialect-stablehlo';
import type { OpEntry } from '@shardform/ir-core';
import type { ComputeBuilder } from './compute-builder.ts';

/** The functions of devices that a distributed program becomes. */
export type ComputePrograms = DevicePrograms<ComputeBuilder>;

/**
 * Lowers the operations of a class: adds their per-device operations to the functions of the devices. Operands and
 * results are tensors, or tuples of them, in the same structure.
 */
export type Lowering = OpEntry<
  [operands: readonly DeviceTensor[], programs: ComputePrograms],
  readonly DeviceTensor[]
>;
