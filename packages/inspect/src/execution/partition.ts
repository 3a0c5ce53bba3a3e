import { programMesh } from '@shardform/dialect-sdy';
import {
  cloneOp,
  type Context,
  i32,
  IntegerAttr,
  type ModuleOp,
  type PassInstrumentation,
  type PassProgress,
  runPasses,
  verifyChanges,
} from '@shardform/ir-core';
import { localProgram } from '../local/local-program.ts';
import { hasInsertedCollectives, isNotDividedYet } from '../local/partitioned-already.ts';
import { type PartitionStage, partitionStages } from '@shardform/passes-sharding';

/** The module after each stage; `null` from the stage on that failed. */
export type PartitionStages = Readonly<Record<PartitionStage['name'], ModuleOp | null>>;

/** Observers of the passes of a stage. */
export interface PartitionObserver {
  readonly instrumentations?: readonly PassInstrumentation[];
  readonly onProgress?: (stage: PartitionStage, progress: PassProgress) => void;
}

/**
 * Partitions a copy of a module and keeps every stage; one that has its collectives only gets the sizes of a device. Problems are in the
 * context's diagnostics.
 *
 * @throws Interrupted when the budget's interrupt ends the work; the module itself is never changed.
 */
export function partition(
  module: ModuleOp,
  context: Context,
  observer: PartitionObserver = {},
): PartitionStages {
  const stages: Record<PartitionStage['name'], ModuleOp | null> = {
    propagated: null,
    resharded: null,
    collectives: null,
    local: null,
  };
  let current: ModuleOp | null = module;
  for (const stage of partitionStages) {
    current = runPartitionStage(stage, current, { given: module, context }, observer);
    if (current === null) break;
    stages[stage.name] = current;
  }
  return stages;
}

/**
 * Runs a stage of partitioning on a copy of a module that has gone through the stages before it.
 *
 * @param program its module before the first stage.
 * @returns `null` when a pass fails; the reasons are in the context's diagnostics.
 * @throws Interrupted when the budget's interrupt ends the work; the module itself is never changed.
 */
export function runPartitionStage(
  stage: PartitionStage,
  module: ModuleOp,
  { given, context }: { readonly given: ModuleOp; readonly context: Context },
  { instrumentations = [], onProgress }: PartitionObserver = {},
): ModuleOp | null {
  if (stage.name === 'propagated' && !isNotDividedYet(given, context)) return null;
  const result = copyOf(module);
  // Collectives that are there already were made from the shardings that are there.
  if (stage.name !== 'local' && hasInsertedCollectives(given, context)) return result;
  const pipeline = { anchor: 'builtin.module', elements: stage.passes() };
  const { succeeded } = runPasses(result, pipeline, context, {
    // The passes are ours: what they give is verified at the end of the stage, which costs a fourth of doing it after each.
    verify: false,
    instrumentations,
    ...(onProgress === undefined ? {} : { onProgress: (progress) => onProgress(stage, progress) }),
  });
  if (!succeeded || !verifyChanges(result, context)) return null;
  if (stage.name === 'local') {
    result.setAttr('mhlo.num_partitions', IntegerAttr.get(BigInt(deviceCount(given)), i32));
    result.setAttr('mhlo.num_replicas', IntegerAttr.get(1n, i32));
  }
  return result;
}

/** Number of devices of a program: those of the mesh of its shardings, or the `mhlo.num_partitions` of a local one. */
export function deviceCount(module: ModuleOp): number {
  return programMesh(module)?.[1].totalSize ?? localProgram(module)?.whole.deviceCount ?? 1;
}

/** Returns a copy of a module. */
export function copyOf(module: ModuleOp): ModuleOp {
  return cloneOp(module);
}
