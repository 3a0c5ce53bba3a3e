import type { Machine } from '@shardform/cost-model';
import type { Partitioner } from '../choice/partitioner.ts';
import { type FuncOp, programEntry } from '@shardform/dialect-func';
import type { TensorShardingAttr } from '@shardform/dialect-sdy';
import { hasInsertedCollectives } from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';

import type { InsertedCollective } from '../collectives/inserted-collective.ts';
import { withoutCosts } from '../time/measured-program.ts';
import { heldBytes } from './held-bytes.ts';
import { givenSharding, otherShardings, tiedTo } from './other-shardings.ts';
import { measureMoved, operationCount } from './sharding-move.ts';

/** Another sharding of an argument, and of values tied to it, that reduces the program's communication. */
export interface CheaperSharding {
  /** Number of the argument of the main function. */
  readonly argument: number;
  /** Other arguments and results that have to be split like it. */
  readonly tied: { readonly args: readonly number[]; readonly results: readonly number[] };
  readonly sharding: TensorShardingAttr;
  /** The collectives of the program with it. */
  readonly collectives: readonly InsertedCollective[];
  /** Bytes that each device sends with it. */
  readonly bytes: number;
  /** Of a step with it; `null` where the cost of some operation is unknown. */
  readonly seconds: number | null;
  /** That a device holds at most with it. */
  readonly peakBytes: number | null;
  /** Bytes of the argument that each device holds with it, and now. */
  readonly heldBytes: number;
  readonly heldBytesNow: number;
}

/** The outcome of trying other shardings. */
export interface TrialResult {
  /** `null` when none of those that were tried sends less. */
  readonly cheaper: CheaperSharding | null;
  readonly tried: number;
  /** Number of possible ones. */
  readonly possible: number;
}

/** What a program costs with another sharding. */
type Trial = Pick<CheaperSharding, 'collectives' | 'seconds' | 'peakBytes'>;

/** Partitioning takes time by the number of operations: that of all trials for one question. */
const MOST_OPERATIONS = 8000;

/** The cost ratio above which another sharding is not suggested. */
const WORTHWHILE = 0.99;

/** Tries other shardings of the arguments of a program, by partitioning and simulating it. */
export class ShardingTrials {
  readonly #module: ModuleOp;
  readonly #context: Context;
  readonly #machine: Machine;
  readonly #partitioner: Partitioner;
  readonly #func: FuncOp | null;
  #left: number;
  /** What the program costs with a sharding of an argument; `null` when it can't be partitioned. */
  readonly #tried = new Map<string, Trial | null>();

  /** @param machine that times are of. */
  constructor(module: ModuleOp, context: Context, machine: Machine, partitioner: Partitioner) {
    this.#machine = machine;
    this.#partitioner = partitioner;
    this.#module = module;
    this.#context = context;
    // Collectives that are there already don't change with a sharding.
    this.#func = hasInsertedCollectives(module, context) ? null : programEntry(module);
    this.#left = Math.floor(MOST_OPERATIONS / operationCount(module));
  }

  /**
   * The best of the shardings that have one axis of one of `args` at another dimension, one less, or one more. Values
   * tied to the argument get the same.
   *
   * @param axes names of the axes that are tried first.
   * @param bytesNow that each device sends in the program as it is.
   */
  cheaper(args: readonly number[], axes: ReadonlySet<string>, bytesNow: number): TrialResult {
    const func = this.#func;
    let [best, tried, possible]: [CheaperSharding | null, number, number] = [null, 0, 0];
    if (func === null) return { cheaper: best, tried, possible };
    for (const argument of args) {
      const now = givenSharding(func, 'arg_attrs', argument)!;
      const others = otherShardings(this.#module, func, argument);
      possible += others.length;
      const isLikely = (sharding: TensorShardingAttr): boolean =>
        [...axes].some((name) => usesOf(sharding, name) !== usesOf(now, name));
      for (const sharding of [...others.filter(isLikely), ...others.filter((other) => !isLikely(other))]) {
        const trial = this.#trialOf(argument, sharding);
        if (trial === undefined) continue;
        tried++;
        const bytes = trial === null ? Infinity : sentBytes(trial.collectives);
        const held = this.#held(argument, sharding);
        const isBetter =
          best === null
            ? bytes < bytesNow * WORTHWHILE
            : bytes < best.bytes || (bytes === best.bytes && held < best.heldBytes);
        if (trial === null || !isBetter) continue;
        const { args: same, results } = tiedTo(func, argument);
        const tied = { args: same.slice(1), results };
        best = {
          argument,
          tied,
          sharding,
          ...trial,
          bytes,
          heldBytes: held,
          heldBytesNow: this.#held(argument, now),
        };
      }
    }
    return { cheaper: best, tried, possible };
  }

  /** `undefined` when no more trials are left. */
  #trialOf(argument: number, sharding: TensorShardingAttr): Trial | null | undefined {
    const key = `${argument} ${sharding.text}`;
    const known = this.#tried.get(key);
    if (known !== undefined || this.#left === 0) return known;
    this.#left--;
    const move = { ...tiedTo(this.#func!, argument), sharding };
    const measured = measureMoved(this.#module, [move], this.#context, this.#machine, this.#partitioner);
    const trial =
      measured === null
        ? null
        : {
            collectives: measured.collectives.map(withoutCosts),
            seconds: measured.facts.time?.seconds ?? null,
            peakBytes: measured.facts.memory?.bytes ?? null,
          };
    this.#tried.set(key, trial);
    return trial;
  }

  #held(argument: number, sharding: TensorShardingAttr): number {
    return heldBytes(this.#func!.functionType.inputs[argument]!, sharding, this.#module);
  }
}

/** Bytes that each device sends for all of them when the program runs once. */
export function sentBytes(collectives: readonly InsertedCollective[]): number {
  return collectives.reduce((sum, { bytes, executions }) => sum + bytes * executions, 0);
}

/** The positions of an axis in a sharding, as text. */
function usesOf(sharding: TensorShardingAttr, axis: string): string {
  return sharding.dims.map(({ axes }) => axes.filter(({ name }) => name === axis).join('')).join('|');
}
