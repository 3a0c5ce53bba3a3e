import { programEntry } from '@shardform/dialect-func';
import { Operation } from '@shardform/ir-core';
import { makePlans, PlanningError, type ProgramOnMesh, tiesOf } from '@shardform/passes-planning';
import { FlattenError } from '@shardform/runtime-dist';
import { secondsText } from '@shardform/study';
import { asWritten, programMachine } from '../distribution/simulated-program.ts';
import { ModuleError } from '../load-module.ts';
import type { ToolInput } from '../tool-io.ts';
import { devicesOf } from './mesh-shapes.ts';
import type { MeshPlan } from './plan-answer.ts';
import type { MeshedProgram } from './plan-meshes.ts';

/** Operations that may be partitioned for trials on all meshes: a few seconds. */
const WORK = 60_000;

/** What the flags say about planning. */
export interface PlanningFlags {
  readonly machine: string | null;
  readonly memory: number | null;
  /** Seconds. */
  readonly time: number | null;
}

/** Plans a program on each of its meshes; the best plan comes first. @throws ModuleError or UsageError. */
export function planPrograms(
  programs: readonly MeshedProgram[],
  flags: PlanningFlags,
  input: ToolInput,
): MeshPlan[] {
  const onMeshes = programs.map((program) => ({ program, own: onMesh(program, flags.machine, input) }));
  const end = flags.time === null ? Infinity : performance.now() + 1000 * flags.time;
  try {
    const plans = makePlans(
      onMeshes.map(({ own }) => own),
      {
        ...{ memory: flags.memory ?? Infinity, work: WORK },
        isOver: () => performance.now() >= end,
        onProgress: ({ meshes, allMeshes, simulated, best }) => {
          const found = best === null ? '' : `, ${secondsText(best)} a step so far`;
          input.progress?.update(
            meshes / allMeshes,
            `planned ${meshes} of ${allMeshes} meshes, ${simulated} plans simulated${found}`,
          );
        },
      },
    );
    return plans.flatMap((plan) => {
      const found = onMeshes.find(({ own }) => own === plan.program);
      return found === undefined ? [] : [{ program: found.program, plan, machine: found.own.machine }];
    });
  } catch (error) {
    if (!(error instanceof PlanningError) && !(error instanceof FlattenError)) throw error;
    throw refusal(programs[0]!, error);
  } finally {
    input.progress?.clear();
  }
}

function onMesh({ loaded, mesh }: MeshedProgram, name: string | null, input: ToolInput): ProgramOnMesh {
  const { module, context } = loaded;
  const devices = devicesOf(mesh.mesh);
  const { machine } = programMachine(module, { ...asWritten, machine: name }, devices, input);
  const func = programEntry(module);
  return { module, context, mesh, machine, ties: func === null ? [] : tiesOf(func) };
}

function refusal({ loaded }: MeshedProgram, error: PlanningError | FlattenError): ModuleError {
  const { module, context, log } = loaded;
  const item = error instanceof PlanningError ? error.item : error.op;
  const where = item instanceof Operation ? item : (item?.definingOp ?? item?.parentBlock?.parentOp ?? null);
  context.diagnostics.emitOn(
    where ?? programEntry(module) ?? module,
    'error',
    `the program can't be planned: ${error.message}`,
  );
  return new ModuleError(log.text(), log.diagnostics);
}
