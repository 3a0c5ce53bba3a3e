import {
  AddOp,
  AndOp,
  BroadcastInDimOp,
  ClampOp,
  CompareOp,
  ComparisonDirectionAttr,
  ConstantOp,
  ConvertOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  IotaOp,
  PadOp,
  SelectOp,
  SubtractOp,
} from '@shardform/dialect-stablehlo';
import {
  type Builder,
  DenseArrayAttr,
  DenseElementsAttr,
  elementByteSize,
  i64,
  i64Attr,
  type InterfaceImplementation,
  RankedTensorType,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import { buildIntegerScalar, i64Scalar, type IntegerScalar } from '../../device-id.ts';
import { buildOffset } from '../device-offset.ts';
import type { LocalConverter } from '../local-converter.ts';
import { localLowering } from '../local-lowering.ts';
import { axesOfDim, globalShape, shardsOfDim } from '../split-dims.ts';

/** A split dimension of the operand along which the update is smaller, and whole. */
interface UpdatedDim {
  readonly dim: number;
  /** Size of the update. */
  readonly size: number;
  /** Offset of the update, relative to the device's shard; may lie outside of it. */
  readonly start: IntegerScalar;
}

/**
 * An update of a sharded dimension: each device writes what falls into its shard. The update is shifted to its offset
 * in the shard, and elements that it doesn't cover are kept.
 */
export const dynamicUpdateSliceLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  DynamicUpdateSliceOp,
  (op) => (converter) => {
    const [operand, update] = converter.global(op).operands;
    const dims = globalShape(operand!).flatMap((size, d) => {
      const isSplit = shardsOfDim(operand!, d, converter) > 1 && globalShape(update!)[d] !== size;
      return isSplit ? [d] : [];
    });
    if (dims.length === 0) return;
    const builder = converter.buildBefore(op);
    const updated = dims.map((dim): UpdatedDim => {
      const size = globalShape(update!)[dim]!;
      const limit = globalShape(operand!)[dim]! - size;
      const start = buildClamped(op.startIndices[dim]!, limit, builder);
      return { dim, size, start: buildLocalStart(op, dim, start, converter) };
    });
    const moved = updated.reduce<Tensor>((value, dim) => buildMoved(value, dim, op, builder), op.update);
    // Along the other dimensions the update and its offset are unchanged.
    const starts = op.startIndices.map((start, d) =>
      dims.includes(d) ? buildZeroLike(start, builder) : start,
    );
    const isCovered = buildCovered(updated, op, builder);
    op.setOperand(1, moved);
    starts.forEach((start, d) => op.setOperand(2 + d, start));
    builder.setInsertionPointAfter(op);
    const { type } = op.result;
    const selected = builder.create(SelectOp, { pred: isCovered, onTrue: op.result, onFalse: op.operand }, [
      type,
    ]).result;
    op.result.replaceUsesIf(selected, (use) => use.owner !== selected.definingOp);
  },
);

function buildClamped(start: Value, limit: number, builder: Builder): IntegerScalar {
  // Verified: start indices are scalars of integers.
  const operand = start as IntegerScalar;
  const wide =
    operand.type === i64Scalar ? operand : builder.create(ConvertOp, { operand }, [i64Scalar]).result;
  const [min, max] = [buildIntegerScalar(builder, 0), buildIntegerScalar(builder, limit)];
  return builder.create(ClampOp, { min, operand: wide, max }, [i64Scalar]).result;
}

function buildLocalStart(
  op: DynamicUpdateSliceOp,
  dim: number,
  start: IntegerScalar,
  converter: LocalConverter,
): IntegerScalar {
  const operand = converter.global(op).operands[0]!;
  // A split value has a sharding.
  const mesh = converter.meshOf(operand.sharding!);
  const part = op.operand.type.dimSize(dim);
  const offset = buildOffset(axesOfDim(operand, dim), part, mesh, converter);
  return converter.builder.create(SubtractOp, { lhs: start, rhs: offset }, [i64Scalar]).result;
}

/** Builds the update padded to the size of the shard along a dimension and shifted to its offset there. */
function buildMoved(
  update: Tensor,
  { dim, size, start }: UpdatedDim,
  op: DynamicUpdateSliceOp,
  builder: Builder,
): Tensor {
  const part = op.operand.type.dimSize(dim);
  const { type } = update;
  const along = (amount: number): DenseArrayAttr =>
    DenseArrayAttr.get(
      i64,
      type.shape.map((_, d) => (d === dim ? amount : 0)),
    );
  const scalar = type.withShape([]);
  const zeroBytes = new Uint8Array(elementByteSize(type.elementType) ?? 0);
  const paddingValue = builder.create(ConstantOp, { value: DenseElementsAttr.fromBytes(scalar, zeroBytes) }, [
    scalar,
  ]).output;
  const operand = builder.create(PadOp, {
    operand: update,
    paddingValue,
    edgePaddingLow: along(part),
    edgePaddingHigh: along(part),
    interiorPadding: along(0),
  }).result;
  // Element 0 of the shard lies that far before the update, which begins at `part`.
  const from = builder.create(SubtractOp, { lhs: buildIntegerScalar(builder, part), rhs: start }, [
    i64Scalar,
  ]);
  const zero = buildIntegerScalar(builder, 0);
  const last = buildIntegerScalar(builder, part + size);
  const bounded = builder.create(ClampOp, { min: zero, operand: from.result, max: last }, [i64Scalar]).result;
  const shape = type.shape.map((own, d) => (d === dim ? part : own));
  return builder.create(
    DynamicSliceOp,
    {
      operand,
      startIndices: shape.map((_, d) => (d === dim ? bounded : zero)),
      sliceSizes: DenseArrayAttr.get(i64, shape),
    },
    [type.withShape(shape)],
  ).result;
}

/** Builds the mask of the shard's elements that the update covers along the split dimensions. */
function buildCovered(
  dims: readonly UpdatedDim[],
  op: DynamicUpdateSliceOp,
  builder: Builder,
): CompareOp['result'] {
  const { shape } = op.result.type;
  const indexType = RankedTensorType.get(shape, i64);
  const spread = (operand: Tensor): Tensor =>
    builder.create(BroadcastInDimOp, { operand, broadcastDimensions: DenseArrayAttr.get(i64, []) }, [
      indexType,
    ]).result;
  let covered: CompareOp['result'] | null = null;
  for (const { dim, size, start } of dims) {
    const iota = builder.create(IotaOp, { iotaDimension: i64Attr(dim) }, [indexType]).output;
    const end = builder.create(AddOp, { lhs: start, rhs: buildIntegerScalar(builder, size) }, [
      i64Scalar,
    ]).result;
    for (const [direction, bound] of [
      ['GE', start],
      ['LT', end],
    ] as const) {
      const inside = builder.create(CompareOp, {
        lhs: iota,
        rhs: spread(bound),
        comparisonDirection: ComparisonDirectionAttr.get(direction),
      }).result;
      covered =
        covered === null
          ? inside
          : builder.create(AndOp, { lhs: covered, rhs: inside }, [inside.type]).result;
    }
  }
  // There is a split dimension.
  return covered!;
}

function buildZeroLike({ type }: Value, builder: Builder): Value {
  // Indices are scalars of integers.
  const scalar = type as RankedTensorType;
  return builder.create(ConstantOp, { value: DenseElementsAttr.splat(scalar, 0) }, [scalar]).output;
}
