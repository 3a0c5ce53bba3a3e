import {
  DotGeneralOp,
  DynamicSliceOp,
  GatherOp,
  OptimizationBarrierOp,
  SliceOp,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import { type Operation, RankedTensorType, type Value } from '@shardform/ir-core';
import { isOneHotAlong } from './one-hot.ts';

/** Operations whose result has the dimensions of their operand. */
const KEEPS_DIMENSIONS: ReadonlySet<string> = new Set([...['stablehlo.convert', 'sdy.sharding_constraint']]);

/** Operations whose result is a row with its dimensions in another order, or as another number of them. */
const KEEPS_ROWS: ReadonlySet<string> = new Set([
  ...KEEPS_DIMENSIONS,
  ...['stablehlo.reshape', 'stablehlo.transpose'],
]);

/** What a program without calls does with an argument, as it is or converted, also in loops: in the order of the program. */
export class ArgumentUses {
  /** What looks up rows: gathers, and products with one-hot rows. */
  readonly lookups: Operation[] = [];
  /** What takes one row. */
  readonly rows: Operation[] = [];
  /** Products that add over the first dimension, with the argument on the right. */
  readonly adding: DotGeneralOp[] = [];
  /** Whether it, or a row, is on the left of a product, or its first dimension is a batching dimension. */
  isOnTheLeft = false;
  /** Whether rows are operands of products. */
  isMultiplied = false;
  readonly #seen = new Set<Value>();

  constructor(argument: Value) {
    this.#follow(argument);
  }

  #follow(value: Value): void {
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    // The newest use is the first.
    for (const { owner, index } of [...value.uses()].reverse()) {
      if (owner instanceof DotGeneralOp) this.#multiplied(owner, index);
      else if (owner instanceof WhileOp) this.#follow(owner.body.entry.getArgument(index));
      else if (owner instanceof OptimizationBarrierOp) this.#follow(owner.getResult(index));
      else if (KEEPS_DIMENSIONS.has(owner.name)) this.#follow(owner.getResult());
      else if (index === 0 && owner instanceof GatherOp && looksUpRows(owner)) this.lookups.push(owner);
      else if (index === 0 && takesRow(owner)) {
        this.rows.push(owner);
        this.#followRow(owner.getResult());
      }
    }
  }

  #multiplied(product: DotGeneralOp, operand: number): void {
    const { rhsBatchingDimensions, lhsContractingDimensions, rhsContractingDimensions } =
      product.dotDimensionNumbers;
    const [own, others] =
      operand === 0
        ? [lhsContractingDimensions, rhsContractingDimensions]
        : [rhsContractingDimensions, lhsContractingDimensions];
    const other = others[own.indexOf(0)];
    if (other !== undefined && isOneHotAlong(product.getOperand(1 - operand), other))
      this.lookups.push(product);
    else if (operand === 0 || rhsBatchingDimensions.includes(0)) this.isOnTheLeft = true;
    else if (other !== undefined) this.adding.push(product);
  }

  #followRow(value: Value): void {
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    for (const { owner, index } of value.uses()) {
      if (owner instanceof OptimizationBarrierOp) this.#followRow(owner.getResult(index));
      else if (KEEPS_ROWS.has(owner.name)) this.#followRow(owner.getResult());
      else if (owner instanceof DotGeneralOp) {
        this.isMultiplied = true;
        if (index === 0) this.isOnTheLeft = true;
      }
    }
  }
}

/** Whether the first dimension is the only one that is indexed. As many rows as there are, in a list, may be a batch in another order. */
function looksUpRows({ operand, result, dimensionNumbers }: GatherOp): boolean {
  const { startIndexMap, offsetDims } = dimensionNumbers;
  if (startIndexMap.length !== 1 || startIndexMap[0] !== 0) return false;
  const found = result.type.shape.filter((_, dim) => !offsetDims.includes(dim));
  return found.length !== 1 || found[0] !== operand.type.shape[0];
}

/** Whether an operation takes one of several rows. */
function takesRow(op: Operation): boolean {
  if (!(op instanceof DynamicSliceOp || op instanceof SliceOp)) return false;
  const [all, row] = [op.getOperand(0).type, op.getResult().type];
  if (!(all instanceof RankedTensorType) || !(row instanceof RankedTensorType)) return false;
  return all.shape[0] !== 1 && row.shape.every((size, dim) => size === (dim === 0 ? 1 : all.shape[dim]));
}
