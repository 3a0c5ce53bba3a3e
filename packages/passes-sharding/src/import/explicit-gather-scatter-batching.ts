import {
  BroadcastInDimOp,
  ClampOp,
  ConcatenateOp,
  GatherDimensionNumbersAttr,
  GatherOp,
  IotaOp,
  ReshapeOp,
  ScatterDimensionNumbersAttr,
  ScatterOp,
  SelectOp,
  SliceOp,
} from '@shardform/dialect-stablehlo';
import {
  applyPatternsGreedily,
  boolAttr,
  definePass,
  DenseArrayAttr,
  i64,
  i64Attr,
  pattern,
  type RankedTensorType,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';

type Indices = Value<RankedTensorType>;

/** The first dimensions of the tensor that is indexed and of the indices, while they may be one batch. */
interface BatchCandidate {
  readonly shape: readonly number[];
  readonly indices: Indices;
  readonly indexVectorDim: number;
  /** The dimension that each component of an index vector is an index into. */
  readonly indexMap: readonly number[];
  /** The dimensions that slices don't have. */
  readonly droppedDims: readonly number[];
}

/** Returns the component of the index vectors that is an iota over the batch; `null` if there is no such batch. */
function batchComponent(candidate: BatchCandidate): number | null {
  const { shape, indices, indexVectorDim, indexMap, droppedDims } = candidate;
  const indicesShape = indices.type.shape;
  // A component can't be taken from vectors that have no other.
  if ((indicesShape[indexVectorDim] ?? 0) <= 1 || shape[0] === undefined) return null;
  if (indicesShape[0] !== shape[0] || !droppedDims.includes(0)) return null;
  const component = indexMap.indexOf(0);
  return component >= 0 && countsFirstDim(indices, indexVectorDim, component) ? component : null;
}

function countsFirstDim(indices: Indices, indexVectorDim: number, component: number): boolean {
  let source: Value | undefined = indices;
  const { definingOp } = indices;
  if (definingOp instanceof ConcatenateOp) {
    if (definingOp.dimension.number !== indexVectorDim) return false;
    source = definingOp.inputs[component];
  }
  const origin = source === undefined ? null : originOf(source).definingOp;
  return origin instanceof IotaOp && origin.iotaDimension.number === 0;
}

/** Returns the source of a value, looking through operations that keep in-bounds indices. */
function originOf(value: Value): Value {
  for (let at = value; ;) {
    const { definingOp: op } = at;
    if (op instanceof ReshapeOp || op instanceof BroadcastInDimOp) at = op.operand;
    // Upstream follows the lower bound of a clamp.
    else if (op instanceof ClampOp) at = op.min;
    else if (op instanceof SelectOp) at = op.onFalse.definingOp instanceof IotaOp ? op.onFalse : op.onTrue;
    else return at;
  }
}

/** The indices without one component of their vectors. */
function withoutComponent(indices: Indices, dim: number, component: number, rewriter: Rewriter): Indices {
  const { type } = indices;
  const count = type.dimSize(dim);
  const { definingOp } = indices;
  if (definingOp instanceof ConcatenateOp && definingOp.dimension.number === dim) {
    const { inputs } = definingOp;
    if (inputs.length === count) {
      return join(
        inputs.filter((_, i) => i !== component),
        dim,
        rewriter,
      );
    }
  }
  const parts: Indices[] = [];
  for (const [start, limit] of [
    [0, component],
    [component + 1, count],
  ] as const) {
    if (start >= limit) continue;
    const at = (list: readonly number[], value: number): DenseArrayAttr =>
      DenseArrayAttr.get(
        i64,
        list.map((own, d) => (d === dim ? value : own)),
      );
    const part = rewriter.create(
      SliceOp,
      {
        operand: indices,
        startIndices: at(new Array<number>(type.rank).fill(0), start),
        limitIndices: at(type.shape, limit),
        strides: DenseArrayAttr.get(i64, new Array<number>(type.rank).fill(1)),
      },
      [type.withShape(type.shape.map((size, d) => (d === dim ? limit - start : size)))],
    );
    parts.push(part.result);
  }
  return join(parts, dim, rewriter);
}

function join(parts: readonly Indices[], dim: number, rewriter: Rewriter): Indices {
  const [first] = parts;
  if (parts.length === 1) return first!;
  const { type } = first!;
  const size = parts.reduce((sum, part) => sum + part.type.dimSize(dim), 0);
  const joined = type.withShape(type.shape.map((own, d) => (d === dim ? size : own)));
  return rewriter.create(ConcatenateOp, { inputs: parts, dimension: i64Attr(dim) }, [joined]).result;
}

const gatherBatching = pattern(GatherOp, 'ExplicitGatherBatchingPattern', (op, rewriter) => {
  const dimensions = op.dimensionNumbers;
  if (dimensions.operandBatchingDims.length > 0) return false;
  const { indexVectorDim, startIndexMap, collapsedSliceDims } = dimensions;
  const component = batchComponent({
    shape: op.operand.type.shape,
    indices: op.startIndices,
    indexVectorDim,
    indexMap: startIndexMap,
    droppedDims: collapsedSliceDims,
  });
  if (component === null) return false;
  const startIndices = withoutComponent(op.startIndices, indexVectorDim, component, rewriter);
  rewriter.modifyInPlace(op, () => {
    op.operands[1]!.set(startIndices);
    op.indicesAreSorted ??= boolAttr(false);
    op.dimensionNumbers = GatherDimensionNumbersAttr.get({
      ...dimensions,
      collapsedSliceDims: collapsedSliceDims.filter((dim) => dim !== 0),
      startIndexMap: startIndexMap.filter((dim) => dim !== 0),
      operandBatchingDims: [0],
      startIndicesBatchingDims: [0],
    });
  });
  return true;
});

const scatterBatching = pattern(ScatterOp, 'ExplicitScatterBatchingPattern', (op, rewriter) => {
  const dimensions = op.scatterDimensionNumbers;
  const [input] = op.inputs;
  if (dimensions.inputBatchingDims.length > 0 || input === undefined) return false;
  const { indexVectorDim, scatterDimsToOperandDims, insertedWindowDims } = dimensions;
  const component = batchComponent({
    shape: input.type.shape,
    indices: op.scatterIndices,
    indexVectorDim,
    indexMap: scatterDimsToOperandDims,
    droppedDims: insertedWindowDims,
  });
  if (component === null) return false;
  const scatterIndices = withoutComponent(op.scatterIndices, indexVectorDim, component, rewriter);
  rewriter.modifyInPlace(op, () => {
    op.operands[op.inputs.length]!.set(scatterIndices);
    op.indicesAreSorted ??= boolAttr(false);
    op.uniqueIndices ??= boolAttr(false);
    op.scatterDimensionNumbers = ScatterDimensionNumbersAttr.get({
      ...dimensions,
      insertedWindowDims: insertedWindowDims.filter((dim) => dim !== 0),
      scatterDimsToOperandDims: scatterDimsToOperandDims.filter((dim) => dim !== 0),
      inputBatchingDims: [0],
      scatterIndicesBatchingDims: [0],
    });
  });
  return true;
});

/** `sdy-explicit-gather-scatter-batching`. */
export const explicitGatherScatterBatching = /* @__PURE__ */ definePass({
  name: 'sdy-explicit-gather-scatter-batching',
  className: 'ExplicitGatherScatterBatchingPass',
  summary: 'Converts implicit batch dims in gather/scatter to explicit batching dims.',
  description:
    'An index that only counts the first dimension of the indices, an iota, makes that dimension a batch. As a batching dimension it can be sharded without communication.',
  anchor: 'func.func',
  dependentDialects: ['stablehlo'],
  run: (func, { context }) => {
    applyPatternsGreedily(func, [gatherBatching, scatterBatching], context);
  },
});
