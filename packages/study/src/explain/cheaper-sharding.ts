import { type FuncOp, programEntry, setValueAttr } from '@shardform/dialect-func';
import { localShape, MeshTable, SHARDING, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { copyOf, hasInsertedCollectives } from '@shardform/inspect';
import {
  type Context,
  elementBitWidth,
  isInstance,
  type ModuleOp,
  product,
  RankedTensorType,
  runPasses,
} from '@shardform/ir-core';
import { partitionStages } from '@shardform/passes-sharding';
import { listCollectives } from '../collectives/collective-list.ts';
import type { InsertedCollective } from '../collectives/inserted-collective.ts';
import { givenSharding, otherShardings, tiedTo } from './other-shardings.ts';

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

/** Partitioning takes time by the number of operations: that of all trials for one question. */
const MOST_OPERATIONS = 8000;

/** The cost ratio above which another sharding is not suggested. */
const WORTHWHILE = 0.99;

/** Tries other shardings of the arguments of a program, by partitioning it. */
export class ShardingTrials {
  readonly #module: ModuleOp;
  readonly #context: Context;
  readonly #func: FuncOp | null;
  #left: number;
  /** The collectives of the program with a sharding of an argument; `null` when it can't be partitioned. */
  readonly #tried = new Map<string, readonly InsertedCollective[] | null>();

  constructor(module: ModuleOp, context: Context) {
    this.#module = module;
    this.#context = context;
    // Collectives that are there already don't change with a sharding.
    this.#func = hasInsertedCollectives(module, context) ? null : programEntry(module);
    let operations = 0;
    module.walk(() => {
      operations++;
    });
    this.#left = Math.floor(MOST_OPERATIONS / operations);
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
        const collectives = this.#collectivesWith(argument, sharding);
        if (collectives === undefined) continue;
        tried++;
        const bytes = collectives === null ? Infinity : sentBytes(collectives);
        const [heldBytes, heldBytesNow] = [this.#held(argument, sharding), this.#held(argument, now)];
        const isBetter =
          best === null
            ? bytes < bytesNow * WORTHWHILE
            : bytes < best.bytes || (bytes === best.bytes && heldBytes < best.heldBytes);
        if (collectives === null || !isBetter) continue;
        const { args: same, results } = tiedTo(func, argument);
        const tied = { args: same.slice(1), results };
        best = { argument, tied, sharding, collectives, bytes, heldBytes, heldBytesNow };
      }
    }
    return { cheaper: best, tried, possible };
  }

  /** `undefined` when no more trials are left. */
  #collectivesWith(
    argument: number,
    sharding: TensorShardingAttr,
  ): readonly InsertedCollective[] | null | undefined {
    const key = `${argument} ${sharding.text}`;
    const known = this.#tried.get(key);
    if (known !== undefined || this.#left === 0) return known;
    this.#left--;
    const found = this.#partitioned(argument, sharding);
    this.#tried.set(key, found);
    return found;
  }

  #partitioned(argument: number, sharding: TensorShardingAttr): InsertedCollective[] | null {
    const module = copyOf(this.#module);
    const func = programEntry(module)!;
    const { args, results } = tiedTo(func, argument);
    for (const index of args) setValueAttr(func, 'arg_attrs', index, SHARDING, sharding);
    for (const index of results) setValueAttr(func, 'res_attrs', index, SHARDING, sharding);
    // Diagnostics of a trial are discarded.
    const { result } = this.#context.diagnostics.capture(() => insertCollectives(module, this.#context));
    return result ? listCollectives(module, this.#context) : null;
  }

  #held(argument: number, sharding: TensorShardingAttr): number {
    const type = this.#func!.functionType.inputs[argument];
    const mesh = new MeshTable(this.#module).meshOf(sharding);
    if (mesh === null || !isInstance(RankedTensorType, type)) return 0;
    const shape = localShape(type.shape, sharding, mesh) ?? type.shape;
    return (product(shape) * (elementBitWidth(type.elementType) ?? 0)) / 8;
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

/** Partitions a module in place up to the insertion of collectives; sizes stay global. */
function insertCollectives(module: ModuleOp, context: Context): boolean {
  for (const { name, passes } of partitionStages) {
    const pipeline = { anchor: 'builtin.module', elements: passes() };
    if (!runPasses(module, pipeline, context, { verify: false }).succeeded) return false;
    if (name === 'collectives') break;
  }
  return true;
}
