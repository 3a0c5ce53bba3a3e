import {
  AddOp,
  AndOp,
  BroadcastInDimOp,
  ClampOp,
  CompareOp,
  ComparisonDirectionAttr,
  ConcatenateOp,
  ConstantOp,
  ConvertOp,
  ReshapeOp,
  SubtractOp,
} from '@shardform/dialect-stablehlo';
import {
  DenseArrayAttr,
  DenseElementsAttr,
  i32,
  i64,
  i64Attr,
  IntegerType,
  RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import { buildOffset } from '../device-offset.ts';
import type { GlobalValue, LocalConverter } from '../local-converter.ts';
import { axesOfDim, globalShape } from '../split-dims.ts';

/** Index vectors into a sharded tensor. */
export interface ShardedAccess {
  readonly indices: Tensor;
  readonly indexVectorDim: number;
  /** The dimension of the tensor that each component is an index into. */
  readonly indexMap: readonly number[];
  /** The tensor before the conversion, and its sizes after it. */
  readonly input: GlobalValue;
  readonly localShape: readonly number[];
  /** The split dimensions of which single elements are accessed. */
  readonly splitDims: readonly number[];
}

/** Smallest and greatest index inside the device's shard, per component; the whole range if not split. */
interface Bounds {
  readonly low: Tensor;
  readonly high: Tensor | null;
}

/**
 * Returns indices whose type holds the sizes of the input, and indices relative to any shard: those of narrow integers are converted, since
 * an offset or a limit would wrap in them.
 */
export function buildWideIndices(indices: Tensor, input: GlobalValue, { builder }: LocalConverter): Tensor {
  const { type } = indices;
  const needed = Math.max(...globalShape(input)) < 2 ** 31 ? i32 : i64;
  if (type.elementType instanceof IntegerType && type.elementType.width >= needed.width) return indices;
  return builder.create(ConvertOp, { operand: indices }, [RankedTensorType.get(type.shape, needed)]).result;
}

/** Returns the indices limited to those that the whole tensor has, as a gather limits them. */
export function buildClampedIndices(access: ShardedAccess, { builder }: LocalConverter): Tensor {
  const { indices, indexMap, input } = access;
  const { type } = indices;
  const low = builder.create(ConstantOp, { value: DenseElementsAttr.splat(type, 0) }, [type]).output;
  const limits = indexMap.map((dim) => globalShape(input)[dim]! - 1);
  const high = buildPerComponent(access, limits, builder);
  return builder.create(ClampOp, { min: low, operand: indices, max: high }, [type]).result;
}

function buildPerComponent(
  { indices: { type }, indexVectorDim }: ShardedAccess,
  values: readonly number[],
  builder: LocalConverter['builder'],
): Tensor {
  if (indexVectorDim >= type.rank || values.length === 1) {
    const value = DenseElementsAttr.splat(type, values[0]!);
    return builder.create(ConstantOp, { value }, [type]).output;
  }
  const vector = RankedTensorType.get([values.length], type.elementType);
  const value = DenseElementsAttr.fromNumbers(vector, values);
  const constant = builder.create(ConstantOp, { value }, [vector]).output;
  return builder.create(
    BroadcastInDimOp,
    { operand: constant, broadcastDimensions: DenseArrayAttr.get(i64, [indexVectorDim]) },
    [type],
  ).result;
}

/** Builds indices relative to the device's shard, and a mask of those inside it (`null` unless requested). */
export function buildLocalIndices(
  access: ShardedAccess,
  indices: Tensor,
  withMask: boolean,
  converter: LocalConverter,
): { readonly indices: Tensor; readonly mask: Tensor | null } {
  const { builder } = converter;
  const { low, high } = buildBounds(access, withMask, converter);
  const local = builder.create(SubtractOp, { lhs: indices, rhs: low }, [indices.type]).result;
  if (high === null) return { indices: local, mask: null };
  const compare = (rhs: Tensor, direction: 'GE' | 'LE'): Tensor =>
    builder.create(CompareOp, {
      lhs: indices,
      rhs,
      comparisonDirection: ComparisonDirectionAttr.get(direction),
    }).result;
  const [isAbove, isBelow] = [compare(low, 'GE'), compare(high, 'LE')];
  return {
    indices: local,
    mask: builder.create(AndOp, { lhs: isAbove, rhs: isBelow }, [isAbove.type]).result,
  };
}

function buildBounds(access: ShardedAccess, withHigh: boolean, converter: LocalConverter): Bounds {
  const { builder } = converter;
  const { indexMap, splitDims, input, localShape, indices } = access;
  const scalar = RankedTensorType.get([], indices.type.elementType);
  const constant = (value: number): Tensor =>
    builder.create(ConstantOp, { value: DenseElementsAttr.splat(scalar, value) }, [scalar]).output;
  const lows: Tensor[] = [];
  const highs: Tensor[] = [];
  for (const dim of indexMap) {
    if (!splitDims.includes(dim)) {
      lows.push(constant(0));
      if (withHigh) highs.push(constant(globalShape(input)[dim]! - 1));
      continue;
    }
    const size = localShape[dim]!;
    const mesh = converter.meshOf(input.sharding!);
    const offset = buildOffset(axesOfDim(input, dim), size, mesh, converter);
    const low = builder.create(ConvertOp, { operand: offset }, [scalar]).result;
    lows.push(low);
    if (withHigh) highs.push(builder.create(AddOp, { lhs: low, rhs: constant(size - 1) }, [scalar]).result);
  }
  return {
    low: buildSpread(access, lows, converter),
    high: withHigh ? buildSpread(access, highs, converter) : null,
  };
}

/** One scalar per component, spread over all index vectors. */
function buildSpread(
  { indices: { type }, indexVectorDim }: ShardedAccess,
  values: readonly Tensor[],
  { builder }: LocalConverter,
): Tensor {
  const spread = (operand: Tensor, dims: readonly number[]): Tensor =>
    builder.create(BroadcastInDimOp, { operand, broadcastDimensions: DenseArrayAttr.get(i64, dims) }, [type])
      .result;
  if (indexVectorDim >= type.rank || type.shape[indexVectorDim] === 1) return spread(values[0]!, []);
  const one = RankedTensorType.get([1], type.elementType);
  const inputs = values.map((operand) => builder.create(ReshapeOp, { operand }, [one]).result);
  const joined = builder.create(ConcatenateOp, { inputs, dimension: i64Attr(0) }, [
    RankedTensorType.get([values.length], type.elementType),
  ]).result;
  return spread(joined, [indexVectorDim]);
}
