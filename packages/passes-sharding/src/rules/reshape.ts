import { ReshapeOp } from '@shardform/dialect-stablehlo';
import { greatestCommonDivisor, type InterfaceImplementation } from '@shardform/ir-core';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/**
 * One side of a reshape while its dimensions are factored, major to minor: how many elements the dimensions
 * entered so far have together, and the factors found so far.
 */
class ReshapeSide {
  readonly #shape: readonly number[];
  dim = 0;
  dimProduct = 1;
  factorProduct = 1;

  constructor(shape: readonly number[]) {
    this.#shape = shape;
  }

  get isDone(): boolean {
    return this.dim >= this.#shape.length;
  }

  get isAtUnitDim(): boolean {
    return this.#shape[this.dim] === 1;
  }

  /** Enters the dimension, if it isn't entered yet; the size that has no factor yet. */
  remaining(): number {
    if (this.isDone) return 1;
    if (this.factorProduct === this.dimProduct) this.dimProduct *= this.#shape[this.dim]!;
    return this.dimProduct / this.factorProduct;
  }

  /** Goes on to the next dimension if the current one is fully factored. */
  advance(): void {
    if (!this.isDone && this.factorProduct === this.dimProduct) this.dim++;
  }
}

/**
 * Splits and merges of dimensions become shared factors. Where the sides have no boundary in common, each has
 * factors of its own until the products of their sizes agree again.
 */
export const reshapeRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  ReshapeOp,
  (op) => () => {
    const [from, to] = [op.operand.type, op.result.type];
    if (from.elementCount === 0) return null;
    const builder = new ShardingRuleBuilder(op);
    const [source, target] = [new ReshapeSide(from.shape), new ReshapeSide(to.shape)];
    const addToSource = (size: number): void => {
      builder.addFactor([source.dim], [NO_DIM], size);
      source.factorProduct *= size;
    };
    const addToTarget = (size: number): void => {
      builder.addFactor([NO_DIM], [target.dim], size);
      target.factorProduct *= size;
    };
    while (!source.isDone || !target.isDone) {
      if (source.isAtUnitDim) {
        addToSource(1);
        source.dim++;
        continue;
      }
      if (target.isAtUnitDim) {
        addToTarget(1);
        target.dim++;
        continue;
      }
      const [sourceSize, targetSize] = [source.remaining(), target.remaining()];
      const common = greatestCommonDivisor(sourceSize, targetSize);
      if (source.factorProduct === target.factorProduct) {
        if (common > 1) {
          builder.addFactor([source.dim], [target.dim], common);
          source.factorProduct *= common;
          target.factorProduct *= common;
        } else {
          addToSource(sourceSize);
          addToTarget(targetSize);
        }
      } else if (source.factorProduct < target.factorProduct) {
        addToSource(ownFactor(sourceSize, common, target.factorProduct / source.factorProduct));
      } else {
        addToTarget(ownFactor(targetSize, common, source.factorProduct / target.factorProduct));
      }
      source.advance();
      target.advance();
    }
    return builder.build();
  },
);

/**
 * The next factor of the side that lags behind.
 *
 * @param size the remaining size of its dimension.
 * @param common the greatest common divisor with the rest of the other side's dimension.
 * @param lag the quotient of the sides' products; an integer if they can meet.
 */
function ownFactor(size: number, common: number, lag: number): number {
  if (Number.isInteger(lag) && size % lag === 0) return lag;
  return size > common ? size / common : size;
}
