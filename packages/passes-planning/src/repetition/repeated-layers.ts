import type { FuncOp } from '@shardform/dialect-func';
import { findRepeats, type Repeat, type RepeatOptions } from '@shardform/inspect';
import type { Operation } from '@shardform/ir-core';
import { numberOperations } from './operation-numbers.ts';
import { usedValues } from './used-values.ts';

/** The update of a small parameter is a few operations in each layer. */
const REPEATS: RepeatOptions = { least: [{ period: 1, count: 3 }], takesSlack: false };

/** Runs have as many repetitions as the largest one but for this number: the first and the last layer may differ from others. */
const MOST_FEWER = 2;

/** Consecutive operations of a function that repeat: the forward pass of layers, their backward pass, the update of their parameters. */
export interface LayerRun extends Repeat {
  /** 1 if a later repetition is of a later layer, -1 if it is of an earlier one. */
  readonly sign: 1 | -1;
  /** The layer of the first repetition. */
  readonly first: number;
}

/** An operation as a part of a repetition. */
export interface RunPlace {
  readonly run: LayerRun;
  /** Of the repetition in the run. */
  readonly repetition: number;
  /** Of the operation in the repetition. */
  readonly position: number;
}

/** The layers of a function: each is a repetition of all runs. */
export interface RepeatedLayers {
  readonly operations: readonly Operation[];
  readonly runs: readonly LayerRun[];
  /** The layers that all runs have: from the first to the last one. */
  readonly from: number;
  readonly to: number;
  placeOf(op: Operation): RunPlace | null;
}

/**
 * Finds the repeated layers of a function, such as those of a training step that is not written as a loop: runs of equal operations that read
 * each other's results layer by layer.
 *
 * @param func without calls.
 * @returns `null` where nothing repeats.
 */
export function repeatedLayers(func: FuncOp): RepeatedLayers | null {
  const operations = [...func.entry];
  const repeats = findRepeats(numberOperations(func), REPEATS);
  if (repeats.length === 0) return null;
  const largest = repeats.reduce((best, own) => (sizeOf(own) > sizeOf(best) ? own : best));
  const alike = repeats.filter(({ count }) => Math.abs(count - largest.count) <= MOST_FEWER);
  const places = new Map<Operation, Place>();
  for (const [run, { start, period, count }] of alike.entries())
    for (let i = 0; i < period * count; i++)
      places.set(operations[start + i]!, {
        run,
        repetition: Math.floor(i / period),
        position: i % period,
      });
  const aligned = alignedRuns(alike, largest, linksOf(operations, places, alike.length));
  const runs = aligned.filter((run) => run !== null);
  if (runs.length === 0) return null;
  const ends = runs.map(({ first, sign, count }) => [first, first + sign * (count - 1)] as const);
  const from = Math.max(...ends.map((own) => Math.min(...own)));
  const to = Math.min(...ends.map((own) => Math.max(...own)));
  return {
    ...{ operations, runs, from, to },
    placeOf(op) {
      const place = places.get(op);
      const run = place === undefined ? null : aligned[place.run]!;
      return place === undefined || run === null ? null : { ...place, run };
    },
  };
}

interface Place {
  readonly run: number;
  readonly repetition: number;
  readonly position: number;
}

/** The repetitions of a run that read those of another one: repetition `r` reads up to `sign * r + offset`. */
interface Link {
  readonly reader: number;
  readonly read: number;
  readonly sign: 1 | -1;
  readonly offset: number;
}

function linksOf(
  operations: readonly Operation[],
  places: ReadonlyMap<Operation, Place>,
  runs: number,
): Link[] {
  /** By reader and read, the repetitions of both. */
  const reads = new Map<number, (readonly [reader: number, read: number])[]>();
  for (const op of operations) {
    const own = places.get(op);
    if (own === undefined) continue;
    for (const value of usedValues(op)) {
      const other = value.definingOp === null ? undefined : places.get(value.definingOp);
      if (other === undefined || other.run === own.run) continue;
      const key = own.run * runs + other.run;
      const known = reads.get(key) ?? [];
      known.push([own.repetition, other.repetition]);
      reads.set(key, known);
    }
  }
  return Array.from(reads).flatMap(([key, pairs]): Link[] => {
    const link = linkOf(pairs);
    return link === null ? [] : [{ reader: Math.floor(key / runs), read: key % runs, ...link }];
  });
}

/** Repetitions read the same one of another run, or that and the one before it; `null` for those that read others. */
function linkOf(pairs: readonly (readonly [number, number])[]): Pick<Link, 'sign' | 'offset'> | null {
  if (new Set(pairs.map(([reader]) => reader)).size < 2) return null;
  for (const sign of [1, -1] as const) {
    let [least, offset] = [Infinity, -Infinity];
    for (const [reader, read] of pairs) {
      least = Math.min(least, read - sign * reader);
      offset = Math.max(offset, read - sign * reader);
    }
    if (offset - least <= 1) return { sign, offset };
  }
  return null;
}

function sizeOf({ period, count }: Repeat): number {
  return period * count;
}

/** Numbers the layers of runs as those of the largest one; `null` for runs that read nothing of others, and are not read by them. */
function alignedRuns(
  repeats: readonly Repeat[],
  largest: Repeat,
  links: readonly Link[],
): (LayerRun | null)[] {
  const aligned: (LayerRun | null)[] = repeats.map((own) =>
    own === largest ? { ...own, sign: 1, first: 0 } : null,
  );
  // Each link aligns at most one more run.
  let left = links;
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    left = left.filter(({ reader, read, sign, offset }) => {
      const own = aligned[reader] ?? null;
      const other = aligned[read] ?? null;
      if (own === null && other !== null) {
        const first = other.first + other.sign * offset;
        aligned[reader] = { ...repeats[reader]!, sign: sign === other.sign ? 1 : -1, first };
      } else if (own !== null && other === null) {
        const ownSign = sign === own.sign ? 1 : -1;
        aligned[read] = { ...repeats[read]!, sign: ownSign, first: own.first - ownSign * offset };
      }
      return own === null && other === null;
    });
  }
  return aligned;
}
