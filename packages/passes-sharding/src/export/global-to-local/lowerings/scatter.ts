import { type AxisRefAttr, shardIndices } from '@shardform/dialect-sdy';
import {
  AddOp,
  BroadcastInDimOp,
  ConstantOp,
  DynamicSliceOp,
  MaxOp,
  MinOp,
  OrOp,
  type ScatterDimensionNumbersAttr,
  ScatterOp,
  SelectOp,
} from '@shardform/dialect-stablehlo';
import {
  decodeFloat,
  DenseArrayAttr,
  DenseElementsAttr,
  FloatType,
  i1,
  i64,
  IntegerType,
  type InterfaceImplementation,
  type Operation,
  RankedTensorType,
  type Tensor,
  type Type,
  type Value,
  zip,
} from '@shardform/ir-core';
import { commonReduction } from '../../../rules/common-reduction.ts';
import { buildDeviceId } from '../../device-id.ts';
import type { GlobalValue, LocalConverter } from '../local-converter.ts';
import { localLowering } from '../local-lowering.ts';
import { axesOfDim, globalShape } from '../split-dims.ts';
import { buildLocalIndices, buildWideIndices } from './shard-indices.ts';

/**
 * Along split dimensions that are indexed each device applies the updates that fall into its shard; indices into other
 * shards are out of bounds. If devices have different updates, the first one starts from the input and the others from
 * the identity of the reduction, and the all-reduce that follows combines them.
 */
export const scatterLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  ScatterOp,
  (op) => (converter) => {
    const { length: count } = op.inputs;
    const { operands } = converter.global(op);
    const [input, updates] = [operands[0]!, operands[count + 1]!];
    const dimensions = op.scatterDimensionNumbers;
    const { scatterDimsToOperandDims, insertedWindowDims } = dimensions;
    const splitDims = [...globalShape(input).keys()].filter((d) => axesOfDim(input, d).length > 0);
    const unindexed = splitDims.find(
      (d) => !scatterDimsToOperandDims.includes(d) && insertedWindowDims.includes(d),
    );
    if (unindexed !== undefined) {
      converter.opError(
        op,
        `sharding operand dimension ${unindexed} that is not indexed but in inserted window dimension is not supported.`,
      );
      return;
    }
    converter.buildBefore(op);
    const reduced = reducedAxes(input, updates, dimensions.updateWindowDims);
    if (reduced.length > 0 && !startFromIdentity(op, reduced, updates, converter)) return;
    const covered = coveredDims(input, updates, dimensions);
    const indexedDims = splitDims.filter((d) => scatterDimsToOperandDims.includes(d) && !covered.has(d));
    if (indexedDims.length === 0) return;
    const indices = buildWideIndices(op.scatterIndices, input, converter);
    const local = buildLocalIndices(
      {
        indices,
        indexVectorDim: dimensions.indexVectorDim,
        indexMap: scatterDimsToOperandDims,
        input,
        localShape: op.inputs[0]!.type.shape,
        splitDims: indexedDims,
      },
      indices,
      false,
      converter,
    );
    op.operands[count]!.set(local.indices);
  },
);

/**
 * The dimensions of the input that windows of updates have whole: of these a device has its part of the window, which
 * begins where its shard begins. Any index but 0 is out of bounds, before as after. (Shardy shifts it, and drops the updates.)
 */
function coveredDims(
  input: GlobalValue,
  updates: GlobalValue,
  { insertedWindowDims, inputBatchingDims, updateWindowDims }: ScatterDimensionNumbersAttr,
): ReadonlySet<number> {
  const [sizes, windowSizes] = [globalShape(input), globalShape(updates)];
  const windowDims = [...sizes.keys()].filter(
    (d) => !insertedWindowDims.includes(d) && !inputBatchingDims.includes(d),
  );
  return new Set(windowDims.filter((d, i) => windowSizes[updateWindowDims[i]!] === sizes[d]));
}

