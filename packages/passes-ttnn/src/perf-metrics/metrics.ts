import type { Operation } from '@shardform/ir-core';
import { ComputeKernelConfigAttr } from '@shardform/dialect-ttnn';
import type { FuncOp } from '@shardform/dialect-func';
import { flopsOf } from './flops.ts';
import type { Json } from './json-text.ts';
import { type Fidelity, type MachineLimits, peakFlops, TILE_CYCLES } from './machine-limits.ts';
import { locationName, type MemoryPlacement } from './memory-placement.ts';
import type { Roofline } from './roofline.ts';

type JsonObject = Readonly<Record<string, Json>>;

const count = (value: number): bigint => BigInt(value);

/** Part of the peak that programs reach at best; tt-mlir derates by the lower end of what was measured. */
const UTILIZATION = 0.7;

/** Returns how many operations have their results where. */
export function placementSummary({ totalOps, opsWithTensors, shardable }: MemoryPlacement): JsonObject {
  const all = shardable.length;
  const numberOf = (memory: string): number =>
    shardable.filter(({ layout }) => layout?.bufferType === memory).length;
  const sharded = shardable.filter(({ isSharded }) => isSharded).length;
  const spilled = shardable.filter(({ isSpilled }) => isSpilled).length;
  const share = (part: number): number => (all === 0 ? 0 : (part / all) * 100);
  return {
    total_ops: count(totalOps),
    total_ops_with_output_tensor: count(opsWithTensors),
    total_shardable_ops: count(all),
    sharded_ops: count(sharded),
    effectively_sharded_ops: count(sharded - spilled),
    sharded_and_spilled_ops: count(spilled),
    dram_spilled_ops: count(numberOf('dram')),
    system_memory_ops: count(numberOf('system_memory')),
    sharded_percentage: share(sharded),
    effectively_sharded_percentage: share(sharded - spilled),
    spilled_percentage: share(numberOf('dram')),
    system_memory_percentage: share(numberOf('system_memory')),
  };
}

/** Returns where the result of each operation is, and how many operations there are of each kind. */
export function placementDetails({ shardable, counts }: MemoryPlacement): JsonObject {
  return {
    shardable_operations: shardable.map(({ op, layout, isSharded, isSpilled }) => ({
      operation: op.name,
      location: locationName(op),
      is_sharded: isSharded,
      is_spilled_to_dram: isSpilled,
      has_system_memory: layout?.isOnHost === true,
      layout_info: layout === null ? '' : String(layout),
    })),
    operation_type_breakdown: Object.fromEntries([...counts].map(([name, number]) => [name, count(number)])),
  };
}

/** Returns the time that one chip needs at least, with the limits that it comes from. */
export function perfTargets(limits: MachineLimits, roofline: Roofline): JsonObject {
  return {
    arch: limits.arch,
    num_chips: 1n,
    dram_bandwidth_bytes_per_sec: count(limits.dramBandwidth),
    aiclk_hz: count(limits.clock),
    num_tensix_cores: count(limits.cores),
    cycles_per_tile_matmul: count(TILE_CYCLES.hifi2),
    params_count: count(roofline.paramsCount),
    params_memory_bytes: count(roofline.paramsBytes),
    dram_bound_ops: count(roofline.dramBoundOps),
    compute_bound_ops: count(roofline.computeBoundOps),
    skipped_ops: count(roofline.skippedOps),
    roofline_ms: roofline.milliseconds,
    top_perf_estimate_ms: roofline.milliseconds / UTILIZATION,
  };
}

/**
 * Returns the operations of the matrix engines of one device, and the peak that a measured time is to be divided by:
 * the mean of the peaks of the fidelities that operations ask for, weighted with their numbers.
 */
export function flopReport(
  func: FuncOp,
  limits: MachineLimits,
  mesh: readonly number[],
  hasDetails: boolean,
): JsonObject {
  const details: Json[] = [];
  let total = 0n;
  let seconds = 0;
  func.walk((op) => {
    const flops = flopsOf(op, mesh);
    if (flops === 0n) return;
    const fidelity = fidelityOf(op);
    total += flops;
    seconds += Number(flops) / peakFlops(limits, fidelity);
    details.push({ operation: op.name, location: locationName(op), flops, math_fidelity: fidelity });
  });
  const fidelities: readonly Fidelity[] = ['lofi', 'hifi2', 'hifi3', 'hifi4'];
  return {
    total_flops: total,
    peak_flops_per_sec: seconds === 0 ? 0n : count(Math.round(Number(total) / seconds)),
    peak_flops_per_sec_by_fidelity: Object.fromEntries(
      fidelities.map((fidelity) => [fidelity, count(Math.round(peakFlops(limits, fidelity)))]),
    ),
    ...(hasDetails && { per_op: details }),
  };
}

/** Products without a fidelity are computed as exactly as possible. */
function fidelityOf(op: Operation): Fidelity {
  const config = op.getAttr('compute_config');
  return (config instanceof ComputeKernelConfigAttr ? config.mathFidelity : null) ?? 'hifi4';
}
