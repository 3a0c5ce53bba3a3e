import {
  type NdArray,
  type ArrayKind,
  isComplexKind,
  partKind,
  RoundingNoise,
  ExecutionError,
} from '@shardform/runtime-sim';
import { NOISE_STRENGTH } from '@shardform/inspect';
import { isFloatKind } from '@shardform/ir-core';
import type { Study } from '../study.ts';
import type { ValueId } from '../values/value-id.ts';
import type { ArrayError } from './array-error.ts';
import type { ExecutedStage } from './executed-stages.ts';
import type { StageProgram } from './stage-program.ts';
import type { SourceValues } from './value-recorder.ts';

/**
 * What the error of a value amounts to: `equal` bit for bit, `within` the tolerance, `noise` that other roundings make as
 * well, as where a sum cancels, or `beyond` both.
 */
export type ErrorVerdict = 'equal' | 'within' | 'noise' | 'beyond';

/** The error of a value at a stage. */
export interface ValueError extends ArrayError {
  readonly verdict: ErrorVerdict;
}

/** A value of the program as it was given, through all stages. */
export interface ComparedValue {
  readonly id: ValueId;
  /** In the program's text: `%4`, or `@f:%4` in other functions than the main one. */
  readonly name: string;
  readonly operation: string;
  readonly line: number | null;
  /** By stage; `null` where the stage has no such value, or it can't be compared. */
  readonly errors: readonly (ValueError | null)[];
}

/** The values of a program, compared operation by operation. */
export interface ComparedValues {
  /** In the order of the program; those that some stage computes, too. */
  readonly values: readonly ComparedValue[];
  /** Number of values that operations of the source compute once. */
  readonly computed: number;
  /** The tolerance of most of the values, as a part of the largest magnitude of a value. */
  readonly tolerance: number;
  /** By stage, the position of the first value that is beyond the tolerance; `null` if none is. */
  readonly first: readonly (number | null)[];
}

/** By kind of elements, what a value may be off, as a part of its largest magnitude; none for integers. */
const TOLERANCES: Readonly<Record<string, number>> = { f64: 1e-12, f32: 1e-5, f16: 5e-3, bf16: 4e-2 };
/** That of the narrow floats. */
const NARROW = 0.25;
/** Executions with other roundings while values seem to be beyond the tolerance. */
const MOST_SAMPLES = 8;

/** What a value of elements of a kind may be off, as a part of its largest magnitude. */
export function toleranceOf(kind: ArrayKind): number {
  const part = isComplexKind(kind) ? partKind(kind) : kind;
  return isFloatKind(part) ? (TOLERANCES[part] ?? NARROW) : 0;
}

/** What an execution of all stages has seen. */
interface SeenValues {
  readonly source: SourceValues;
  readonly program: StageProgram;
  /** By stage, errors by value. */
  readonly errors: readonly (ReadonlyMap<ValueId, ArrayError> | null)[];
  readonly stages: readonly ExecutedStage[];
  readonly inputs: readonly NdArray[];
}

/** Judges the errors of values by tolerances and, beyond these, by what other roundings change. */
export function judgeValues(study: Study, seen: SeenValues): ComparedValues {
  const { source, errors, stages } = seen;
  const ids = study.source.values.all.map((value) => study.source.values.idOf(value));
  const compared = ids.filter((id) => errors.some((own) => own?.has(id)));
  const tolerances = new Map(compared.map((id) => [id, toleranceOf(source.find(id)!.kind)]));
  const isBeyond = (id: ValueId, error: ArrayError, stage: number): boolean =>
    error.relative > allowed(tolerances.get(id) ?? 0, stages[stage]);
  const suspects = new Map<ValueId, number>();
  for (const [stage, own] of errors.entries())
    for (const [id, error] of own ?? [])
      if (isBeyond(id, error, stage)) suspects.set(id, Math.max(suspects.get(id) ?? 0, error.absolute));
  const noise = noiseOf(study, seen, suspects);
  const values = compared.map((id): ComparedValue => {
    const value = study.source.values.find(id);
    return {
      id,
      name: value === null ? '' : (study.names.reference(value) ?? ''),
      operation: value?.definingOp?.name ?? '',
      line: value === null ? null : study.lineOf(value),
      errors: errors.map((own, stage) => {
        const error = own?.get(id);
        if (error === undefined) return null;
        return { ...error, verdict: verdictOf(error, isBeyond(id, error, stage), noise.get(id) ?? 0) };
      }),
    };
  });
  return {
    values,
    computed: source.count,
    tolerance: mostFrequent([...tolerances.values()]),
    first: errors.map((_, stage) => {
      const at = values.findIndex((value) => value.errors[stage]?.verdict === 'beyond');
      return at === -1 ? null : at;
    }),
  };
}

function allowed(tolerance: number, stage: ExecutedStage | undefined): number {
  // Products of operands in bf16 are off by as much as bf16 is.
  return stage?.roundsOperands === true && tolerance > 0 ? Math.max(tolerance, TOLERANCES.bf16!) : tolerance;
}

function verdictOf(error: ArrayError, isBeyond: boolean, noise: number): ErrorVerdict {
  if (error.isEqual) return 'equal';
  if (!isBeyond) return 'within';
  return error.absolute <= noise ? 'noise' : 'beyond';
}

/** The largest difference that other roundings of the source make to values, sampled until they explain the errors. */
function noiseOf(
  study: Study,
  { source, program, inputs }: SeenValues,
  suspects: ReadonlyMap<ValueId, number>,
): ReadonlyMap<ValueId, number> {
  const noise = new Map<ValueId, number>();
  if (study.source.isLocal) return noise;
  const observe = source.observeNoise((id, distance) =>
    noise.set(id, Math.max(noise.get(id) ?? 0, distance)),
  );
  for (let sample = 1; sample <= MOST_SAMPLES; sample++) {
    if ([...suspects].every(([id, error]) => error <= (noise.get(id) ?? 0))) break;
    try {
      program.run(inputs, { noise: new RoundingNoise(sample, NOISE_STRENGTH), observe });
    } catch (error) {
      // A program that only some numbers can be given to.
      if (!(error instanceof ExecutionError)) throw error;
    }
  }
  return noise;
}

function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? TOLERANCES.f32!;
}
