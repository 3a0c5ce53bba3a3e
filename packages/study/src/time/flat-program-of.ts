import { CostError, type Machine } from '@shardform/cost-model';
import { PlacedTensorType } from '@shardform/dialect-dist';
import type { FuncOp } from '@shardform/dialect-func';
import type { FragmentCallOp } from '@shardform/dialect-mpmd';
import { MeshOp } from '@shardform/dialect-sdy';
import { deviceCount, partitionedMeshes } from '@shardform/inspect';
import { isScheduled } from '@shardform/dialect-hlo';
import { type Context, IntegerAttr, lookUp, type ModuleOp } from '@shardform/ir-core';
import { mpmdEntry } from '@shardform/passes-mpmd';
import { entryFunction } from '@shardform/runtime-sim';
import {
  areDevicesAlike,
  type AttentionPlan,
  attentionPlan,
  flattenFunction,
  flattenMeshes,
  flattenSpmd,
  type FlatProgram,
  memoryPeak,
  type MemoryPeak,
  type MemoryRules,
  orderInTime,
  type Simulation,
} from '@shardform/runtime-dist';

/** A program's operations by device, and the memory that it takes. */
export interface FlatProgramWithMemory {
  readonly program: FlatProgram;
  /** Works the memory out by some rules when it is asked for; `null` for programs whose devices run different programs. */
  readonly peak: ((rules: MemoryRules) => MemoryPeak) | null;
  /** True for a program of the dist dialect, which has the numbers of the machine's devices. */
  readonly isPlaced: boolean;
  /** Number of devices that the first one stands for; missing where the program has what each does. */
  readonly standsFor?: number;
  /** Number of kernels of attention, by pass, that take the place of operations. */
  readonly fusedAttention?: AttentionPlan['passes'];
  /** The program with its operations in the order of a simulation in which nothing waits for its turn to be sent. */
  readonly inOrderOf?: (simulation: Simulation) => FlatProgram;
}

/** Returns the program of one device of a module, if it has one. */
export type LocalLookUp = () => ModuleOp | null;

/** Options of {@link flatProgramOf}. */
export interface FlatProgramOptions {
  /** True if elementwise operations are fused into their users; true by default. */
  readonly fuses?: boolean;
  /** Whether attention that is written out is one kernel on a machine with so many devices; never by default. */
  readonly fusesAttention?: (devices: number) => boolean;
  /** The machine on which one device stands for all if the others do the same at the same time; by default, none does. */
  readonly standInOn?: Machine | null;
  /** The devices on which collectives of a program are timed that XLA compiled for CPUs; `cpu` by default. */
  readonly target?: MemoryRules;
  readonly localOf: LocalLookUp;
}

/**
 * Flattens a program of the dist dialect, or of StableHLO, of which one with a mesh is flattened from the program of one device.
 *
 * @returns `null` where that is missing.
 * @throws CostError
 */
export function flatProgramOf(
  module: ModuleOp,
  func: FuncOp,
  context: Context,
  {
    fuses = true,
    fusesAttention = () => false,
    standInOn = null,
    target = 'cpu',
    localOf,
  }: FlatProgramOptions,
): FlatProgramWithMemory | null {
  if (isPlaced(func)) return { program: flattenFunction(func, context), peak: null, isPlaced: true };
  if (mpmdEntry(module) === func) return flatMeshes(module, context, fuses);
  const own = deviceProgram(module, func, localOf);
  if (own === null) return null;
  const attention =
    fuses && !isScheduled(own.func) && fusesAttention(own.devices) ? attentionPlan(own.func, context) : null;
  const flattened = (representative: boolean): FlatProgram =>
    flattenSpmd(own.func, own.devices, context, { fuses, attention, representative, target });
  const ofOne = standInOn === null ? null : flattened(true);
  const isExact = ofOne !== null && areDevicesAlike(ofOne, standInOn!);
  return {
    program: isExact ? ofOne : flattened(false),
    ...(isExact ? { standsFor: own.devices } : {}),
    peak: onceFor((rules) => memoryPeak(own.func, { rules })),
    isPlaced: false,
    ...(attention === null ? {} : { fusedAttention: attention.passes }),
  };
}

function onceFor<K, T>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Flattens what the devices of all meshes do. @throws CostError if fragments can't be partitioned. */
function flatMeshes(module: ModuleOp, context: Context, fuses: boolean): FlatProgramWithMemory {
  const { result: meshes, diagnostics } = context.diagnostics.capture(() =>
    partitionedMeshes(module, context),
  );
  if (meshes === null)
    throw new CostError(module, diagnostics[0]?.message ?? "the program can't be partitioned");
  const { program, fragments } = meshes;
  const localOf = ({ callee }: FragmentCallOp): FuncOp => entryFunction(lookUp(fragments, callee.root).local);
  const flattened = { ...program, localOf };
  const flat = flattenMeshes(flattened, context, { fuses });
  return {
    program: flat,
    peak: null,
    isPlaced: false,
    inOrderOf(simulation) {
      const order = orderInTime(program.entry, flat, simulation);
      return flattenMeshes({ ...flattened, order }, context, { fuses });
    },
  };
}

/** Returns the modules that operations of a flat MPMD program are in; none for other programs. */
export function meshVersions(module: ModuleOp, context: Context): readonly ModuleOp[] {
  if (mpmdEntry(module) === null) return [];
  const { result: meshes } = context.diagnostics.capture(() => partitionedMeshes(module, context));
  if (meshes === null) return [];
  return [meshes.program.module, ...[...meshes.fragments.values()].map(({ local }) => local)];
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
  if (devices === 1 && !hasShardingOperations(module)) {
    // A program with local sizes has no mesh any more.
    const partitions = module.getAttr('mhlo.num_partitions');
    return { func, devices: partitions instanceof IntegerAttr ? partitions.number : 1 };
  }
  const local = localOf();
  return local === null ? null : { func: entryFunction(local), devices };
}

/**
 * Returns whether operations of a program say how values are split. On one device they do nothing, and partitioning drops
 * them: without that, they would be operations whose cost nobody knows.
 */
export function hasShardingOperations(module: ModuleOp): boolean {
  let found = false;
  module.walk((op) => {
    found = op.name.startsWith('sdy.') && !(op instanceof MeshOp);
    return found ? 'interrupt' : 'advance';
  });
  return found;
}

/** Returns whether a function is of the dist dialect: its tensors are on devices, which run different programs. */
export function isPlaced({ functionType: { inputs, results } }: FuncOp): boolean {
  return [...inputs, ...results].some((type) => type instanceof PlacedTensorType);
}
