import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { type MeshAttr, SHARDING, TensorShardingAttr } from '@shardform/dialect-sdy';
import { argumentName, namePath, type SourcePlace } from '@shardform/inspect';
import { SymbolRefAttr } from '@shardform/ir-core';
import type { ProgramOnMesh } from '../plan/program-on-mesh.ts';
import type { PlannedProgram } from '../plan/simulated-plans.ts';
import { shardingOf } from '../problem/dim-splits.ts';
import { entryOf } from '../problem/program-function.ts';
import { partitionSpec, signatureSpec } from './partition-spec.ts';
import { type SpecRule, specRules, WHOLE } from './spec-rules.ts';

/** Results in a row that are split as arguments in a row are. */
export interface TiedRun {
  readonly result: number;
  readonly argument: number;
  readonly count: number;
}

/** A `with_sharding_constraint` on what a line of the source computes. */
export interface SpecConstraint {
  readonly place: SourcePlace;
  /** The operation that computes the value. */
  readonly kind: string;
  readonly shape: readonly number[];
  readonly type: string;
  readonly spec: string;
  /** How many values of the program it is on, without their gradients. */
  readonly values: number;
}

/** A plan in the words of a JAX program. */
export interface PlanSpecs {
  readonly mesh: MeshAttr;
  /** How many arguments the program has. */
  readonly argumentCount: number;
  readonly rules: readonly SpecRule[];
  readonly ties: readonly TiedRun[];
  readonly constraints: readonly SpecConstraint[];
}

/** Returns what a plan says in the words of a JAX program. */
export function planSpecs(
  { planned, constraints }: PlannedProgram,
  { mesh, ties }: Pick<ProgramOnMesh, 'mesh' | 'ties'>,
): PlanSpecs {
  const func = entryOf(planned);
  const args = Array.from(func.functionType.inputs, (_, index) => ({
    ...{ index, path: namePath(argumentName(func, index) ?? '') },
    spec: specOf(func, index),
  }));
  return {
    ...{ mesh: mesh.mesh, argumentCount: args.length },
    rules: specRules(args),
    ties: tiedRuns(ties),
    constraints: constraints.map(({ value: { place, kind, type, forward }, splits }) => ({
      ...{ place, kind, shape: type.shape, type: String(type), values: forward },
      spec: partitionSpec(shardingOf(splits, mesh.mesh, SymbolRefAttr.get(mesh.name))),
    })),
  };
}

function specOf(func: FuncOp, index: number): string {
  const attribute = valueAttrs(func, 'arg_attrs', index).get(SHARDING);
  const sharding = attribute instanceof TensorShardingAttr ? attribute : null;
  return signatureSpec(sharding, func.functionType.inputs[index]!) ?? WHOLE;
}

function tiedRuns(ties: ProgramOnMesh['ties']): TiedRun[] {
  const runs: { -readonly [K in keyof TiedRun]: TiedRun[K] }[] = [];
  for (const { result, argument } of ties.toSorted((a, b) => a.result - b.result)) {
    const last = runs.at(-1) ?? { result: -1, argument: -1, count: 0 };
    const follows = result - last.result === last.count && argument - last.argument === last.count;
    if (follows && last.count > 0) last.count++;
    else runs.push({ result, argument, count: 1 });
  }
  return runs;
}
