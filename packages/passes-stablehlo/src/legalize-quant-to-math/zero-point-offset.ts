import {
  DenseArrayAttr,
  DenseElementsAttr,
  DYNAMIC,
  i32,
  i64,
  i64Attr,
  RankedTensorType,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import {
  AddOp,
  BroadcastInDimOp,
  chlo,
  ConcatenateOp,
  ConstantOp,
  ConvertOp,
  DynamicBroadcastInDimOp,
  GetDimensionSizeOp,
  MulOp,
  ReduceOp,
  ReshapeOp,
  ReturnOp,
  tensorType,
} from '@shardform/dialect-stablehlo';
import { broadcast, scalar } from './scalings.ts';

/** One operand of a contraction. */
export interface Factor {
  readonly value: Value;
  readonly zeroPoint: number;
  /** Dimensions that are in both operands and the result. */
  readonly batching: readonly number[];
  /** Dimensions that are summed over. */
  readonly summed: readonly number[];
  /** The first dimension of the result of those that only this operand has. */
  readonly resultStart: number;
}

/**
 * Returns the correction of zero points to a contraction of stored integers:
 * `zero_rhs * sum(lhs) + zero_lhs * sum(rhs) - n * zero_lhs * zero_rhs`, with the sums over the `n` products that make
 * an element.
 *
 * @param product the contraction of the stored integers, of i32.
 * @returns a tensor that can be broadcast to the type of the product, or `null` when both zero points are 0.
 */
export function zeroPointOffset(lhs: Factor, rhs: Factor, product: Value, rewriter: Rewriter): Value | null {
  const shape = new ResultShape(product, rewriter);
  const fromLhs = rhs.zeroPoint === 0 ? null : weightedSums(lhs, rhs.zeroPoint, shape, rewriter);
  const fromRhs = lhs.zeroPoint === 0 ? null : weightedSums(rhs, lhs.zeroPoint, shape, rewriter);
  if (fromLhs === null || fromRhs === null) return fromLhs ?? fromRhs;
  const sums = rewriter.create(AddOp, { lhs: fromLhs, rhs: fromRhs }).result;
  const both = broadcast(chlo.BroadcastSubtractOp, sums, productOfZeroPoints(lhs, rhs, rewriter), rewriter);
  return both;
}

/** The sums of an operand times the other's zero point, in the shape of the result. */
function weightedSums(factor: Factor, zeroPoint: number, shape: ResultShape, rewriter: Rewriter): Value {
  const { value, summed, batching, resultStart } = factor;
  const type = tensorType(value.type);
  const operand = rewriter.create(ConvertOp, { operand: value }, [type.withElementType(i32)]).result;
  const sums = sumOver(operand, summed, rewriter);
  const weighted = broadcast(chlo.BroadcastMulOp, sums, scalar(zeroPoint, i32, rewriter), rewriter);
  let [batch, own] = [0, resultStart];
  const kept = type.shape.map((_, d) => d).filter((d) => !summed.includes(d));
  return shape.broadcast(
    weighted,
    kept.map((d) => (batching.includes(d) ? batch++ : own++)),
  );
}

/** The sums of a tensor of i32 over some dimensions. */
function sumOver(operand: Value, dimensions: readonly number[], rewriter: Rewriter): Value {
  const { shape } = tensorType(operand.type);
  const element = RankedTensorType.get([], i32);
  const init = rewriter.create(ConstantOp, { value: DenseElementsAttr.fromNumbers(element, [0]) }).output;
  const kept = shape.filter((_, d) => !dimensions.includes(d));
  const reduce = rewriter.create(
    ReduceOp,
    { inputs: [operand], initValues: [init], dimensions: DenseArrayAttr.get(i64, dimensions) },
    [RankedTensorType.get(kept, i32)],
  );
  rewriter.atSavedPoint(() => {
    const [lhs, rhs] = rewriter.createBlock(reduce.body, [element, element]).arguments;
    const sum = rewriter.create(AddOp, { lhs: lhs!, rhs: rhs! }).result;
    rewriter.create(ReturnOp, { results: [sum] });
  });
  return reduce.getResult();
}

/** `n * zero_lhs * zero_rhs`; `n` may only be known when the program runs. */
function productOfZeroPoints(lhs: Factor, rhs: Factor, rewriter: Rewriter): Value {
  const { shape } = tensorType(rhs.value.type);
  let computed = scalar(1, i32, rewriter);
  let known = lhs.zeroPoint * rhs.zeroPoint;
  for (const d of rhs.summed) {
    if (shape[d] === DYNAMIC) {
      const size = rewriter.create(GetDimensionSizeOp, { operand: rhs.value, dimension: i64Attr(d) }).result;
      computed = rewriter.create(MulOp, { lhs: computed, rhs: size }).result;
    } else {
      known *= shape[d]!;
    }
  }
  const constant = scalar(known, i32, rewriter);
  if (!rhs.summed.some((d) => shape[d] === DYNAMIC)) return constant;
  return rewriter.create(MulOp, { lhs: constant, rhs: computed }).result;
}

/** The shape of a contraction's result, computed at most once where it is dynamic. */
class ResultShape {
  readonly #product: Value;
  readonly #type: RankedTensorType;
  readonly #rewriter: Rewriter;
  #sizes: Value | null = null;

  constructor(product: Value, rewriter: Rewriter) {
    this.#product = product;
    this.#type = tensorType(product.type);
    this.#rewriter = rewriter;
  }

  /** Repeats a tensor whose dimensions are the given ones of the result. */
  broadcast(operand: Value, dimensions: readonly number[]): Value {
    const broadcastDimensions = DenseArrayAttr.get(i64, dimensions);
    const types = [this.#type];
    if (this.#type.hasStaticShape) {
      return this.#rewriter.create(BroadcastInDimOp, { operand, broadcastDimensions }, types).result;
    }
    const outputDimensions = (this.#sizes ??= this.#computeSizes());
    const args = { operand, outputDimensions, broadcastDimensions };
    return this.#rewriter.create(DynamicBroadcastInDimOp, args, types).result;
  }

  #computeSizes(): Value {
    const inputs = this.#type.shape.map((size, d) => this.#sizeOf(size, d));
    return this.#rewriter.create(ConcatenateOp, { inputs, dimension: i64Attr(0) }).result;
  }

  #sizeOf(size: number, dimension: number): Value {
    const type = RankedTensorType.get([1], i64);
    if (size !== DYNAMIC) {
      return this.#rewriter.create(ConstantOp, { value: DenseElementsAttr.fromNumbers(type, [size]) }).output;
    }
    const args = { operand: this.#product, dimension: i64Attr(dimension) };
    const narrow = this.#rewriter.create(GetDimensionSizeOp, args).result;
    const wide = this.#rewriter.create(ConvertOp, { operand: narrow }, [
      RankedTensorType.get([], i64),
    ]).result;
    return this.#rewriter.create(ReshapeOp, { operand: wide }, [type]).result;
  }
}
