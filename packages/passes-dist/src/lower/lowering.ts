import type { AnyOpClass, Operation } from '@shardform/ir-core';
import type { DevicePrograms, DeviceTensor } from './device-programs.ts';

/**
 * Adds what devices do of an operation to their functions.
 *
 * @param operands tensors, those of tuples in their places.
 * @returns its results in the same form.
 */
type Lowering = (
  op: Operation,
  operands: readonly DeviceTensor[],
  programs: DevicePrograms,
) => readonly DeviceTensor[];

/** The class of an operation with what devices do of it. */
export type LoweringEntry = readonly [AnyOpClass, Lowering];

/** The class of operations of type `T`. */
export type LoweredClass<T extends Operation> = AnyOpClass & (new (...args: never[]) => T);

/** What devices do of the operations of a class. */
export function lowering<T extends Operation>(
  opClass: LoweredClass<T>,
  lower: (op: T, operands: readonly DeviceTensor[], programs: DevicePrograms) => readonly DeviceTensor[],
): LoweringEntry {
  // Found by the class of the operation.
  return [opClass, (op, operands, programs) => lower(op as T, operands, programs)];
}
