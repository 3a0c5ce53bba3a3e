import { CallOp } from '@shardform/dialect-func';
import { ShardingConstraintOp } from '@shardform/dialect-sdy';
import { collectiveName } from '@shardform/dialect-stablehlo';
import { type Context, effectsOf, type Operation } from '@shardform/ir-core';

/** Which operations do more than compute and communicate, in their regions and the functions that they call too. */
export class OtherEffects {
  readonly #context: Context;
  readonly #known = new Map<Operation, boolean>();

  constructor(context: Context) {
    this.#context = context;
  }

  has(op: Operation): boolean {
    if (op.definition.isTerminator || collectiveName(op.name) !== null) return false;
    // Which says how its own result is split.
    if (op instanceof ShardingConstraintOp) return false;
    if (op instanceof CallOp) {
      const callee = op.calledFunction();
      return callee === null || this.#inside(callee);
    }
    const effects = effectsOf(op, this.#context);
    if (effects === 'none') return false;
    if (effects === 'recursive') return this.#inside(op);
    return effects === 'unknown' || effects.length > 0;
  }

  /** Functions are asked about at each call. */
  #inside(op: Operation): boolean {
    const known = this.#known.get(op);
    if (known !== undefined) return known;
    // For a function that calls itself.
    this.#known.set(op, true);
    let found = op.regions.every(({ blocks }) => blocks.length === 0);
    for (const region of op.regions)
      for (const block of region.blocks) for (const inner of block) found ||= this.has(inner);
    this.#known.set(op, found);
    return found;
  }
}
