import {
  compareShards,
  type HeldShard,
  InputError,
  movedAs,
  NOISE_STRENGTH,
  type ResultComparison,
  resultName,
  RoundingSamples,
} from '@shardform/inspect';
import { zip } from '@shardform/ir-core';
import {
  arrayTypeText,
  convert,
  elementAt,
  elementCount,
  ExecutionError,
  type NdArray,
  RoundingNoise,
  type Scalar,
  assembleShards,
} from '@shardform/runtime-sim';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import type { ValueId } from '../values/value-id.ts';
import { arrayError, type ArrayError } from './array-error.ts';
import { givenFunction, inputFunction, type NumbersInputs, wholeInputs } from './numbers-inputs.ts';
import { type StageProgram, stageProgram, type TargetRunner } from './stage-program.ts';
import { type ComparedValues, judgeValues } from './compared-values.ts';
import { SourceValues, StageValueErrors } from './value-recorder.ts';
import { estimateWork } from './work-estimate.ts';

/** Options of an execution of all stages. */
export interface ExecuteOptions {
  readonly inputs: NumbersInputs;
  /** What executes programs of targets. */
  readonly targets?: readonly TargetRunner[];
  /** Values are compared operation by operation if all together have at most so many elements. */
  readonly mostElements?: number;
}

/** The results of all stages of a program on the same inputs, compared with those of the program as it was given. */
export interface ExecutedStages {
  /** Of the program as it was given, then of each step. */
  readonly stages: readonly ExecutedStage[];
  readonly results: readonly NumbersResult[];
  /** Operation by operation; `null` if the program is too large for that. */
  readonly values: ComparedValues | null;
  /** Why the program can't be executed at all; `null` if it can. */
  readonly problem: string | null;
}

/** A result of the program as it was given. */
export interface NumbersResult {
  /** The value that is returned. */
  readonly id: ValueId | null;
  /** Its name in the user's program; `null` if unknown. */
  readonly name: string | null;
  readonly type: string;
  /** Its first elements, and how many there are. */
  readonly begin: readonly Scalar[];
  readonly count: number;
}

/** The outcome of executing a stage. */
export interface ExecutedStage {
  /** The pass or pipeline that made it; empty for the program as it was given. */
  readonly step: string;
  readonly kind: StageProgram['kind'];
  readonly deviceCount: number;
  /** True if it rounds operands to bf16, as the source doesn't. */
  readonly roundsOperands: boolean;
  /** Why it can't be executed; `null` if it was. */
  readonly problem: string | null;
  /** True if its step changed nothing, so that it is what the stage before is. */
  readonly isSame: boolean;
  /** By result; empty if it wasn't executed, and for the program as it was given. */
  readonly results: readonly StageResult[];
}

/** A result of a stage beside that of the program as it was given. */
export interface StageResult {
  readonly comparison: ResultComparison;
  readonly error: ArrayError;
}

/** So many elements of all values take about a tenth of a gigabyte. */
const MOST_ELEMENTS = 2 ** 24;
const SHOWN_ELEMENTS = 6;

/** Executes a program and all stages that the study has on the same inputs. @throws Interrupted, LimitError */
export function executeStages(study: Study, options: ExecuteOptions): ExecutedStages {
  const { inputs, targets = [], mostElements = MOST_ELEMENTS } = options;
  try {
    const arrays = wholeInputs(study, inputs);
    const isSmall = estimateWork(study).elements <= mostElements;
    return new Executions(study, arrays, targets).run(isSmall);
  } catch (error) {
    return { stages: [], results: [], values: null, problem: problemOf(error) };
  }
}

/** The message of an error for people. @throws other errors again. */
function problemOf(error: unknown): string {
  if (error instanceof ExecutionError || error instanceof InputError) return error.message;
  throw error;
}

class Executions {
  readonly #study: Study;
  readonly #inputs: readonly NdArray[];
  readonly #targets: readonly TargetRunner[];
  readonly #samples: RoundingSamples | null;

  constructor(study: Study, inputs: readonly NdArray[], targets: readonly TargetRunner[]) {
    this.#study = study;
    this.#inputs = inputs;
    this.#targets = targets;
    // The program of one device has no execution as a whole.
    this.#samples = study.source.isLocal ? null : new RoundingSamples(study.module, inputs, study.context);
  }

