import type { Machine } from '@shardform/cost-model';
import type { AttributedArray, AttributedCollective } from '../compiled/attribution.ts';
import {
  type BesidePrediction,
  compareWithPrediction,
  type ComparedPrediction,
  type UnusedPrediction,
} from '../compiled/compared-with-prediction.ts';
import type { Operation } from '@shardform/ir-core';
import type { CountMeaning } from '@shardform/runtime-sim';

import type { BytesMeaning } from './inserted-collective.ts';
import type { Stage } from '../stages/stage.ts';
import { contentionSeconds } from '../time/contention-facts.ts';
import type { CostedCollective } from '../time/measured-program.ts';
import type { Study } from '../study.ts';
import type { ValueId } from '../values/value-id.ts';

/** A collective of a program as a list of them tells it. */
export interface CollectiveRow {
  /** Of its result. */
  readonly id: ValueId;
  /** `all_reduce`, ... */
  readonly kind: string;
  /** The name under which it counts: its axis, or several such as `x, y`. */
  readonly axis: string;
  /** The value that it moves, as the program's text calls it; `null` for what passes made. */
  readonly value: string | null;
  /** The name in the user's program. */
  readonly userName: string | null;
  /** The layer that it is in, by its name scopes or else by the program's structure; `null` for none. */
  readonly layer: string | null;
  /** Of the program's text. */
  readonly line: number | null;
  /** Why it is there, or between which devices where tensors are placed on devices; `null` for other collectives of the program itself. */
  readonly reason: string | null;
  /** The reason as the partitioner has it; `null` where {@link reason} is all that is known. */
  readonly detail: string | null;
  /** The type of its result on a device. */
  readonly type: string;
  /** Number of devices that communicate with each other. */
  readonly groupSize: number;
  /** Of a permute, in which pattern devices send, such as `ring of 8`; `null` for other collectives. */
  readonly pattern: string | null;
  readonly executions: number;
  readonly executionsMeaning: CountMeaning;
  /** That each device sends in all executions. */
  readonly bytes: number;
  /** The meaning of the bytes where the program does not determine them. */
  readonly bytesMeaning: BytesMeaning;
  /** That the step is longer for it: communication while nothing is computed, contention included. `null` where nothing was simulated. */
  readonly seconds: number | null;
  /** Of these, for links that other groups or collectives use at the same time. */
  readonly contentionSeconds: number | null;
  /** Of communication while something is computed. */
  readonly hiddenSeconds: number | null;
  /** What it was made for; `null` for collectives of programs that XLA has not compiled. */
  readonly compiled: CompiledRow | null;
}

/** A collective that XLA has compiled. */
export interface CompiledRow {
  /** Its name in the compiled program. */
  readonly instruction: string;
  /** Of the text of the compiled program; 0 for protobuf. */
  readonly hloLine: number;
  readonly moved: readonly MovedRow[];
  /** Decisions of XLA's compiler, which add to the cause. */
  readonly decisions: readonly string[];
  /** `null` where the values are not known. */
  readonly beside: BesidePrediction | null;
}

/** An array that a compiled collective moves. */
export interface MovedRow {
  /** Of its value in the program; `null` if unknown. */
  readonly id: ValueId | null;
  /** As the program's text calls it; `null` if unknown. */
  readonly value: string | null;
  readonly userName: string | null;
  readonly line: number | null;
  /** The sharding before and after; `null` where it is not known. */
  readonly from: string | null;
  readonly to: string | null;
  /** That each device sends in all executions. */
  readonly bytes: number;
  readonly cause: string;
  readonly beside: BesidePrediction | null;
}

/** The collectives of a program, and those that are not among them. */
export interface CollectiveList {
  /** In the order of the program. Sums of seconds and bytes by axis are those of the facts. */
  readonly rows: readonly CollectiveRow[];
  /** Operations for which devices communicate too, but whose bytes and times are unknown: how many there are of each name. */
  readonly unlisted: readonly (readonly [string, number])[];
}

/** The collectives of a stage. */
export interface StageCollectives extends CollectiveList {
  /** Collectives that are predicted and that the compiled program does not have; none for other programs. */
  readonly unused: readonly UnusedPrediction[];
}

/**
 * Lists the collectives of a program with their costs on a machine.
 *
 * @param stage whose collectives are listed if it places its tensors on devices; otherwise those of the partition are.
 */