/** The axes along which devices have different updates to the same shard of the input. */
function reducedAxes(
  input: GlobalValue,
  updates: GlobalValue,
  windowDims: readonly number[],
): readonly AxisRefAttr[] {
  const inputAxes = new Set(input.sharding?.dims.flatMap(({ axes }) => axes) ?? []);
  return [...globalShape(updates).keys()]
    .filter((d) => !windowDims.includes(d))
    .flatMap((d) => axesOfDim(updates, d).filter((axis) => !inputAxes.has(axis)));
}

function startFromIdentity(
  op: ScatterOp,
  axes: readonly AxisRefAttr[],
  updates: GlobalValue,
  converter: LocalConverter,
): boolean {
  const { builder } = converter;
  const { length: count } = op.inputs;
  const reduction = commonReduction(op.updateComputation, count);
  const values = op.inputs.map(({ type }) => reduction && identityOf(reduction, type.elementType));
  if (values.includes(null)) {
    converter.opError(op, 'failed to get scatter reduction identity.');
    return false;
  }
  const isKept = converter.options.keepsIdentities;
  if (isKept && op.inputs.every((input, i) => isFilledWith(input, values[i]!))) return true;
  const identities = op.inputs.map(({ type }, i) => {
    const scalar = type.withShape([]);
    return builder.create(ConstantOp, { value: DenseElementsAttr.splat(scalar, values[i]!) }, [scalar]);
  });
  const id = buildDeviceId(builder, converter.options.usesReplicas);
  const isFirst = shardIndices(axes, converter.meshOf(updates.sharding!)).map((index) =>
    index === 0 ? 1 : 0,
  );
  const tableType = RankedTensorType.get([isFirst.length], i1);
  const table = builder.create(ConstantOp, { value: DenseElementsAttr.fromNumbers(tableType, isFirst) }, [
    tableType,
  ]);
  const entry = builder.create(
    DynamicSliceOp,
    {
      operand: table.output,
      startIndices: [id],
      sliceSizes: DenseArrayAttr.get(i64, [1]),
    },
    [RankedTensorType.get([1], i1)],
  );
  const spread = (operand: Tensor, type: RankedTensorType, dims: readonly number[]): Tensor =>
    builder.create(BroadcastInDimOp, { operand, broadcastDimensions: DenseArrayAttr.get(i64, dims) }, [type])
      .result;
  const { type: maskShape } = op.inputs[0]!;
  const pred = spread(entry.result, RankedTensorType.get(maskShape.shape, i1), [0]);
  zip(op.inputs, identities, op.operands).forEach(([input, neutral, operand]) => {
    const identity = spread(neutral.output, input.type, []);
    const start = builder.create(SelectOp, { pred, onTrue: input, onFalse: identity }, [input.type]);
    operand.set(start.result);
  });
  return true;
}

/** Returns whether all elements are known to be `element`. */
function isFilledWith(value: Value, element: number | bigint): boolean {
  const { definingOp } = value;
  if (definingOp instanceof BroadcastInDimOp) return isFilledWith(definingOp.operand, element);
  const isConstant = definingOp instanceof ConstantOp;
  return isConstant && definingOp.value === DenseElementsAttr.splat(definingOp.output.type, element);
}

/** Returns the identity of a reduction; `null` if it has none. */
function identityOf(reduction: Operation, type: Type): number | bigint | null {
  if (reduction instanceof AddOp || reduction instanceof OrOp) return 0;
  if (!(reduction instanceof MaxOp || reduction instanceof MinOp)) return 1;
  const isMax = reduction instanceof MaxOp;
  if (type instanceof FloatType) {
    const greatest = greatestNumber(type);
    return isMax ? -greatest : greatest;
  }
  if (!(type instanceof IntegerType)) return null;
  const width = BigInt(type.width);
  if (type.isUnsigned) return isMax ? 0n : (1n << width) - 1n;
  return isMax ? -(1n << (width - 1n)) : (1n << (width - 1n)) - 1n;
}

/** Infinity, or the greatest number of a type without. */
function greatestNumber({ format }: FloatType): number {
  const overflow = decodeFloat(format, format.overflow);
  // 64-bit floats have no bit patterns here.
  return format.width > 32 || overflow === Infinity ? Infinity : decodeFloat(format, format.maxFinite);
}
