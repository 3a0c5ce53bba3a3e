import { MeshTable } from '@shardform/dialect-sdy';
import type { Operation } from '@shardform/ir-core';
import { programEntries } from '@shardform/runtime-sim';
import { type DescribedCollective, describedCollectives } from '../collectives/collective-list.ts';
import type { Study } from '../study.ts';
import type { AttributedCollective } from './attribution.ts';

/**
 * What is sent of a value beside the prediction: as much, as much but together with other values, more, less, or where nothing is
 * predicted.
 */
export type PredictionVerdict = 'same' | 'combined' | 'more' | 'less' | 'absent';

/** A collective of the compiled program beside those that are predicted for the same values. */
export interface BesidePrediction {
  readonly verdict: PredictionVerdict;
  /** That each device sends of these values in all executions, as predicted. */
  readonly predictedBytes: number;
  /** The same in the compiled program: of this collective and others. */
  readonly compiledBytes: number;
}

/** A collective that is predicted for a value for which the compiled program has none. */
export interface UnusedPrediction {
  readonly kind: string;
  readonly axes: readonly string[];
  /** The value that it moves; `null` if unknown. */
  readonly value: string | null;
  /** Of the program's text. */
  readonly line: number | null;
  /** That each device sends in all executions. */
  readonly bytes: number;
}

/** The collectives of a compiled program beside those of the partition that is predicted. */
export interface ComparedPrediction {
  /** Compares what a collective moves, or some of it; `null` for values that are not known. */
  of(collective: Pick<AttributedCollective, 'kind' | 'moved'>): BesidePrediction | null;
  readonly unused: readonly UnusedPrediction[];
}

/** Relative differences of bytes that padding explains. */
const TOLERANCE = 0.05;

/** Compares the collectives of a compiled program with the predicted ones, value by value. */
export function compareWithPrediction(
  study: Study,
  collectives: readonly AttributedCollective[],
): ComparedPrediction {
  const compiled = new Map<string, number>();
  // Values of functions that were inlined have other names than in the prediction; the operations are the same.
  const byOperation = { sum: new Map<Operation, string>(), move: new Map<Operation, string>() };
  for (const { kind, moved, executions } of collectives)
    for (const { value, op, bytes } of moved) {
      const key = keyOf(kind, value);
      if (key === null) continue;
      add(compiled, key, bytes * executions);
      if (op !== null) byOperation[purposeOf(kind)].set(op, key);
    }
  const predicted = new Map<string, number>();
  const unused: UnusedPrediction[] = [];
  for (const { op, collective } of describedPrediction(study)) {
    const { kind, axisNames: axes, value } = collective;
    const bytes = collective.bytes * collective.executions;
    const own = keyOf(kind, value);
    const source = study.identities.sourceOf(op);
    const key =
      own !== null && compiled.has(own)
        ? own
        : source === null
          ? undefined
          : byOperation[purposeOf(kind)].get(source);
    if (key === undefined) unused.push({ kind, axes, value, line: study.lineOfOperation(op), bytes });
    else add(predicted, key, bytes);
  }
  return {
    unused,
    of({ kind, moved }) {
      const keys = new Set(moved.flatMap(({ value }) => keyOf(kind, value) ?? []));
      if (keys.size === 0) return null;
      const sum = (bytes: ReadonlyMap<string, number>): number =>
        [...keys].reduce((total, key) => total + (bytes.get(key) ?? 0), 0);
      const [predictedBytes, compiledBytes] = [sum(predicted), sum(compiled)];
      const verdict = verdictOf(predictedBytes, compiledBytes, moved.length > 1);
      return { verdict, predictedBytes, compiledBytes };
    },
  };
}

function describedPrediction(study: Study): readonly DescribedCollective[] {
  const { collectives } = study.partitioned();
  if (collectives === null) return [];
  const { context, names } = study;
  return describedCollectives(programEntries(collectives), new MeshTable(collectives), context, { names });
}

/** What a value is moved for: to be summed, or to be held by other devices. */
function purposeOf(kind: string): 'sum' | 'move' {
  return kind === 'all_reduce' || kind === 'reduce_scatter' ? 'sum' : 'move';
}

/** `null` for a value that is not known. */
function keyOf(kind: string, value: string | null): string | null {
  return value === null ? null : `${purposeOf(kind)} ${value}`;
}

function add(sums: Map<string, number>, key: string | null, bytes: number): void {
  if (key !== null) sums.set(key, (sums.get(key) ?? 0) + bytes);
}

function verdictOf(predicted: number, compiled: number, isCombined: boolean): PredictionVerdict {
  if (predicted === 0) return 'absent';
  if (compiled > predicted * (1 + TOLERANCE)) return 'more';
  if (compiled < predicted * (1 - TOLERANCE)) return 'less';
  return isCombined ? 'combined' : 'same';
}