  run(comparesValues: boolean): ExecutedStages {
    const study = this.#study;
    const source = stageProgram(study, study.source, this.#targets);
    const known = comparesValues ? new SourceValues(source) : null;
    const parts = source.run(this.#inputs, { observe: known?.observe ?? null });
    const expected = parts.map((own, i) => wholeOf(own, source, i));
    const unchanged = besideThemselves(parts, expected);
    const errors: (ReadonlyMap<ValueId, ArrayError> | null)[] = [];
    const stages: ExecutedStage[] = [];
    for (const stage of study.stages) {
      const before = stages.at(-1);
      if (before !== undefined && !stage.changes.any && before.problem === null) {
        const results = stages.length === 1 ? unchanged : before.results;
        stages.push({ ...before, step: stage.step, isSame: true, results });
        errors.push(errors.at(-1) ?? null);
        continue;
      }
      const { executed, values } =
        stage === study.source
          ? { executed: sourceOutcome(stage, source, unchanged), values: null }
          : this.#execute(stage, expected, known);
      stages.push(executed);
      errors.push(values);
    }
    const func = inputFunction(study);
    return {
      stages,
      results: expected.map((array, i) => ({
        ...{ id: returnedId(study, i), name: resultName(func, i) },
        type: arrayTypeText(array),
        begin: firstElements(array),
        count: elementCount(array.shape),
      })),
      values:
        known === null
          ? null
          : judgeValues(study, { source: known, errors, stages, inputs: this.#inputs, program: source }),
      problem: null,
    };
  }

  #execute(
    stage: Stage,
    expected: readonly NdArray[],
    known: SourceValues | null,
  ): { executed: ExecutedStage; values: ReadonlyMap<ValueId, ArrayError> | null } {
    const { step } = stage;
    let program: StageProgram | null = null;
    try {
      program = stageProgram(this.#study, stage, this.#targets);
      const recorder = known === null ? null : new StageValueErrors(program, known);
      const parts = program.run(this.#inputs, { observe: recorder?.observe ?? null });
      const { kind, deviceCount, roundsOperands } = program;
      const results = this.#compare(program, parts, expected);
      return {
        executed: { step, kind, deviceCount, roundsOperands, problem: null, isSame: false, results },
        values: recorder?.errors ?? null,
      };
    } catch (error) {
      const { kind = 'whole', deviceCount = 1, roundsOperands = false } = program ?? {};
      const problem = problemOf(error);
      return {
        executed: { step, kind, deviceCount, roundsOperands, problem, isSame: false, results: [] },
        values: null,
      };
    }
  }

  #compare(
    program: StageProgram,
    parts: readonly (readonly HeldShard[])[],
    expected: readonly NdArray[],
  ): StageResult[] {
    if (parts.length !== expected.length)
      throw new InputError(
        `it has ${parts.length} results, the program as it was given has ${expected.length}`,
      );
    const own = new StageSamples(program, this.#inputs);
    return zip(expected, parts).map(([wanted, held], index) => {
      const converted = held.map((part) => ({ ...part, array: sameKind(part.array, wanted) }));
      const [first] = converted;
      const sampled = (count: number): NdArray[] => [
        ...(this.#samples?.first(count).map((all) => all[index]!) ?? []),
        ...(first === undefined
          ? []
          : own.first(count).map((all) => movedAs(wanted, first.array, sameKind(all[index]!, wanted)))),
      ];
      const comparison = compareShards(converted, wanted, null, sampled);
      return {
        comparison: { index, description: arrayTypeText(wanted), ...comparison },
        error: arrayError(converted, wanted),
      };
    });
  }
}

/** Executions of a stage with other roundings, where it rounds otherwise than the source. */
class StageSamples {
  readonly #program: StageProgram;
  readonly #inputs: readonly NdArray[];
  readonly #samples: (readonly NdArray[] | null)[] = [];

  constructor(program: StageProgram, inputs: readonly NdArray[]) {
    this.#program = program;
    this.#inputs = inputs;
  }

  /** The results of the first `count` executions that succeeded. */
  first(count: number): readonly (readonly NdArray[])[] {
    if (!this.#program.roundsOperands) return [];
    while (this.#samples.length < count) this.#samples.push(this.#sample(this.#samples.length));
    return this.#samples.slice(0, count).filter((sample) => sample !== null);
  }

  #sample(number: number): readonly NdArray[] | null {
    try {
      const noise = new RoundingNoise(number + 1, NOISE_STRENGTH);
      return this.#program.run(this.#inputs, { noise }).map(([part]) => part!.array);
    } catch (error) {
      // A program that only some numbers can be given to.
      if (error instanceof ExecutionError) return null;
      throw error;
    }
  }
}

/** The outcome of the program as it was given: of a device's program replicas are compared with each other. */
function sourceOutcome(
  { step }: Stage,
  { kind, deviceCount }: StageProgram,
  unchanged: readonly StageResult[],
): ExecutedStage {
  const results = kind === 'whole' ? [] : unchanged;
  return { step, kind, deviceCount, roundsOperands: false, problem: null, isSame: false, results };
}

/** Results of the program as it was given beside what all of their shards make together. */
function besideThemselves(
  parts: readonly (readonly HeldShard[])[],
  expected: readonly NdArray[],
): StageResult[] {
  return zip(parts, expected).map(([held, wanted], index) => ({
    comparison: { index, description: arrayTypeText(wanted), ...compareShards(held, wanted, null, null) },
    error: arrayError(held, wanted),
  }));
}

function wholeOf(parts: readonly HeldShard[], { wholeShapes }: StageProgram, index: number): NdArray {
  const [first] = parts;
  if (first === undefined) throw new InputError(`result ${index} is on no device`);
  if (parts.length === 1) return first.array;
  const shape = wholeShapes?.[index] ?? first.array.shape;
  return assembleShards(first.array.kind, shape, parts);
}

function sameKind(array: NdArray, { kind }: NdArray): NdArray {
  return array.kind === kind ? array : convert(array, kind);
}

function firstElements(array: NdArray): Scalar[] {
  const count = Math.min(elementCount(array.shape), SHOWN_ELEMENTS);
  return Array.from({ length: count }, (_, i) => elementAt(array, i));
}

function returnedId(study: Study, index: number): ValueId | null {
  const returned = givenFunction(study).entry.lastOp?.operandValues()[index];
  return returned === undefined ? null : study.source.values.idOf(returned);
}
