import type { Machine } from '@shardform/cost-model';
import type { Partitioner } from '../choice/partitioner.ts';
import { programEntry } from '@shardform/dialect-func';
import { hasInsertedCollectives } from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';

import type { CollectiveFacts } from '../time/facts.ts';
import type { MeasuredStages } from '../time/measured-program.ts';
import { measureMoved, operationCount, type ShardingMove, singleMoves } from './sharding-move.ts';

/** What a program costs, never one price alone. */
export interface AlternativeCost {
  /** That a step takes. */
  readonly seconds: number;
  /** That each device sends. */
  readonly bytes: number;
  /** That a device holds at most. */
  readonly peakBytes: number;
  readonly collectives: CollectiveFacts;
}

/** A program with other shardings of its arguments. */
export interface Alternative {
  readonly moves: readonly ShardingMove[];
  /** `null` when it can't be partitioned or simulated. */
  readonly cost: AlternativeCost | null;
}

/** So many of the best moves are tried in pairs. */
const MOST_PAIRED = 6;

/**
 * Tries other shardings of the arguments of a program: all that differ by one axis, then pairs of the best of these. Each
 * is partitioned and simulated, one after the other, until the work that is allowed is done.
 */
export class AlternativeSearch {
  /** What the program costs as it is; `null` when there is nothing to compare with. */
  readonly now: AlternativeCost | null;
  readonly #module: ModuleOp;
  readonly #context: Context;
  readonly #machine: Machine;
  readonly #partitioner: Partitioner;
  readonly #queue: (readonly ShardingMove[])[];
  readonly #tried: Alternative[] = [];
  #mayTry: number;
  #hasPairs = false;

  /**
   * @param measured what the program costs on the machine.
   * @param work operations that may be partitioned in all; a program of many has fewer trials.
   */
  constructor(
    module: ModuleOp,
    context: Context,
    measured: MeasuredStages,
    {
      machine,
      work,
      partitioner,
    }: { readonly machine: Machine; readonly work: number; readonly partitioner: Partitioner },
  ) {
    this.#module = module;
    this.#context = context;
    this.#machine = machine;
    this.#partitioner = partitioner;
    this.now = costOf(measured);
    // Collectives that are there already don't change with a sharding.
    const func = hasInsertedCollectives(module, context) ? null : programEntry(module);
    const moves = func === null || this.now === null ? [] : singleMoves(module, func);
    this.#queue = moves.map((move) => [move]);
    this.#mayTry = Math.max(1, Math.floor(work / operationCount(module)));
  }

  /** Those that were tried so far, in that order. */
  get tried(): readonly Alternative[] {
    return this.#tried;
  }

  /** How many there are, as far as known: pairs are known once all single moves were tried. */
  get possible(): number {
    return this.#tried.length + this.#queue.length;
  }

  /** True if nothing is left to try, or no more work is allowed. */
  get isDone(): boolean {
    return this.#queue.length === 0 || this.#mayTry === 0;
  }

  /** Tries another one. @throws Interrupted when the budget's interrupt ends the work; it can go on later. */
  advance(): void {
    const [moves] = this.#queue;
    if (moves === undefined || this.isDone) return;
    const measured = measureMoved(this.#module, moves, this.#context, this.#machine, this.#partitioner);
    this.#queue.shift();
    this.#mayTry--;
    this.#tried.push({ moves, cost: measured === null ? null : costOf(measured) });
    if (this.#queue.length > 0 || this.#hasPairs) return;
    this.#hasPairs = true;
    this.#queue.push(...this.#pairs());
  }

  /** Pairs of the fastest moves of different arguments. */
  #pairs(): ShardingMove[][] {
    const best = [...this.#tried]
      .filter(({ cost }) => cost !== null)
      .sort((a, b) => byTime(a.cost!, b.cost!))
      .slice(0, MOST_PAIRED)
      .flatMap(({ moves }) => moves);
    return best.flatMap((move, i) =>
      best
        .slice(i + 1)
        .filter(({ args }) => !args.some((index) => move.args.includes(index)))
        .map((other) => [move, other]),
    );
  }
}

/** Compares costs: time first, then bytes, then memory. */
export function byTime(a: AlternativeCost, b: AlternativeCost): number {
  return a.seconds - b.seconds || a.bytes - b.bytes || a.peakBytes - b.peakBytes;
}

function costOf({ facts: { time, memory, sent, collectives } }: MeasuredStages): AlternativeCost | null {
  if (time === null || memory === null) return null;
  return { seconds: time.seconds, bytes: sent.bytes, peakBytes: memory.bytes, collectives };
}
