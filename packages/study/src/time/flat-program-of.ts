import { PlacedTensorType } from '@shardform/dialect-dist';
import type { FuncOp } from '@shardform/dialect-func';
import { deviceCount } from '@shardform/inspect';
import { type Context, IntegerAttr, type ModuleOp } from '@shardform/ir-core';
import { entryFunction } from '@shardform/runtime-sim';
import {
  flattenFunction,
  flattenSpmd,
  type FlatProgram,
  memoryPeak,
  type MemoryPeak,
} from '@shardform/runtime-dist';

/** A program's operations by device, and the memory that it takes. */
export interface FlatProgramWithMemory {
  readonly program: FlatProgram;
  /** `null` for programs of the dist dialect, whose devices run different programs. */
  readonly peak: MemoryPeak | null;
}

/** Returns the program of one device of a module, if it has one. */
export type LocalLookUp = () => ModuleOp | null;

/** Options of {@link flatProgramOf}. */
export interface FlatProgramOptions {
  /** True if elementwise operations are fused into their users; true by default. */
  readonly fuses?: boolean;
  readonly localOf: LocalLookUp;
}

/**
 * Flattens a program of the dist dialect, or of StableHLO, of which one with a mesh is flattened from the program of one device.
 *
 * @returns `null` where that is missing.
 * @throws FlattenError
 */
export function flatProgramOf(
  module: ModuleOp,
  func: FuncOp,
  context: Context,
  { fuses = true, localOf }: FlatProgramOptions,
): FlatProgramWithMemory | null {
  if (isPlaced(func)) return { program: flattenFunction(func, context), peak: null };
  const own = deviceProgram(module, func, localOf);
  return own === null
    ? null
    : {
        program: flattenSpmd(own.func, own.devices, context, { fuses }),
        peak: memoryPeak(own.func),
      };
}

/** What every device of a program runs. */
export interface DeviceProgram {
  readonly func: FuncOp;
  /** Number of devices. */
  readonly devices: number;
}

/** Returns the function that every device runs; `null` if the program can't be partitioned. */
export function deviceProgram(module: ModuleOp, func: FuncOp, localOf: LocalLookUp): DeviceProgram | null {
  const devices = deviceCount(module);
  if (devices === 1) {
    // A program with local sizes has no mesh any more.
    const partitions = module.getAttr('mhlo.num_partitions');
    return { func, devices: partitions instanceof IntegerAttr ? partitions.number : 1 };
  }
  const local = localOf();
  return local === null ? null : { func: entryFunction(local), devices };
}

/** Returns whether a function is of the dist dialect: its tensors are on devices, which run different programs. */
export function isPlaced({ functionType: { inputs, results } }: FuncOp): boolean {
  return [...inputs, ...results].some((type) => type instanceof PlacedTensorType);
}
