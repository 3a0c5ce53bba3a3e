import { CostError, machineDevice } from '@shardform/cost-model';
import { setImmediate } from 'node:timers/promises';
import { programEntry } from '@shardform/dialect-func';
import { Operation } from '@shardform/ir-core';
import {
  distinctMeshes,
  oneAxisPlan,
  type Plan,
  planInSteps,
  PlanningError,
  type StrategyName,
  type PlanProgress,
  type ProgramOnMesh,
  tiesOf,
} from '@shardform/passes-planning';

import { asWritten, programMachine } from '../distribution/simulated-program.ts';
import { locationOf } from '@shardform/inspect';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { DEFAULT_PARTITIONER, type Partitioner, secondsText } from '@shardform/study';
import { givenRoles, type RoleFlags } from './argument-roles.ts';
import { devicesOf } from './mesh-shapes.ts';
import type { MeshPlan } from './plan-answer.ts';
import type { MeshedProgram } from './plan-meshes.ts';

/** Operations that may be partitioned for trials: some seconds. */
const WORK = 8_000;

/** What plans are made for. */
export interface PlanFlags extends RoleFlags {
  readonly machine: string | null;
  /** Bytes that a device may hold. */
  readonly memory: number | null;
  /** Seconds after which the best plan so far is the answer. */
  readonly time: number | null;
  readonly partitioner: Partitioner | null;
  readonly strategy: StrategyName | null;
  readonly method: 'pairwise' | 'arguments-one-axis' | null;
}

/**
 * Plans a program on all of its meshes.
 *
 * @param isOver asks whether to be content with the best plan so far.
 * @returns the plans, the best first.
 * @throws ModuleError for a program that can't be planned.
 */
export async function planPrograms(
  programs: readonly MeshedProgram[],
  flags: PlanFlags,
  input: ToolInput,
  isOver: () => boolean,
): Promise<MeshPlan[]> {
  try {
    const distinct = distinctPrograms(programs, flags, input);
    const given = distinct.map((program) => onMesh(program, flags, input));
    const programOf = new Map(given.map((own, i) => [own, distinct[i]]));
    const options = {
      work: WORK,
      memory: flags.memory ?? Infinity,
      strategy: flags.strategy ?? undefined,
      isOver,
    };
    const plans =
      flags.method === 'arguments-one-axis'
        ? given.map((own) => oneAxisPlan(own, options))
        : await finished(planInSteps(given, options), input);
    return plans.flatMap((plan) => {
      const program = programOf.get(plan.program);
      return program === undefined ? [] : [{ program, plan, machine: plan.program.machine }];
    });
  } catch (error) {
    if (!(error instanceof PlanningError) && !(error instanceof CostError)) throw error;
    return refusePlanning(programs[0]!.loaded, error);
  } finally {
    input.progress?.clear();
  }
}

/** Returns the bytes that a device may hold: those of a flag, or those that a device of a named machine has; `null` for any number. */
export function memoryLimit(
  [first]: readonly MeshedProgram[],
  flags: Pick<PlanFlags, 'machine' | 'memory'>,
  input: ToolInput,
): number | null {
  if (flags.memory !== null || flags.machine === null || first === undefined) return flags.memory;
  const options = { ...asWritten, machine: flags.machine };
  const machine = programMachine(first.loaded.module, options, devicesOf(first.mesh.mesh), input);
  const { memory } = machineDevice(machine);
  return memory === Infinity ? null : memory;
}

/** Plans for one of two meshes that are alike are plans for the other. Shardings that are given name axes. */
function distinctPrograms(
  programs: readonly MeshedProgram[],
  flags: PlanFlags,
  input: ToolInput,
): readonly MeshedProgram[] {
  const [first] = programs;
  if (first === undefined || programs.length === 1 || first.free !== null) return programs;
  const options = { ...asWritten, machine: flags.machine };
  const machine = programMachine(first.loaded.module, options, devicesOf(first.mesh.mesh), input);
  const meshes = new Set(
    distinctMeshes(
      programs.map(({ mesh }) => mesh.mesh),
      machine,
    ),
  );
  return programs.filter(({ mesh }) => meshes.has(mesh.mesh));
}

function onMesh(
  { loaded, mesh, free, given, dropped }: MeshedProgram,
  flags: PlanFlags,
  input: ToolInput,
): ProgramOnMesh {
  const options = { ...asWritten, machine: flags.machine };
  const machine = programMachine(loaded.module, options, devicesOf(mesh.mesh), input);
  const roles = givenRoles(loaded, flags);
  const planned = ({ module, context }: LoadedModule): ProgramOnMesh => {
    const func = programEntry(module);
    const ties = func === null ? [] : tiesOf(func);
    const partitioner = flags.partitioner ?? DEFAULT_PARTITIONER;
    return { module, context, machine, mesh, ties, partitioner, roles };
  };
  return {
    ...planned(loaded),
    dropped,
    freer: free === null ? undefined : planned(free),
    given: given === null ? undefined : given.module,
  };
}

/** Between steps, signals are seen. */
async function finished(steps: Generator<PlanProgress, Plan[]>, input: ToolInput): Promise<Plan[]> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    const { meshes, allMeshes, simulated, best } = value;
    const found = best === null ? '' : `, the best takes ${secondsText(best)}`;
    input.progress?.update(
      (meshes + Math.min(1, simulated)) / (allMeshes + 1),
      `${meshes} of ${allMeshes} meshes, ${simulated} plans simulated${found}`,
    );
    await setImmediate();
  }
}

/** Asks whether to be content with what there is, until it is released. */
export interface Stop {
  readonly isOver: () => boolean;
  readonly release: () => void;
}

/** Ctrl-C ends planning early, and a second one the command. Other programs handle Ctrl-C themselves. */
export function stopping(seconds: number | null, { program }: ToolInput): Stop {
  const start = performance.now();
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
  };
  if (program !== undefined) for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  return {
    isOver: (): boolean => isStopped || (seconds !== null && performance.now() - start > 1000 * seconds),
    release(): void {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
    },
  };
}

/** Says at its place why a program can't be planned. @throws ModuleError, or UsageError where it has no place. */
export function refusePlanning(loaded: LoadedModule, error: PlanningError | CostError): never {
  const { context, module, log } = loaded;
  const item = error instanceof PlanningError ? error.item : error.op;
  const where = item instanceof Operation ? item : (item?.definingOp ?? item?.parentBlock?.parentOp ?? null);
  const op = where ?? programEntry(module) ?? module;
  const problem = `the program can't be planned: ${error.message}`;
  if (locationOf(op) === null) throw new UsageError(problem);
  context.diagnostics.emitOn(op, 'error', problem);
  throw new ModuleError(log.text(), log.diagnostics);
}
