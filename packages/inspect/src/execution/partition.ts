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
  { instrumentations = [], onProgress }: PartitionObserver = {},
): PartitionStages {
  const stages: Record<PartitionStage['name'], ModuleOp | null> = {
    propagated: null,
    collectives: null,
    local: null,
  };
  if (!isNotDividedYet(module, context)) return stages;
  const devices = deviceCount(module);
  const hasCollectives = hasInsertedCollectives(module, context);
  let current = module;
  for (const stage of partitionStages()) {
    current = copyOf(current);
    if (hasCollectives && stage.name !== 'local') {
      stages[stage.name] = current;
      continue;
    }
    const pipeline = { anchor: 'builtin.module', elements: stage.passes };
    const { succeeded } = runPasses(current, pipeline, context, {
      instrumentations,
      ...(onProgress === undefined ? {} : { onProgress: (progress) => onProgress(stage, progress) }),
    });
    if (!succeeded) break;
    stages[stage.name] = current;
  }
  stages.local?.setAttr('mhlo.num_partitions', IntegerAttr.get(BigInt(devices), i32));
  stages.local?.setAttr('mhlo.num_replicas', IntegerAttr.get(1n, i32));
  return stages;
}

/** Number of devices of a program: those of the mesh of its shardings, or the `mhlo.num_partitions` of a local one. */
export function deviceCount(module: ModuleOp): number {
  return programMesh(module)?.[1].totalSize ?? localProgram(module)?.whole.deviceCount ?? 1;
}

/** Returns a copy of a module. */
export function copyOf(module: ModuleOp): ModuleOp {
  return cloneOp(module);
}
