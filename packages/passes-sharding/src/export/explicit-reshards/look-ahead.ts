import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  dataFlowOf,
  functionArgumentSharding,
  functionResultSharding,
  getSharding,
  isCollectiveOp,
  ReshardOp,
  setSharding,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ConcatenateOp, SliceOp } from '@shardform/dialect-stablehlo';
import { type Operation, type OpOperand, RankedTensorType, type Value, zip } from '@shardform/ir-core';
import type { Recomputations } from '../recompute/recomputation.ts';
import type { FreeResults, PricedSplit } from './least-communication.ts';
import type { ReshardEnvironment } from './reshard-site.ts';

/** The attribute of functions whose values keep the shardings of propagation. */
export const KEEPS_SHARDINGS = 'shardform.keeps_shardings';

/** So many operations, one after the other, may take what comes instead of what propagation chose. */
const MOST_OPERATIONS = 4;

/** Results with more uses keep their shardings. */
const MOST_USES = 16;

/** So many shardings of an operation's results are tried, those first that send the least. */
const MOST_SHARDINGS = 4;

/** An operation with the split that is chosen for it alone. */
export interface PricedOperation {
  readonly op: Operation;
  readonly chosen: PricedSplit;
}

/** Prices a chain of operations: one may leave its results as they come, if what uses them sends less than is saved. */
export class LookAhead {
  readonly #environment: ReshardEnvironment;
  readonly #recomputations: Recomputations;
  readonly #price: (op: Operation) => PricedOperation | null;

  /** @param price returns how an operation is split where it is alone; `null` for one that has no such choice. */
  constructor(
    environment: ReshardEnvironment,
    recomputations: Recomputations,
    price: (op: Operation) => PricedOperation | null,
  ) {
    this.#environment = environment;
    this.#recomputations = recomputations;
    this.#price = price;
  }

  /** Returns the split and the shardings of results that send the least for an operation and what uses them; `null` if that is the given choice. */
  better(priced: PricedOperation): FreeResults | null {
    return this.#best(priced, MOST_OPERATIONS).free;
  }

  /** What it costs to send for an operation, and because of what its results are then, beyond what is sent for its results as they are. */
  #best(
    priced: PricedOperation,
    depth: number,
  ): { readonly price: number; readonly free: FreeResults | null } {
    const { op, chosen } = priced;
    let price = chosen.cost?.price ?? 0;
    let free: FreeResults | null = null;
    if (chosen.free.length === 0 || depth === 0 || !this.#isFree(op)) return { price, free };
    const before = this.#usesOf(op, depth - 1);
    for (const choice of chosen.free.slice(0, MOST_SHARDINGS)) {
      // Times have what a device computes, too, which is more wherever it sends less.
      if (choice.cost.price > price && !this.#environment.prices.isOfMachine) break;
      const after = this.#withResults(op, choice.shardings, () => this.#usesOf(op, depth - 1));
      const sum = choice.cost.price + after - before;
      if (sum >= price) continue;
      [price, free] = [sum, choice];
    }
    return { price, free };
  }

  /** Whether results have shardings only because propagation gave them some. */
  #isFree(op: Operation): boolean {
    const { results } = op;
    // Concatenations take borders of what their slices are of, and slices are not made then.
    if (op instanceof SliceOp && op.result.users().some((user) => user instanceof ConcatenateOp))
      return false;
    if (
      op instanceof ConcatenateOp &&
      op.operandValues().some(({ definingOp }) => definingOp instanceof SliceOp)
    )
      return false;
    let uses = 0;
    for (const result of results) {
      if (!(result.type instanceof RankedTensorType)) return false;
      const sharding = getSharding(result, this.#environment.context);
      if (sharding === null || sharding.unreducedAxes.length > 0) return false;
      const users = [...result.users()];
      // A collective is for the sharding that its operand has.
      if (users.some(isCollectiveOp)) return false;
      uses += users.length;
    }
    return uses > 0 && uses <= MOST_USES;
  }

  #withResults<T>({ results }: Operation, shardings: readonly TensorShardingAttr[], run: () => T): T {
    const { context } = this.#environment;
    const own = results.map((result) => getSharding(result, context)!);
    zip(results, shardings).forEach(([result, sharding]) => setSharding(result, sharding, context));
    try {
      return run();
    } finally {
      zip(results, own).forEach(([result, sharding]) => setSharding(result, sharding, context));
    }
  }

  /** What it costs to send for the users of an operation's results. */
  #usesOf({ results }: Operation, depth: number): number {
    let sum = 0;
    const users = new Set<Operation>();
    for (const result of results) {
      const targets = new Set<TensorShardingAttr | null>();
      for (const use of result.uses()) {
        const target = this.#targetOf(use);
        if (target === undefined) users.add(use.owner);
        else targets.add(target);
      }
      for (const target of targets) sum += this.#sent(result, target);
    }
    for (const user of users) {
      const priced = this.#price(user);
      if (priced !== null) sum += this.#best(priced, depth).price;
    }
    return sum;
  }

  #sent(value: Value, target: TensorShardingAttr | null): number {
    // The results that are asked about have shardings.
    const has = getSharding(value, this.#environment.context)!;
    const mesh = this.#environment.meshes.meshOf(has);
    if (mesh === null) return 0;
    const wanted = target ?? TensorShardingAttr.fullyClosed(has.meshOrRef, has.rank);
    const { bytes, time } = this.#recomputations.on(mesh).bytes.sent(value.type, has, wanted);
    return this.#environment.prices.isOfMachine ? time : bytes;
  }

  /** The sharding that a use asks for, `null` for a whole value; `undefined` where an operation chooses. */
  #targetOf(use: OpOperand): TensorShardingAttr | null | undefined {
    const { owner } = use;
    const { context } = this.#environment;
    if (owner instanceof ReshardOp) return owner.sharding;
    if (owner instanceof CallOp) {
      const callee = owner.calledFunction();
      return callee === null ? null : functionArgumentSharding(callee, use.index);
    }
    const parent = owner.parentOp;
    if (owner instanceof ReturnOp && parent instanceof FuncOp)
      return functionResultSharding(parent, use.index);
    const flow =
      owner.definition.isTerminator && parent !== null
        ? dataFlowOf(parent, context)
        : dataFlowOf(owner, context);
    if (flow === null) return undefined;
    for (const target of [...flow.resultOwners, ...flow.blockArgumentOwners]) {
      if (!flow.sources(target).includes(use)) continue;
      const sharding = getSharding(target, context);
      return sharding === null ? null : flow.transformTarget(target, sharding, 'before');
    }
    return undefined;
  }
}
