import {
  byOp,
  DenseElementsAttr,
  DYNAMIC,
  elementBitWidth,
  i64,
  type OpEntry,
  type Operation,
  type OpWithDefinition,
  RankedTensorType,
} from '@shardform/ir-core';
import {
  AllGatherOp,
  BitcastConvertOp,
  chlo,
  constantSizes,
  ConvertOp,
  ConvolutionOp,
  convolutionProblem,
  convolutionResultDims,
  type Dim,
  dotDimensionsProblem,
  DotGeneralOp,
  DotOp,
  dotResultDims,
  DynamicBroadcastInDimOp,
  DynamicConvOp,
  DynamicIotaOp,
  DynamicPadOp,
  DynamicReshapeOp,
  kernelSizesOf,
  paddedSize,
  raggedDotShape,
  RealDynamicSliceOp,
  ReduceScatterOp,
  storageType,
  UniformQuantizeOp,
  windowDimensions,
} from '@shardform/dialect-stablehlo';
import { unitStrideSizes } from '../canonicalize-dynamism/real-dynamic-slice.ts';

/** The sizes of one result, {@link DYNAMIC} where unknown. */
type Shape = readonly number[];

/**
 * Returns the shapes of an operation's results, which the operation itself does not infer: the shape of each; `null`
 * when nothing follows.
 */
export type ShapeRule = OpEntry<[], readonly Shape[] | null>;

/** Rules for operations with one result. */
function oneShape<T extends Operation>(op: OpWithDefinition<T>, shape: (op: T) => Shape | null): ShapeRule {
  return byOp(op, (matched) => {
    const found = shape(matched);
    return found === null ? null : [found];
  });
}

const sizesOf = (dims: readonly Dim[]): Shape => dims.map(({ size }) => size);

/** The rules of all operations whose result shapes follow from operands but are not inferred. */
export const shapeRules: readonly ShapeRule[] = [
  byOp(AllGatherOp, (op) => {
    const count = groupSize(op);
    if (count === null) return null;
    const at = op.allGatherDim.number;
    return tensorTypes(op).map(({ shape }) => scaled(shape, at, (size) => size * count));
  }),
  oneShape(BitcastConvertOp, ({ operand, result }) => {
    const [from, to] = [storageType(operand.type.elementType), storageType(result.type.elementType)];
    const width = elementBitWidth(from);
    return width !== null && width === elementBitWidth(to) ? operand.type.shape : null;
  }),
  oneShape(ConvertOp, ({ operand }) => operand.type.shape),
  oneShape(ConvolutionOp, (op) => convolutionShape(op, op.padding)),
  oneShape(DotOp, (op) => sizesOf(op.inferDims())),
  oneShape(DotGeneralOp, ({ lhs, rhs, dotDimensionNumbers }) =>
    dotDimensionsProblem(lhs.type.shape, rhs.type.shape, dotDimensionNumbers) === null
      ? sizesOf(dotResultDims(lhs.type, rhs.type, dotDimensionNumbers))
      : null,
  ),
  oneShape(DynamicBroadcastInDimOp, (op) => constantSizes(op.outputDimensions)),
  oneShape(DynamicConvOp, (op) => {
    const padding = constantSizes(op.padding);
    if (padding === null) return null;
    const type = RankedTensorType.get(op.padding.type.shape, i64);
    return convolutionShape(op, DenseElementsAttr.fromNumbers(type, padding));
  }),
  oneShape(DynamicIotaOp, (op) => constantSizes(op.outputShape)),
  oneShape(DynamicPadOp, (op) => {
    const [low, high, interior] = [op.edgePaddingLow, op.edgePaddingHigh, op.interiorPadding].map(
      constantSizes,
    );
    if (!low || !high || !interior) return null;
    return op.operand.type.shape.map((size, d) =>
      size === DYNAMIC ? DYNAMIC : paddedSize(size, low[d]!, high[d]!, interior[d]!),
    );
  }),
  oneShape(DynamicReshapeOp, (op) => constantSizes(op.outputShape)),
  oneShape(chlo.RaggedDotOp, ({ lhs, rhs, groupSizes, raggedDotDimensionNumbers: dimensions }) => {
    const [left, right] = [lhs.type, rhs.type];
    if (!(left instanceof RankedTensorType) || !(right instanceof RankedTensorType)) return null;
    return raggedDotShape(left.shape, right.shape, groupSizes.type.shape, dimensions);
  }),
  oneShape(RealDynamicSliceOp, (op) => {
    const [start, limit, strides] = [op.startIndices, op.limitIndices, op.strides].map(constantSizes);
    if (!start || !limit || !strides) return unitStrideSizes(op);
    if (strides.some((stride) => stride <= 0)) return null;
    return start.map((at, d) => Math.max(0, Math.ceil((limit[d]! - at) / strides[d]!)));
  }),
  oneShape(ReduceScatterOp, (op) => {
    const count = groupSize(op);
    if (count === null) return null;
    const at = op.scatterDimension.number;
    const { shape } = op.operand.type;
    return op.operand.type.dimSize(at) % count === 0 ? scaled(shape, at, (size) => size / count) : null;
  }),
  oneShape(UniformQuantizeOp, ({ operand }) => operand.type.shape),
];

function scaled(shape: Shape, at: number, scale: (size: number) => number): Shape {
  return shape.map((size, d) => (d === at && size !== DYNAMIC ? scale(size) : size));
}

function tensorTypes(op: Operation): RankedTensorType[] {
  return op.operandTypes().filter((type) => type instanceof RankedTensorType);
}

/**
 * The number of processes that work together, where groups are lists of them. With a channel and without global ids it
 * depends on the number of partitions, which the program does not say.
 */
function groupSize(op: AllGatherOp | ReduceScatterOp): number | null {
  if (op.channelHandle !== null && op.useGlobalDeviceIds === null) return null;
  const groups = op.replicaGroups;
  const size = groups instanceof DenseElementsAttr ? groups.type.shape?.[1] : undefined;
  return size === undefined || size === 0 ? null : size;
}

function convolutionShape(
  op: ConvolutionOp | DynamicConvOp,
  padding: DenseElementsAttr | null,
): Shape | null {
  const [lhs, rhs] = [op.lhs.type, op.rhs.type];
  const dimensions = op.dimensionNumbers;
  const groups = { featureGroups: op.featureGroupCount.number, batchGroups: op.batchGroupCount.number };
  if (convolutionProblem(lhs, rhs, dimensions, groups) !== null) return null;
  const windows = windowDimensions({
    sizes: kernelSizesOf(rhs.shape, dimensions.kernelSpatialDimensions),
    strides: op.windowStrides,
    padding,
    baseDilations: op.lhsDilation,
    windowDilations: op.rhsDilation,
    reversal: op.windowReversal,
  });
  if (typeof windows === 'string') return null;
  return sizesOf(convolutionResultDims(lhs, rhs, dimensions, groups, windows));
}
