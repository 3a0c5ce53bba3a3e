import {
  AndOp,
  BroadcastInDimOp,
  CompareOp,
  ComparisonDirectionAttr,
  ConstantOp,
  GatherOp,
  ReduceOp,
  ReturnOp,
  SelectOp,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import {
  type Builder,
  DenseArrayAttr,
  DenseElementsAttr,
  elementByteSize,
  i1,
  i64,
  type InterfaceImplementation,
  RankedTensorType,
  type Tensor,
  zip,
} from '@shardform/ir-core';
import { buildIntegerScalar } from '../../device-id.ts';
import { buildOffset } from '../device-offset.ts';
import type { LocalConverter } from '../local-converter.ts';
import { localLowering } from '../local-lowering.ts';
import { axesOfDim, shardsOfDim } from '../split-dims.ts';
import {
  buildClampedIndices,
  buildLocalIndices,
  buildWideIndices,
  type ShardedAccess,
} from './shard-indices.ts';

/**
 * Slices that cover split dimensions take the device's shard. Along split dimensions that are indexed element by
 * element, each device looks up the elements it holds and yields zeros for the others; the all-reduce that follows sums
 * them.
 */
export const gatherLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  GatherOp,
  (op) => (converter) => {
    const input = converter.global(op).operands[0]!;
    const dimensions = op.dimensionNumbers;
    const sizes = op.sliceSizes.numbers();
    const parts = sizes.map((_, d) => shardsOfDim(input, d, converter));
    const splitDims = parts.flatMap((count, d) =>
      count > 1 && sizes[d] === 1 && !dimensions.operandBatchingDims.includes(d) ? [d] : [],
    );
    op.sliceSizes = DenseArrayAttr.get(
      i64,
      zip(sizes, parts).map(([size, part], d) =>
        size === 1 || dimensions.operandBatchingDims.includes(d) ? size : Math.trunc(size / part),
      ),
    );
    if (splitDims.length === 0) return;
    const builder = converter.buildBefore(op);
    const hasIndices = splitDims.some((dim) => dimensions.startIndexMap.includes(dim));
    const access: ShardedAccess = {
      indices: hasIndices ? buildWideIndices(op.startIndices, input, converter) : op.startIndices,
      indexVectorDim: dimensions.indexVectorDim,
      indexMap: dimensions.startIndexMap,
      input,
      localShape: op.operand.type.shape,
      splitDims,
    };
    let mask: Tensor | null = null;
    if (hasIndices) {
      const clamped = buildClampedIndices(access, converter);
      const local = buildLocalIndices(access, clamped, true, converter);
      op.operands[1]!.set(local.indices);
      mask = local.mask;
    }
    const whole = buildFirstPartMask(access, mask, converter);
    builder.setInsertionPointAfter(op);
    const result = buildMasked(op, whole, builder);
    op.result.replaceUsesIf(result, (use) => use.owner !== result.definingOp);
  },
);

/** Along split dimensions without an index element 0 is taken, which the first shard holds. */
function buildFirstPartMask(
  { splitDims, indexMap, input, localShape }: ShardedAccess,
  mask: Tensor | null,
  converter: LocalConverter,
): Tensor {
  const { builder } = converter;
  let isFirst: Tensor | null = null;
  for (const dim of splitDims) {
    if (indexMap.includes(dim)) continue;
    const mesh = converter.meshOf(input.sharding!);
    const offset = buildOffset(axesOfDim(input, dim), localShape[dim]!, mesh, converter);
    const isZero = builder.create(CompareOp, {
      lhs: offset,
      rhs: buildIntegerScalar(builder, 0),
      comparisonDirection: ComparisonDirectionAttr.get('EQ'),
    }).result;
    isFirst =
      isFirst === null ? isZero : builder.create(AndOp, { lhs: isFirst, rhs: isZero }, [isZero.type]).result;
  }
  if (isFirst === null || mask === null) return (isFirst ?? mask)!;
  const spread = builder.create(
    BroadcastInDimOp,
    { operand: isFirst, broadcastDimensions: DenseArrayAttr.get(i64, []) },
    [mask.type],
  ).result;
  return builder.create(AndOp, { lhs: mask, rhs: spread }, [mask.type]).result;
}

/** Builds the gathered slices, with zeros where some component of the index vector is outside of the shard. */
function buildMasked(op: GatherOp, mask: Tensor, builder: Builder): Tensor {
  const { indexVectorDim, offsetDims } = op.dimensionNumbers;
  const { type } = op.result;
  let perSlice = mask;
  if (indexVectorDim < mask.type.rank) perSlice = buildAll(mask, indexVectorDim, builder);
  const batchDims = type.shape.flatMap((_, d) => (offsetDims.includes(d) ? [] : [d]));
  const spread = builder.create(
    BroadcastInDimOp,
    {
      operand: perSlice,
      broadcastDimensions: DenseArrayAttr.get(i64, perSlice.type.rank === 0 ? [] : batchDims),
    },
    [RankedTensorType.get(type.shape, i1)],
  ).result;
  const zeroBytes = new Uint8Array(elementByteSize(type.elementType) ?? 0);
  const zeros = builder.create(ConstantOp, { value: DenseElementsAttr.fromBytes(type, zeroBytes) }, [type]);
  return builder.create(SelectOp, { pred: spread, onTrue: op.result, onFalse: zeros.output }, [type]).result;
}

/** Returns whether all elements along a dimension are true. */
function buildAll(operand: Tensor, dim: number, builder: Builder): Tensor {
  const scalar = RankedTensorType.get([], i1);
  const init = builder.create(ConstantOp, { value: DenseElementsAttr.splat(scalar, 1) }, [scalar]).output;
  const reduce = builder.create(
    ReduceOp,
    {
      inputs: [operand],
      initValues: [tensorOf(init)],
      dimensions: DenseArrayAttr.get(i64, [dim]),
    },
    [operand.type.withShape(operand.type.shape.filter((_, d) => d !== dim))],
  );
  builder.atSavedPoint(() => {
    const [lhs, rhs] = builder.createBlock(reduce.body, [scalar, scalar]).arguments;
    const both = builder.create(AndOp, { lhs: tensorOf(lhs), rhs: tensorOf(rhs) }, [scalar]).result;
    builder.create(ReturnOp, { results: [both] }, []);
  });
  return tensorOf(reduce.results[0]);
}
