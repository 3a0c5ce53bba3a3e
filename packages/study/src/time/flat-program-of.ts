import { PlacedTensorType } from '@shardform/dialect-dist';
import type { FuncOp } from '@shardform/dialect-func';
import { deviceCount, partition } from '@shardform/inspect';
import { type Context, IntegerAttr, type ModuleOp } from '@shardform/ir-core';
import { entryFunction } from '@shardform/runtime-sim';
import {
  estimateMemory,
  flattenFunction,
  flattenSpmd,
  type FlatProgram,
  type MemoryEstimate,
} from '@shardform/runtime-dist';

/** A program's operations by device, and the memory that it takes. */
export interface FlatProgramWithMemory {
  readonly program: FlatProgram;
  /** `null` for programs of the dist dialect, whose devices run different programs. */
  readonly memory: MemoryEstimate | null;
}

/** Options of {@link flatProgramOf}. */
export interface FlatProgramOptions {
  /** True if elementwise operations are fused into their users; true by default. */
  readonly fuses?: boolean;
  /** Returns the program of one device, if it is known already; `null` if there is none. */
  readonly localOf?: () => ModuleOp | null;
}

/**
 * Flattens a program of the dist dialect, or of StableHLO, which is partitioned first if it has a mesh.
 *
 * @returns `null` if it can't be partitioned; the context's diagnostics have the reasons.
 * @throws FlattenError
 */
export function flatProgramOf(
  module: ModuleOp,
  func: FuncOp,
  context: Context,
  { fuses = true, localOf = () => partition(module, context).local }: FlatProgramOptions = {},
): FlatProgramWithMemory | null {
  const { inputs, results } = func.functionType;
  if ([...inputs, ...results].some((type) => type instanceof PlacedTensorType))
    return { program: flattenFunction(func, context), memory: null };
  const partitions = module.getAttr('mhlo.num_partitions');
  const devices = deviceCount(module);
  // A program with local sizes has no mesh any more.
  if (devices === 1)
    return flatLocalProgram(func, partitions instanceof IntegerAttr ? partitions.number : 1, context, fuses);
  const local = localOf();
  return local === null ? null : flatLocalProgram(entryFunction(local), devices, context, fuses);
}

/** Flattens a program that all devices run on local sizes. @throws FlattenError */
export function flatLocalProgram(
  func: FuncOp,
  devices: number,
  context: Context,
  fuses = true,
): FlatProgramWithMemory {
  return { program: flattenSpmd(func, devices, context, { fuses }), memory: estimateMemory(func) };
}