export function collectiveRows(
  study: Study,
  machine: Machine,
  stage: Stage = study.source,
): StageCollectives {
  const module = study.communicatingAt(stage, machine);
  const values = study.valuesOf(module);
  const { layerFor, names } = study;
  const { compiled } = stage;
  const prediction = compiled === undefined ? null : compareWithPrediction(study, compiled.collectives);
  const compiledRow = (op: Operation): CompiledRow | null => {
    const own = compiled?.byOperation.get(op);
    return own === undefined || prediction === null ? null : rowOfCompiled(study, own, prediction);
  };
  const scopeOf = (reference: string | null): string | null => {
    const moved = reference === null ? null : names.referred(reference);
    return moved === null ? null : names.scopedName(moved);
  };
  // A row of several values names that of which most is sent.
  const lineOf = (op: Operation): number | null => {
    const moved = compiled?.byOperation.get(op)?.moved.toSorted((a, b) => b.bytes - a.bytes);
    return moved?.[0]?.line ?? study.lineOfOperation(op);
  };
  const rows = study.measuredAt(stage, machine).collectives.map((own): CollectiveRow => {
    const { kind, axis, value, name, reason, detail, type, groupSize, executions, executionsMeaning, op } =
      own;
    return {
      id: values.idOf(op.results[0]!),
      kind,
      axis,
      value,
      userName: name,
      layer: layerFor(study.identities.sourceOf(op), scopeOf(value)),
      line: lineOf(op),
      reason,
      detail,
      type,
      groupSize,
      pattern: own.pattern,
      executions,
      executionsMeaning,
      bytes: own.bytes * executions,
      bytesMeaning: own.bytesMeaning,
      ...timesOfRow(own),
      compiled: compiledRow(op),
    };
  });
  return { rows, unlisted: unlistedCollectives(study), unused: prediction?.unused ?? [] };
}

/** The times of a collective. */
type CollectiveTimes = Pick<CostedCollective, 'seconds' | 'exposedSeconds' | 'contention'>;

/** The times of a collective that was not simulated. */
export const NOT_TIMED: CollectiveTimes = { seconds: null, exposedSeconds: null, contention: null };

/** Returns the times of a collective as a row of a list tells them. */
export function timesOfRow({
  seconds: all,
  exposedSeconds,
  contention,
}: CollectiveTimes): Pick<CollectiveRow, 'seconds' | 'contentionSeconds' | 'hiddenSeconds'> {
  if (all === null || exposedSeconds === null || contention === null)
    return { seconds: null, contentionSeconds: null, hiddenSeconds: null };
  const contended = contentionSeconds(contention);
  const seconds = exposedSeconds + contended;
  return { seconds, contentionSeconds: contended, hiddenSeconds: Math.max(0, all - seconds) };
}

/** Describes a collective that XLA has compiled, beside the prediction. */
export function rowOfCompiled(
  study: Study,
  { kind, instruction, moved, decisions, executions }: AttributedCollective,
  prediction: ComparedPrediction,
): CompiledRow {
  const single = (array: AttributedArray): BesidePrediction | null => prediction.of({ kind, moved: [array] });
  return {
    instruction: instruction.name,
    hloLine: instruction.line,
    moved: moved.map((array) => ({
      id: array.definition === null ? null : study.source.values.idOf(array.definition),
      value: array.value,
      userName: array.userName,
      line: array.line,
      from: array.from,
      to: array.to,
      bytes: array.bytes * executions,
      cause: array.cause.text,
      beside: single(array),
    })),
    decisions: decisions.map(({ text }) => text),
    beside: prediction.of({ kind, moved }),
  };
}

/** Operations for which devices communicate, of dialects whose programs have no shardings, by the dialect. */
const UNLISTED: Readonly<Record<string, ReadonlySet<string>>> = {
  ttir: new Set([
    ...['all_gather', 'all_reduce', 'all_reduce_async', 'all_to_all', 'all_to_all_combine'],
    ...['all_to_all_dispatch', 'all_to_all_dispatch_metadata', 'collective_broadcast', 'collective_permute'],
    ...['distributed_layer_norm', 'distributed_rms_norm', 'reduce_scatter'],
  ]),
  ttnn: new Set([
    ...['all_gather', 'all_reduce', 'all_reduce_async', 'all_to_all_combine', 'all_to_all_dispatch'],
    ...['all_to_all_dispatch_metadata', 'distributed_layer_norm', 'distributed_rms_norm'],
    ...['point_to_point', 'reduce_scatter'],
  ]),
};

function unlistedCollectives({ module }: Study): (readonly [string, number])[] {
  const found = new Map<string, number>();
  module.walk(({ name }) => {
    const [dialect, own] = name.split('.');
    if (UNLISTED[dialect!]?.has(own!) === true) found.set(name, (found.get(name) ?? 0) + 1);
  });
  return [...found];
}
