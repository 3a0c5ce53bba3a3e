import { computingDevices, machineKey } from '@shardform/cost-model';
import { programEntry } from '@shardform/dialect-func';
import {
  AxisRefAttr,
  DimensionShardingAttr,
  MeshAttr,
  MeshOp,
  programMesh,
  setSharding,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { copyOf, resolveValue, ValueCounterparts } from '@shardform/inspect';
import { type ModuleOp, StringAttr, SymbolRefAttr } from '@shardform/ir-core';
import { dropShardings, makePlans, type Plan, type ProgramOnMesh, tiesOf } from '@shardform/passes-planning';

import type { Session } from '../../compiler/session.ts';

/** What a plan is made for, beside the program and the machine. */
export interface PlanQuestion {
  /** Bytes that a device may hold; `null` for any number. */
  readonly memory: number | null;
  readonly pins: readonly Pin[];
  /** Whether the shardings of the program are kept, or planned anew. */
  readonly keeps: boolean;
}

/** A value whose sharding the plan has to keep. */
export interface Pin {
  /** The value as the program's text calls it. */
  readonly reference: string;
  /** By dimension, the axes that split it. */
  readonly axes: readonly (readonly string[])[];
}

/** Operations that may be partitioned for trials. */
export const WORK = 30_000;

/** The plan of a question, with the program that it is of. */
export interface SolvedPlan {
  readonly plan: Plan;
  readonly program: ProgramOnMesh;
}

const solved = new WeakMap<object, Map<string, SolvedPlan>>();

/**
 * Returns the plan of a program; plans that were made are kept.
 *
 * @throws PlanningError or what else `makePlans` throws.
 */
export function solvedPlan(session: Session, question: PlanQuestion): SolvedPlan {
  const key = JSON.stringify([machineKey(session.machine), question]);
  const known = solved.get(session.study) ?? new Map<string, SolvedPlan>();
  solved.set(session.study, known);
  let own = known.get(key);
  if (own === undefined) {
    const memory = question.memory === null ? {} : { memory: question.memory };
    const [plan] = makePlans(programsOf(session, question), { ...memory, work: WORK, pinsUses: false });
    // Where no plan could be simulated, an error says so.
    own = { plan: plan!, program: plan!.program };
    known.set(key, own);
  }
  return own;
}

/** The program on its own mesh, or on those that the devices of the machine can be. */
function programsOf({ study, machine }: Session, { pins, keeps }: PlanQuestion): ProgramOnMesh[] {
  const { context } = study;
  const found = programMesh(study.module);
  const meshes = found === null ? meshesOf(computingDevices(machine)) : [found[1]];
  return meshes.map((mesh) => {
    const name = found?.[0] ?? 'mesh';
    const pinned = (own: readonly Pin[]): ProgramOnMesh => {
      const module = copyOf(study.module);
      const dropped = keeps ? [] : dropShardings(module, context);
      if (found === null || !keeps)
        module.body.prepend(
          MeshOp.create({ symName: StringAttr.get(name), mesh }, [], { location: module.location }),
        );
      for (const pin of own) pinValue(pin, name, module, study);
      const func = programEntry(module);
      const ties = func === null ? [] : tiesOf(func);
      const { partitioner } = study;
      return { module, context, machine, mesh: { name, mesh }, ties, partitioner, dropped };
    };
    return { ...pinned(pins), freer: pins.length === 0 ? undefined : pinned([]) };
  });
}

/** One axis, or two of which the first has two devices or half of them. */
function meshesOf(devices: number): MeshAttr[] {
  const shapes = [[devices], [2, devices / 2], [devices / 2, 2]];
  return shapes
    .filter((sizes) => sizes.every((size) => size > 1 && Number.isInteger(size)))
    .map((sizes) => MeshAttr.of(sizes.map((size, i) => [i === 0 ? 'x' : 'y', size] as const)));
}

function pinValue(
  { reference, axes }: Pin,
  mesh: string,
  module: ModuleOp,
  { module: given, names, context }: Session['study'],
): void {
  const dims = axes.map((own) =>
    DimensionShardingAttr.get(
      own.map((axis) => AxisRefAttr.get(axis)),
      true,
    ),
  );
  const sharding = TensorShardingAttr.get(SymbolRefAttr.get(mesh), dims);
  for (const original of resolveValue(reference, null, given, names))
    for (const value of new ValueCounterparts(module).of(original)) setSharding(value, sharding, context);
}
