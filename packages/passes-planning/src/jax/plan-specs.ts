import type { MeshAttr } from '@shardform/dialect-sdy';
import { namePath, resultName, type SourcePlace } from '@shardform/inspect';
import { SymbolRefAttr } from '@shardform/ir-core';
import type { ProgramOnMesh } from '../plan/program-on-mesh.ts';
import type { PlannedProgram } from '../plan/simulated-plans.ts';
import { shardingOf } from '../problem/dim-splits.ts';
import { entryOf } from '../problem/program-function.ts';
import { argumentSpecs } from './argument-rules.ts';
import { partitionSpec } from './partition-spec.ts';
import { type SpecRule, specRules } from './spec-rules.ts';

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
  /** Of each argument of the program, the steps of its name; none for an argument without a name. */
  readonly argumentPaths: readonly (readonly string[])[];
  /** Of each result, such as `result`, `0`, `layers`. */
  readonly resultPaths: readonly (readonly string[])[];
  readonly rules: readonly SpecRule[];
  readonly ties: readonly TiedRun[];
  readonly constraints: readonly SpecConstraint[];
  /** The lines of the constraints that the program has and the plan leaves out; `null` for one whose line is not known. */
  readonly dropped: readonly (SourcePlace | null)[];
}

/** Returns what a plan says in the words of a JAX program. */
export function planSpecs(
  { planned, constraints }: PlannedProgram,
  { mesh, ties, dropped = [] }: Pick<ProgramOnMesh, 'mesh' | 'ties' | 'dropped'>,
): PlanSpecs {
  const func = entryOf(planned);
  const args = argumentSpecs(func);
  return {
    mesh: mesh.mesh,
    dropped,
    argumentPaths: args.map(({ path }) => path),
    resultPaths: Array.from(func.functionType.results, (_, index) => namePath(resultName(func, index) ?? '')),
    rules: specRules(args),
    ties: tiedRuns(ties),
    constraints: constraints.map(({ value: { place, kind, type, forward }, splits }) => ({
      ...{ place, kind, shape: type.shape, type: String(type), values: forward },
      spec: partitionSpec(shardingOf(splits, mesh.mesh, SymbolRefAttr.get(mesh.name))),
    })),
  };
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
