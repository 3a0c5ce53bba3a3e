import { WhileOp } from '@shardform/dialect-stablehlo';
import {
  BlockArgument,
  cloneOp,
  type Context,
  IrMapping,
  isPure,
  type Operation,
  OpResult,
  type Value,
} from '@shardform/ir-core';
import { pricedTrips } from '../../module/loop-trips.ts';

/** So many operations on what a loop does not change are done before it, to send their result once. */
const MOST_OPERATIONS = 4;

/** Bytes of what is brought before a loop that a device can hold in any case, beside as much as it is given. */
export const ALWAYS_HELD = 64 * 2 ** 20;

/** What is the same in all iterations of a loop. */
export class Invariants {
  readonly #loop: WhileOp;
  readonly #context: Context;
  readonly #mapping = new IrMapping();

  constructor(loop: WhileOp, context: Context) {
    this.#loop = loop;
    this.#context = context;
  }

  /** @param most operations that may make the value in the loop. */
  has(value: Value, most: number = MOST_OPERATIONS): boolean {
    if (value instanceof BlockArgument && value.owner === this.#loop.body.entry)
      return this.#loop.body.entry.terminator?.getOperand(value.index) === value;
    if (!(value instanceof OpResult) || value.owner.parent !== this.#loop.body.entry) return true;
    const { owner } = value;
    return (
      most > 0 &&
      owner.regions.length === 0 &&
      isPure(owner, this.#context) &&
      owner.operandValues().every((operand) => this.has(operand, most - 1))
    );
  }

  /** The value before the loop. */
  before(value: Value): Value {
    const known = this.#mapping.values.get(value);
    if (known !== undefined) return known;
    let made = value;
    if (value instanceof BlockArgument && value.owner === this.#loop.body.entry)
      made = this.#loop.getOperand(value.index);
    else if (value instanceof OpResult && value.owner.parent === this.#loop.body.entry)
      made = this.#repeated(value.owner).getResult(value.index);
    this.#mapping.values.set(value, made);
    return made;
  }

  #repeated(op: Operation): Operation {
    for (const operand of op.operandValues()) this.before(operand);
    const copy = cloneOp(op, this.#mapping);
    copy.moveBefore(this.#loop);
    return copy;
  }
}

/** How often loops run their bodies. */
export class LoopTrips {
  readonly #context: Context;
  readonly #known = new Map<WhileOp, number>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Returns how often a use of a value is executed for each time that the value is sent, where that is before a loop. */
  usesOf(value: Value, { parent: block }: Operation): number {
    const loop = block?.parentOp;
    if (!(loop instanceof WhileOp) || loop.body.entry !== block) return 1;
    if (!new Invariants(loop, this.#context).has(value)) return 1;
    let trips = this.#known.get(loop);
    if (trips === undefined) this.#known.set(loop, (trips = Math.max(1, pricedTrips(loop))));
    return trips;
  }
}
