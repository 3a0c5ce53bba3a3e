import { isDeviceProgramOfHlo } from '@shardform/dialect-hlo';
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
import { topologyOf } from '@shardform/dialect-mpmd';
import { MeshDevices, mpmdEntry } from '@shardform/passes-mpmd';
import { localProgram } from '../local/local-program.ts';
import { hasInsertedCollectives, isNotDividedYet } from '../local/partitioned-already.ts';
import {
  type PartitionSettings,
  type PartitionStage,
  partitionStages,
  passesAroundPropagation,
  propagationSettings,
} from '@shardform/passes-sharding';
import { withFallBack } from './fall-back.ts';
import { partitionedMeshes } from './partition-meshes.ts';
import { type ExplainedPropagation, explainPropagation } from './explained-propagation.ts';

/** The stages that are kept: what is between reshards and collectives nobody looks at. */
type KeptStage = Exclude<PartitionStage['name'], 'resharded'>;

/** The module after each stage that is kept; `null` from the stage on that failed. */
export type PartitionStages = Readonly<Record<KeptStage, ModuleOp | null>>;

/** Observers of the passes of a stage. */
export interface PartitionObserver {
  readonly instrumentations?: readonly PassInstrumentation[];
  readonly onProgress?: (stage: PartitionStage, progress: PassProgress) => void;
  /** Is told of each stage that is done. */
  readonly onStage?: (name: PartitionStage['name']) => void;
  /** Gets how shardings were propagated. Passes before that are not observed then. */
  readonly onPropagated?: (propagation: ExplainedPropagation) => void;
}

/**
 * Partitions a copy of a module and keeps its stages; one that has its collectives only gets the sizes of a device, and the program
 * that XLA compiled for a device stays as it is. Problems are in the
 * context's diagnostics.
 *
 * @param settings of partitioning. Fragments of several meshes have the defaults.
 * @throws Interrupted when the budget's interrupt ends the work; the module itself is never changed.
 */
export function partition(
  module: ModuleOp,
  context: Context,
  observer: PartitionObserver = {},
  settings?: PartitionSettings,
): PartitionStages {
  const stages: Record<KeptStage, ModuleOp | null> = { propagated: null, collectives: null, local: null };
  const program = {
    given: module,
    context,
    settings,
    hasCollectives: hasInsertedCollectives(module, context),
  };
  if (!isNotDividedYet(module, context)) return stages;
  if (isDeviceProgramOfHlo(module)) {
    const copy = copyOf(module);
    return { propagated: copy, collectives: copy, local: copy };
  }
  if (mpmdEntry(module) !== null) return partitionOfMeshes(module, context, observer);
  const propagated = runStageInPlace(partitionStages[0]!, copyOf(module), program, observer);
  if (propagated === null) return stages;
  observer.onStage?.('propagated');
  return divided(propagated, program, observer);
}

/** Runs the stages after propagation. */
function divided(
  propagated: ModuleOp,
  program: DividedProgram,
  observer: PartitionObserver,
): PartitionStages {
  const begun: PartitionStages = { propagated, collectives: null, local: null };
  let failed = begun;
  const done = withFallBack(program.settings, program.context, (settings) => {
    const stages: Record<KeptStage, ModuleOp | null> = { ...begun };
    let current: ModuleOp | null = copyOf(propagated);
    for (const stage of partitionStages.slice(1)) {
      current = runStageInPlace(stage, current, { ...program, settings }, observer);
      if (current === null) {
        failed = stages;
        return null;
      }
      observer.onStage?.(stage.name);
      if (stage.name === 'local') stages.local = current;
      if (stage.name !== 'collectives') continue;
      stages.collectives = current;
      current = copyOf(current);
    }
    return stages;
  });
  return done ?? failed;
}

/**
 * Partitions a propagated program with other settings.
 *
 * @param program its module before propagation, and the settings.
 */
export function partitionPropagated(
  propagated: ModuleOp,
  program: GivenProgram,
  { instrumentations = [] }: Pick<PartitionObserver, 'instrumentations'> = {},
): PartitionStages {
  const hasCollectives = hasInsertedCollectives(program.given, program.context);
  return divided(propagated, { ...program, hasCollectives }, { instrumentations });
}

/** The stages of a program whose fragments are partitioned one by one. */
function partitionOfMeshes(
  module: ModuleOp,
  context: Context,
  { instrumentations = [] }: PartitionObserver,
): PartitionStages {
  const meshes = partitionedMeshes(module, context, instrumentations);
  return {
    propagated: meshes?.program.propagated ?? null,
    collectives: meshes?.collectives ?? null,
    local: meshes?.functions.module ?? null,
  };
}

/** The program that a stage is one of, before the first stage. */
interface GivenProgram {
  readonly given: ModuleOp;
  readonly context: Context;
  /** Of partitioning. */
  readonly settings?: PartitionSettings | undefined;
}

interface DividedProgram extends GivenProgram {
  /** True if it has its collectives already. */
  readonly hasCollectives: boolean;
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
  program: GivenProgram,
  observer: PartitionObserver = {},
): ModuleOp | null {
  const { given, context } = program;
  if (isDeviceProgramOfHlo(given)) return copyOf(module);
  if (mpmdEntry(given) !== null) {
    // Its fragments are partitioned one by one, from the first stage to the last.
    const stages = partitionOfMeshes(given, context, observer);
    return stages[stage.name === 'resharded' ? 'propagated' : stage.name];
  }
  if (stage.name === 'propagated' && !isNotDividedYet(given, context)) return null;
  const hasCollectives = stage.name !== 'local' && hasInsertedCollectives(given, context);
  const run = (settings: PartitionSettings | undefined): ModuleOp | null =>
    runStageInPlace(stage, copyOf(module), { ...program, settings, hasCollectives }, observer);
  return stage.name === 'propagated' ? run(program.settings) : withFallBack(program.settings, context, run);
}

/** @param result is changed, and is what the stage gives unless `onPropagated` keeps it. */
function runStageInPlace(
  stage: PartitionStage,
  result: ModuleOp,
  { given, context, settings, hasCollectives }: DividedProgram,
  { instrumentations = [], onProgress, onPropagated }: PartitionObserver,
): ModuleOp | null {
  // Collectives that are there already were made from the shardings that are there.
  if (stage.name !== 'local' && hasCollectives) return result;
  let elements = stage.passes(stage.name === 'propagated' ? propagationSettings(settings) : settings);
  if (stage.name === 'propagated' && onPropagated !== undefined) {
    const propagation = explainPropagation(result, context, settings);
    for (const diagnostic of propagation.diagnostics) context.diagnostics.emit(diagnostic);
    onPropagated(propagation);
    if (propagation.explain === null) return null;
    // What was propagated is kept as it is.
    result = copyOf(result);
    elements = passesAroundPropagation(settings).after;
  }
  const pipeline = { anchor: 'builtin.module', elements };
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

/** Number of devices of a program: those of all its meshes, those of the mesh of its shardings, or the `mhlo.num_partitions` of a local one. */
export function deviceCount(module: ModuleOp): number {
  const entry = mpmdEntry(module);
  const topology = entry === null ? null : topologyOf(entry);
  if (topology !== null) return new MeshDevices(topology).count;
  return programMesh(module)?.[1].totalSize ?? localProgram(module)?.whole.deviceCount ?? 1;
}

/** Returns a copy of a module. */
export function copyOf(module: ModuleOp): ModuleOp {
  return cloneOp(module);
}
