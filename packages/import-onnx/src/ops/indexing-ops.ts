import {
  AddOp,
  type BinaryOpClass,
  GatherDimensionNumbersAttr,
  GatherOp,
  IotaOp,
  MaxOp,
  MinOp,
  MulOp,
  numbersAttr,
  ScatterDimensionNumbersAttr,
  ScatterOp,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import { boolAttr, i64Attr, RankedTensorType, type Tensor } from '@shardform/ir-core';
import type { BroadcastingBuilder } from '../broadcasting-builder.ts';
import { type ImportedNode, type NodeImporter, OnnxImportError } from '../import-node.ts';

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** Indices that may count from the end, as indices from the beginning, of dimensions of some sizes. */
function fromBeginning(indices: Tensor, sizes: Tensor, build: BroadcastingBuilder): Tensor {
  const isFromEnd = build.compare(indices, 'LT', build.scalar(indices, 0));
  return build.select(isFromEnd, build.add(indices, sizes), indices);
}

/** The first elements of dimensions. */
function cutTo(tensor: Tensor, shape: readonly number[], build: BroadcastingBuilder): Tensor {
  if (tensor.type.shape.join() === shape.join()) return tensor;
  const zeros = shape.map(() => 0);
  return build.slice(
    tensor,
    zeros,
    shape,
    shape.map(() => 1),
  );
}

function gatherElements(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const [data, indices] = [node.tensor(0), node.tensor(1)];
  const { rank } = data.type;
  const axis = node.dimension(node.int('axis', 0), rank);
  const shape = indices.type.shape;
  const places = fromBeginning(indices, build.scalar(indices, data.type.dimSize(axis)), build);
  // All dimensions but one are looked up at the places of the indices themselves.
  const others = range(0, rank).filter((dim) => dim !== axis);
  const operand = cutTo(
    data,
    data.type.shape.map((size, dim) => (dim === axis ? size : indices.type.dimSize(dim))),
    build,
  );
  const args = {
    operand,
    startIndices: build.reshape(places, [...shape, 1]),
    dimensionNumbers: GatherDimensionNumbersAttr.get({
      offsetDims: [],
      collapsedSliceDims: [axis],
      operandBatchingDims: others,
      startIndicesBatchingDims: others,
      startIndexMap: [axis],
      indexVectorDim: rank,
    }),
    sliceSizes: numbersAttr(shape.map(() => 1)),
    indicesAreSorted: boolAttr(false),
  };
  const type = RankedTensorType.get(shape, data.type.elementType);
  return [tensorOf(build.builder.create(GatherOp, args, [type]).result)];
}

/** Index vectors that may count from the end; the first of their numbers is of dimension `from`. */
function vectorsFromBeginning(
  data: Tensor,
  indices: Tensor,
  from: number,
  build: BroadcastingBuilder,
): Tensor {
  const count = indices.type.dimSize(-1);
  const sizes = build.constant([count], indices.type.elementType, data.type.shape.slice(from, from + count));
  return fromBeginning(indices, sizes, build);
}

function gatherNd(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const [data, indices] = [node.tensor(0), node.tensor(1)];
  const batches = node.int('batch_dims', 0);
  const count = indices.type.dimSize(-1);
  const last = indices.type.rank - 1;
  const looked = range(batches, batches + count);
  const { shape, elementType, rank } = data.type;
  const kept = range(batches + count, rank);
  const args = {
    operand: data,
    startIndices: vectorsFromBeginning(data, indices, batches, build),
    dimensionNumbers: GatherDimensionNumbersAttr.get({
      offsetDims: kept.map((_, i) => last + i),
      collapsedSliceDims: looked,
      operandBatchingDims: range(0, batches),
      startIndicesBatchingDims: range(0, batches),
      startIndexMap: looked,
      indexVectorDim: last,
    }),
    sliceSizes: numbersAttr(shape.map((size, dim) => (kept.includes(dim) ? size : 1))),
    indicesAreSorted: boolAttr(false),
  };
  const sizes = [...indices.type.shape.slice(0, last), ...kept.map((dim) => data.type.dimSize(dim))];
  return [tensorOf(build.builder.create(GatherOp, args, [RankedTensorType.get(sizes, elementType)]).result)];
}

const reductions: Readonly<Record<string, BinaryOpClass | null>> = {
  none: null,
  add: AddOp,
  mul: MulOp,
  max: MaxOp,
  min: MinOp,
};

interface ScatterDims {
  readonly updateWindowDims: readonly number[];
  readonly insertedWindowDims: readonly number[];
  readonly batchingDims: readonly number[];
  readonly scatterDimsToOperandDims: readonly number[];
}

function scatter(
  node: ImportedNode,
  indices: Tensor,
  { batchingDims, updateWindowDims, insertedWindowDims, scatterDimsToOperandDims }: ScatterDims,
): readonly Tensor[] {
  const { build } = node;
  const [data, updates] = [node.tensor(0), node.tensor(2)];
  const name = node.string('reduction', 'none');
  const combine = Object.hasOwn(reductions, name) ? reductions[name] : undefined;
  if (combine === undefined)
    throw new OnnxImportError(`has the reduction '${name}', which can't be imported`);
  const args = {
    inputs: [data],
    scatterIndices: indices,
    updates: [updates],
    scatterDimensionNumbers: ScatterDimensionNumbersAttr.get({
      updateWindowDims,
      insertedWindowDims,
      inputBatchingDims: batchingDims,
      scatterIndicesBatchingDims: batchingDims,
      scatterDimsToOperandDims,
      indexVectorDim: indices.type.rank - 1,
    }),
    indicesAreSorted: boolAttr(false),
    uniqueIndices: boolAttr(false),
  };
  const op = build.builder.create(ScatterOp, args, [data.type]);
  build.fillRegion(op.updateComputation, data.type.elementType, (old, update) =>
    combine === null ? update : build.binary(combine, old, update),
  );
  return [tensorOf(op.results[0])];
}

function scatterElements(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const [data, indices] = [node.tensor(0), node.tensor(1)];
  const { rank } = data.type;
  const axis = node.dimension(node.int('axis', 0), rank);
  const { shape, elementType } = indices.type;
  const places = fromBeginning(indices, build.scalar(indices, data.type.dimSize(axis)), build);
  // Where only a part of a dimension is written, an index says which.
  const batchingDims = range(0, rank).filter(
    (dim) => dim !== axis && data.type.dimSize(dim) === indices.type.dimSize(dim),
  );
  const indexed = range(0, rank).filter((dim) => !batchingDims.includes(dim));
  const vectors = indexed.map((dim) => {
    if (dim === axis) return build.reshape(places, [...shape, 1]);
    const type = RankedTensorType.get([...shape, 1], elementType);
    return tensorOf(build.builder.create(IotaOp, { iotaDimension: i64Attr(dim) }, [type]).output);
  });
  return scatter(node, vectors.length === 1 ? vectors[0]! : build.concatenate(vectors, rank), {
    updateWindowDims: [],
    insertedWindowDims: indexed,
    batchingDims,
    scatterDimsToOperandDims: indexed,
  });
}

function scatterNd(node: ImportedNode): readonly Tensor[] {
  const [data, indices] = [node.tensor(0), node.tensor(1)];
  const count = indices.type.dimSize(-1);
  const last = indices.type.rank - 1;
  return scatter(node, vectorsFromBeginning(data, indices, 0, node.build), {
    updateWindowDims: range(last, last + data.type.rank - count),
    insertedWindowDims: range(0, count),
    batchingDims: [],
    scatterDimsToOperandDims: range(0, count),
  });
}

/** Importers of operations that read and write elements at places that are computed. */
export const indexingOps: Readonly<Record<string, NodeImporter>> = {
  GatherElements: gatherElements,
  GatherND: gatherNd,
  ScatterElements: scatterElements,
  ScatterND: scatterNd,
};
