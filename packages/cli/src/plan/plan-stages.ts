import { CostError, MachineError } from '@shardform/cost-model';
import { programEntry } from '@shardform/dialect-func';
import type { MeshAttr } from '@shardform/dialect-sdy';
import type { PlanName } from '@shardform/passes-dist';
import {
  distinctMeshes,
  dropShardings,
  PlanningError,
  searchStages,
  type StrategyName,
  type StagedProgram,
  type StageInput,
  tiesOf,
} from '@shardform/passes-planning';

import { asWritten, programMachine } from '../distribution/simulated-program.ts';
import type { LoadedModule } from '../load-module.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { devicesOf, meshesOf, meshOfOne, readMesh } from './mesh-shapes.ts';
import type { MeshFlags } from './plan-meshes.ts';
import { refusePlanning } from './plan-programs.ts';

/** The flags that say which pipelines are considered. */
export interface StageFlags extends MeshFlags {
  readonly machine: string | null;
  readonly memory: number | null;
  /** 1 for a plan without stages, `null` for the best number. */
  readonly stages: number | null;
  readonly microbatches: number | null;
  readonly schedule: PlanName | null;
  /** `pp` for a pipeline of any number of stages. */
  readonly strategy: StrategyName | typeof PIPELINE | null;
}

/** The strategy that asks for pipelines. */
export const PIPELINE = 'pp';

/** The pipelines that were simulated. */
export interface Pipelines {
  /** The fastest first, those that fit into memory before others. */
  readonly found: readonly StagedProgram[];
  /** Why there are none; `null` where there are some, or nobody asked. */
  readonly refusal: string | null;
}

/** So many pipelines are simulated. */
const MOST_SIMULATED = 6;

/** Operations of a program for which so many fewer are. */
const LARGE = 1500;

/** More stages are not considered unless they are asked for. */
const MOST_STAGES = 16;

/** What is not said of stages goes without them: a file of Python applies the plan of one mesh, for example. */
const WITHOUT_STAGES = [
  'jax',
  'fix',
  'method',
  'pareto',
  'strategy',
  'specs',
  'batch-args',
  'param-args',
] as const;

/** Refuses flags that contradict each other. @throws UsageError */
export function checkStageFlags(flags: StageFlags & Readonly<Record<string, unknown>>): void {
  const isAsked = asksForStages(flags);
  const asked = (flags.stages ?? 1) > 1 ? '--stages' : `--strategy ${PIPELINE}`;
  if (flags.strategy === PIPELINE && flags.stages === 1)
    throw new UsageError(
      `'--strategy ${PIPELINE}' asks for pipelines; '--stages 1' asks for a plan without one`,
    );
  for (const flag of ['microbatches', 'schedule'] as const)
    if (flags[flag] !== null && flags.stages === 1)
      throw new UsageError(`'--${flag}' is of pipelines; '--stages 1' asks for a plan without one`);
  if (!isAsked) return;
  for (const flag of WITHOUT_STAGES) {
    const value = flags[flag];
    if (value !== PIPELINE && (Array.isArray(value) ? value.length > 0 : Boolean(value)))
      throw new UsageError(`'--${flag}' is for plans of one mesh: leave it out, or '${asked}'`);
  }
  if (flags.mesh === null && flags.devices === null)
    throw new UsageError(
      `'${asked}' needs the mesh of a stage, such as '--mesh 2x4', or '--devices' for all stages together`,
    );
  if (flags.devices !== null && flags.stages !== null && flags.devices % flags.stages !== 0)
    throw new UsageError(`${flags.devices} devices can't be dealt to ${flags.stages} stages`);
}

/** Whether a pipeline is asked for, and nothing else. */
export function asksForStages({ stages, strategy }: Pick<StageFlags, 'stages' | 'strategy'>): boolean {
  return (stages ?? 1) > 1 || strategy === PIPELINE;
}

/** Whether pipelines are looked for beside plans without stages: in steps of training, on any mesh of so many devices. */
export function considersStages(
  loaded: LoadedModule,
  flags: StageFlags & Readonly<Record<string, unknown>>,
): boolean {
  if (asksForStages(flags)) return true;
  if (flags.stages !== null) return false;
  if (flags.microbatches !== null || flags.schedule !== null) return true;
  const isOther = WITHOUT_STAGES.some((flag) => {
    const value = flags[flag];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  });
  if (isOther || flags.devices === null) return false;
  const func = programEntry(loaded.module);
  return func !== null && tiesOf(func).length > 0;
}

/**
 * Looks for pipelines.
 *
 * @param toBeat seconds of the best plan without stages.
 * @throws ModuleError if a pipeline was asked for and the program can't be one.
 */
export function planStages(
  loaded: LoadedModule,
  flags: StageFlags,
  { toBeat, isOver }: { readonly toBeat: number; readonly isOver: () => boolean },
  input: ToolInput,
): Pipelines {
  const copy = loaded.reload();
  const { module, context } = copy;
  dropShardings(module, context);
  const func = programEntry(module);
  const meshes = stageMeshes(flags);
  const devices = Math.max(
    ...[...meshes].map(([stages, [mesh]]) => stages * (mesh === undefined ? 1 : devicesOf(mesh))),
  );
  const options = { ...asWritten, machine: flags.machine };
  const machine = programMachine(loaded.module, options, devices, input);
  const stageInput: StageInput = { module, context, machine, ties: func === null ? [] : tiesOf(func) };
  let operations = 0;
  module.walk(() => {
    operations++;
  });
  try {
    const distinct = new Map(
      Array.from(meshes, ([stages, own]) => [stages, distinctMeshes(own, machine)] as const),
    );
    const found = searchStages(stageInput, {
      ...{ meshes: distinct, toBeat, isOver },
      memory: flags.memory ?? Infinity,
      microbatches: flags.microbatches,
      schedule: flags.schedule,
      most: operations > LARGE ? Math.ceil(MOST_SIMULATED / 3) : MOST_SIMULATED,
    });
    return { found, refusal: found.length > 0 ? null : 'no pipeline could be simulated' };
  } catch (error) {
    if (
      !(error instanceof PlanningError) &&
      !(error instanceof CostError) &&
      !(error instanceof MachineError)
    )
      throw error;
    if (asksForStages(flags) && !(error instanceof MachineError)) return refusePlanning(copy, error);
    return { found: [], refusal: error.message };
  } finally {
    input.progress?.clear();
  }
}

/** The meshes that a stage may have, by number of stages. */
function stageMeshes({ stages, devices, mesh }: StageFlags): Map<number, readonly MeshAttr[]> {
  if (mesh !== null) return new Map([[stages ?? 2, [readMesh(mesh)]]]);
  const all = devices ?? 1;
  const counts =
    stages !== null
      ? [stages]
      : Array.from({ length: Math.min(all, MOST_STAGES) }, (_, i) => i + 1).filter(
          (own) => own > 1 && all % own === 0,
        );
  return new Map(
    counts.map((own) => {
      const size = all / own;
      const shapes = size === 1 ? [meshOfOne()] : meshesOf(size).filter(({ axes }) => axes.length <= 2);
      return [own, shapes];
    }),
  );
}
