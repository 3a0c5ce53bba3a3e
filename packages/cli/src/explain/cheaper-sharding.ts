import { FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import {
  DimensionShardingAttr,
  localShape,
  type MeshAttr,
  MeshTable,
  SHARDING,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { copyOf, partition } from '@shardform/inspect';
import { type Context, isInstance, type ModuleOp, RankedTensorType } from '@shardform/ir-core';
import { type InsertedCollective, listCollectives } from '../partition/collective-list.ts';

/** Another sharding of an argument with which a program communicates less. */
export interface CheaperSharding {
  /** Which argument of the main function. */
  readonly argument: number;
  readonly sharding: TensorShardingAttr;
  /** The collectives of the program with it. */
  readonly collectives: readonly InsertedCollective[];
  /** Bytes that each device sends with it. */
  readonly bytes: number;
}

/** The sharding that the program gives an argument of its main function; `null` for none. */
export function argumentSharding(module: ModuleOp, argument: number): TensorShardingAttr | null {
  const func = mainFunction(module);
  const attribute = func === null ? null : valueAttrs(func, 'arg_attrs', argument).get(SHARDING);
  return attribute instanceof TensorShardingAttr ? attribute : null;
}

/** Beyond so many operations partitioning takes longer than a person waits, again and again. */
const MOST_OPERATIONS = 4000;

/** Tries other shardings of the arguments of a program, by partitioning it. */
export class ShardingTrials {
  readonly #module: ModuleOp;
  readonly #context: Context;
  readonly #isSmall: boolean;
  /** The collectives of the program with a sharding of an argument; `null` when it can't be partitioned. */
  readonly #tried = new Map<string, readonly InsertedCollective[] | null>();

  constructor(module: ModuleOp, context: Context) {
    this.#module = module;
    this.#context = context;
    let operations = 0;
    module.walk(() => {
      operations++;
    });
    this.#isSmall = operations <= MOST_OPERATIONS;
  }

  /**
   * The best of the shardings of one of `args` that have some axes at another dimension: what devices hold is as much as
   * before. `null` when none sends less, and for programs that are too large.
   *
   * @param axes names of the axes that move.
   * @param bytesNow that each device sends in the program as it is.
   */
  cheaper(args: readonly number[], axes: ReadonlySet<string>, bytesNow: number): CheaperSharding | null {
    if (!this.#isSmall) return null;
    let best: CheaperSharding | null = null;
    for (const argument of args) {
      for (const sharding of otherShardings(this.#module, argument, axes)) {
        const collectives = this.#collectivesWith(argument, sharding);
        if (collectives === null) continue;
        const bytes = sentBytes(collectives);
        if (bytes < (best?.bytes ?? bytesNow)) best = { argument, sharding, collectives, bytes };
      }
    }
    return best;
  }

  #collectivesWith(argument: number, sharding: TensorShardingAttr): readonly InsertedCollective[] | null {
    const key = `${argument} ${sharding.text}`;
    const known = this.#tried.get(key);
    if (known !== undefined) return known;
    const found = collectivesWith(this.#module, argument, sharding, this.#context);
    this.#tried.set(key, found);
    return found;
  }
}

/** Bytes that each device sends for all of them when the program runs once. */
export function sentBytes(collectives: readonly InsertedCollective[]): number {
  return collectives.reduce((sum, { bytes, executions }) => sum + bytes * executions, 0);
}

function otherShardings(
  module: ModuleOp,
  argument: number,
  names: ReadonlySet<string>,
): TensorShardingAttr[] {
  const sharding = argumentSharding(module, argument);
  const type = mainFunction(module)?.functionType.inputs[argument];
  const mesh = sharding === null ? null : new MeshTable(module).meshOf(sharding);
  if (sharding === null || mesh === null || !isInstance(RankedTensorType, type)) return [];
  return sharding.dims.flatMap((dim, from) => {
    const moving = dim.axes.filter(({ name }) => names.has(name));
    if (moving.length === 0) return [];
    const rest = dim.withAxes(dim.axes.filter(({ name }) => !names.has(name)));
    return sharding.dims.flatMap((target, to) => {
      if (to === from) return [];
      const moved = sharding
        .withDim(from, rest)
        .withDim(
          to,
          DimensionShardingAttr.get([...target.axes, ...moving], target.isClosed, target.priority),
        );
      return splitsEvenly(type.shape, moved, mesh) ? [moved] : [];
    });
  });
}

function splitsEvenly(shape: readonly number[], sharding: TensorShardingAttr, mesh: MeshAttr): boolean {
  const local = localShape(shape, sharding, mesh);
  return local !== null && shape.every((size, d) => size === local[d]! * sharding.dims[d]!.shardedSize(mesh));
}

function collectivesWith(
  module: ModuleOp,
  argument: number,
  sharding: TensorShardingAttr,
  context: Context,
): InsertedCollective[] | null {
  const copy = copyOf(module);
  setValueAttr(mainFunction(copy)!, 'arg_attrs', argument, SHARDING, sharding);
  // What is wrong with a program that nobody wrote is nobody's concern.
  const { result } = context.diagnostics.capture(() => partition(copy, context));
  return result.collectives === null ? null : listCollectives(result.collectives, context);
}

function mainFunction(module: ModuleOp): FuncOp | null {
  for (const op of module.body) if (op instanceof FuncOp && op.symName.value === 'main') return op;
  return null;
}
