import { CallOp } from '@shardform/dialect-func';
import type { WhileOp } from '@shardform/dialect-stablehlo';
import type { Value } from '@shardform/ir-core';
import type { CallIndex } from './call-index.ts';
import { namePath } from './name-path.ts';
import type { LoopNoun, ValueOrigin } from './value-origin.ts';
import { partOf } from './value-parts.ts';

/** Steps of the paths of weights that have a dimension of layers. */
const LAYERS = /layer|block|stage/i;

/** The units in which the iterations of loops are counted: a loop that takes one layer of weights after the other has layers. */
export class LoopNouns {
  readonly #calls: CallIndex;
  readonly #known = new Map<WhileOp, LoopNoun>();

  constructor(calls: CallIndex) {
    this.#calls = calls;
  }

  /** @param originOf finds the origin of a value that the loop is given. */
  of(loop: WhileOp, originOf: (value: Value) => ValueOrigin | null): LoopNoun {
    const known = this.#known.get(loop);
    if (known !== undefined) return known;
    // Origins of what the loop is given may ask for it again.
    this.#known.set(loop, 'iteration');
    const next = loop.body.entry.terminator?.operandValues() ?? [];
    const isOfLayers = loop.body.entry.arguments.some((argument, i) => {
      if (next[i] !== argument || !this.#isCut(argument)) return false;
      const origin = originOf(loop.getOperand(i));
      return origin?.kind === 'argument' && namePath(origin.name).some((step) => LAYERS.test(step));
    });
    const noun = isOfLayers ? 'layer' : 'iteration';
    this.#known.set(loop, noun);
    return noun;
  }

  /** Returns whether parts of a value are taken, perhaps by a function. */
  #isCut(argument: Value): boolean {
    return [...argument.uses()].some(({ owner, index }) => {
      if (partOf(owner, argument) !== null) return true;
      const inside =
        owner instanceof CallOp ? this.#calls.calledBy(owner)?.entry.arguments[index] : undefined;
      return inside?.users().some((user) => partOf(user, inside) !== null) === true;
    });
  }
}
