import {
  DYNAMIC,
  i32,
  i64,
  i64Attr,
  IntegerType,
  pattern,
  RankedTensorType,
  type RewritePattern,
  type Rewriter,
  type Value,
  boolAttr,
} from '@shardform/ir-core';
import {
  ConcatenateOp,
  ConvertOp,
  GatherDimensionNumbersAttr,
  GatherOp,
  IotaOp,
  isSorted,
  ReshapeOp,
  ScatterDimensionNumbersAttr,
  ScatterOp,
} from '@shardform/dialect-stablehlo';

/** Batching dimensions become indices that count along them. */
export const batchingDimensionPatterns: readonly RewritePattern[] = [
  pattern(GatherOp, 'expand-gather-batching-dimensions', (op, rewriter) => {
    const dimensions = op.dimensionNumbers;
    const { operandBatchingDims, startIndicesBatchingDims } = dimensions;
    const { operand, startIndices, sliceSizes } = op;
    if (operandBatchingDims.length === 0 || !canCount(startIndices, startIndicesBatchingDims)) return false;
    const indices = withCounts(startIndices, dimensions.indexVectorDim, startIndicesBatchingDims, rewriter);
    const startIndexMap = [...operandBatchingDims, ...dimensions.startIndexMap];
    const staysSorted =
      op.indicesAreSorted?.value === 1n && isSorted(startIndexMap) && isSorted(startIndicesBatchingDims);
    rewriter.replaceOpWith(
      op,
      GatherOp,
      {
        operand,
        startIndices: indices,
        sliceSizes,
        dimensionNumbers: GatherDimensionNumbersAttr.get({
          ...dimensions,
          collapsedSliceDims: merged(operandBatchingDims, dimensions.collapsedSliceDims),
          operandBatchingDims: [],
          startIndicesBatchingDims: [],
          startIndexMap,
        }),
        indicesAreSorted: boolAttr(staysSorted),
      },
      op.resultTypes(),
    );
    return true;
  }),
  pattern(ScatterOp, 'expand-scatter-batching-dimensions', (op, rewriter) => {
    const dimensions = op.scatterDimensionNumbers;
    const { inputBatchingDims, scatterIndicesBatchingDims } = dimensions;
    const { inputs, scatterIndices, updates } = op;
    if (inputBatchingDims.length === 0 || !canCount(scatterIndices, scatterIndicesBatchingDims)) return false;
    const indices = withCounts(
      scatterIndices,
      dimensions.indexVectorDim,
      scatterIndicesBatchingDims,
      rewriter,
    );
    const scatterDimsToOperandDims = [...inputBatchingDims, ...dimensions.scatterDimsToOperandDims];
    const staysSorted =
      op.indicesAreSorted?.value === 1n &&
      isSorted(scatterDimsToOperandDims) &&
      isSorted(scatterIndicesBatchingDims);
    const scatter = rewriter.create(
      ScatterOp,
      {
        inputs,
        scatterIndices: indices,
        updates,
        scatterDimensionNumbers: ScatterDimensionNumbersAttr.get({
          ...dimensions,
          insertedWindowDims: merged(inputBatchingDims, dimensions.insertedWindowDims),
          inputBatchingDims: [],
          scatterIndicesBatchingDims: [],
          scatterDimsToOperandDims,
        }),
        indicesAreSorted: boolAttr(staysSorted),
        uniqueIndices: op.uniqueIndices,
      },
      op.resultTypes(),
    );
    rewriter.inlineRegion(op.updateComputation, scatter.updateComputation);
    rewriter.replaceOp(op, scatter.results);
    return true;
  }),
];

type Indices = Value<RankedTensorType>;

/** Counts have static shapes. */
function canCount(indices: Indices, batching: readonly number[]): boolean {
  return indices.type.hasStaticShape && batching.every((d) => indices.type.shape[d] !== DYNAMIC);
}

/** Index vectors that begin with the position along each batching dimension. */
function withCounts(
  indices: Indices,
  vectorDim: number,
  batching: readonly number[],
  rewriter: Rewriter,
): Value {
  const { type } = indices;
  const elementType = elementTypeFor(type, batching);
  let vectors: Value = indices;
  if (elementType !== type.elementType) {
    vectors = rewriter.create(ConvertOp, { operand: vectors }, [type.withElementType(elementType)]).result;
  }
  const isScalar = vectorDim === type.rank;
  const shape = isScalar ? [...type.shape, 1] : type.shape;
  if (isScalar) {
    vectors = rewriter.create(ReshapeOp, { operand: vectors }, [
      RankedTensorType.get(shape, elementType),
    ]).result;
  }
  const withSize = (size: number): RankedTensorType =>
    RankedTensorType.get(
      shape.map((old, d) => (d === vectorDim ? size : old)),
      elementType,
    );
  const counts = batching.map(
    (d) => rewriter.create(IotaOp, { iotaDimension: i64Attr(d) }, [withSize(1)]).output,
  );
  return rewriter.create(ConcatenateOp, { inputs: [...counts, vectors], dimension: i64Attr(vectorDim) }, [
    withSize(shape[vectorDim]! + batching.length),
  ]).result;
}

/** The type of the indices where it holds the sizes of all batching dimensions, i32 or i64 where it does not. */
function elementTypeFor(
  { elementType, shape }: RankedTensorType,
  batching: readonly number[],
): RankedTensorType['elementType'] {
  const largest = Math.max(...batching.map((d) => shape[d]!));
  const fits = (type: IntegerType): boolean => largest < 2 ** (type.isUnsigned ? type.width : type.width - 1);
  if (!(elementType instanceof IntegerType) || fits(elementType)) return elementType;
  return fits(i32) ? i32 : i64;
}

function merged(a: readonly number[], b: readonly number[]): number[] {
  return [...a, ...b].sort((x, y) => x - y);
}
