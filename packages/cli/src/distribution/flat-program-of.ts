import { PlacedTensorType } from '@shardform/dialect-dist';
import type { FuncOp } from '@shardform/dialect-func';
import { deviceCount, partition } from '@shardform/inspect';
import { type Context, IntegerAttr, type ModuleOp } from '@shardform/ir-core';
import { entryFunction } from '@shardform/runtime-sim';
import { flattenFunction, flattenSpmd, type FlatProgram } from '@shardform/runtime-dist';

/**
 * What each device does in a program: of the dist dialect, or of StableHLO, which is partitioned first where it has a
 * mesh.
 *
 * @returns `null` when it can't be partitioned, for the reasons in the context's diagnostics.
 * @throws FlattenError
 */
export function flatProgramOf(
  module: ModuleOp,
  func: FuncOp,
  context: Context,
  fuses = true,
): FlatProgram | null {
  const { inputs, results } = func.functionType;
  if ([...inputs, ...results].some((type) => type instanceof PlacedTensorType))
    return flattenFunction(func, context);
  const partitions = module.getAttr('mhlo.num_partitions');
  const devices = deviceCount(module);
  // What has local sizes already has no mesh.
  if (devices === 1)
    return flattenSpmd(func, partitions instanceof IntegerAttr ? partitions.number : 1, context, { fuses });
  const { local } = partition(module, context);
  return local === null ? null : flattenSpmd(entryFunction(local), devices, context, { fuses });
}
