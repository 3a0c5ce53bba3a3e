import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { TensorBuilder } from '@shardform/dialect-ttir';
import {
  boolAttr,
  type Builder,
  type ConversionPattern,
  coordinatesOf,
  DenseArrayAttr,
  DenseElementsAttr,
  f32,
  i32,
  i64,
  IntegerAttr,
  IntegerType,
  inversePermutation,
  product,
  RankedTensorType,
  type Tensor,
  lookUp,
  zip,
} from '@shardform/ir-core';
import { constantElements } from './constants.ts';
import { conversion, wideIndex } from './convertible.ts';
import { isComponentWithin } from './index-range.ts';

/** A gather, with the attributes that its conversions match on. */
interface GatherForm {
  readonly op: shlo.GatherOp;
  readonly operand: Tensor;
  readonly indices: Tensor;
  readonly sizes: readonly number[];
  readonly offsetDims: readonly number[];
  readonly collapsed: readonly number[];
  readonly operandBatch: readonly number[];
  readonly indicesBatch: readonly number[];
  readonly startIndexMap: readonly number[];
  readonly indexVectorDim: number;
  readonly builder: Pick<Builder, 'create'>;
  readonly tensors: TensorBuilder;
}

type Lowering = (form: GatherForm) => Tensor | null;

/** One slice at an index that may be known: no dimension of the result is one of indices. */
const asSlice: Lowering = ({ op, operand, indices, sizes, builder, tensors, ...form }) => {
  const { shape } = operand.type;
  const isOneSlice =
    form.operandBatch.length === 0 &&
    form.collapsed.length === 0 &&
    form.offsetDims.length === op.result.type.rank &&
    indices.type.rank === 1 &&
    indices.type.shape[0] === form.startIndexMap.length &&
    shape.every((size, d) => form.startIndexMap.includes(d) || sizes[d] === size);
  if (!isOneSlice) return null;
  const known = constantElements(indices)?.integers().map(Number);
  if (known !== undefined) {
    // Slices that would reach out of the tensor are moved into it.
    const begins = zip(shape, sizes).map(([size, sliceSize], d) => {
      const at = form.startIndexMap.indexOf(d);
      return at < 0 ? 0 : Math.min(Math.max(known[at] ?? known[0]!, 0), size - sliceSize);
    });
    const ends = zip(begins, sizes).map(([begin, size]) => begin + size);
    return tensors.sliceAll(operand, begins, ends);
  }
  const wide = wideIndex(indices, i32, builder);
  const zero = tensors.constant(RankedTensorType.get([1], wide.type.elementType), 0);
  const starts = shape.map((_, d) => {
    const at = form.startIndexMap.indexOf(d);
    return at < 0 ? zero : tensors.slice(wide, 0, at, at + 1);
  });
  const begins = starts.length === 1 ? starts[0]! : tensors.concat(starts, 0);
  const lengthType = RankedTensorType.get([shape.length], i32);
  const lengths = builder.create(
    ttir.ConstantOp,
    { value: DenseElementsAttr.fromNumbers(lengthType, sizes) },
    [lengthType],
  ).result;
  const ends = builder.create(ttir.AddOp, { lhs: begins, rhs: lengths }, [begins.type]).result;
  return builder.create(ttir.SliceDynamicOp, { input: operand, begins, ends }, op.resultTypes()).result;
};

/** Elements along one dimension, with dimensions that go along with those of the indices. */
const asGatherAlong: Lowering = ({ op, operand, indices, sizes, builder, tensors, ...form }) => {
  const { shape } = operand.type;
  const result = op.result.type;
  const [dim] = form.startIndexMap;
  const fits =
    form.operandBatch.length > 0 &&
    form.startIndexMap.length === 1 &&
    sizes[dim!] === 1 &&
    result.rank === operand.type.rank &&
    shape.every((size, d) => d === dim || form.operandBatch.includes(d) || sizes[d] === size);
  if (!fits) return null;
  let index = indices;
  const plain = indices.type.shape.filter((_, d) => d !== form.indexVectorDim);
  if (plain.length !== indices.type.rank) index = tensors.reshape(index, plain);
  if (plain.length < result.rank) {
    const wide = [...plain];
    for (const d of form.offsetDims) wide.splice(d, 0, 1);
    index = tensors.reshape(index, wide);
    if (wide.some((size, d) => size !== result.shape[d])) {
      const repeats = wide.map((size, d) => (size === result.shape[d] ? 1 : result.dimSize(d)));
      index = builder.create(
        ttir.BroadcastOp,
        { input: index, broadcastDimensions: DenseArrayAttr.get(i64, repeats) },
        [index.type.withShape(result.shape)],
      ).result;
    }
  }
  return builder.create(
    ttir.GatherOp,
    { input: operand, index, dim: IntegerAttr.get(dim!, i32) },
    op.resultTypes(),
  ).result;
};

/** Known indices that count through the tensor and repeat its ends, as padding by edges does. */
const asRepeatedEnds: Lowering = ({ op, operand, indices, sizes, builder, tensors, ...form }) => {
  const [dim] = form.startIndexMap;
  const known = constantElements(indices)?.integers().map(Number);
  const isAlong =
    form.startIndexMap.length === 1 &&
    form.operandBatch.length === 0 &&
    known !== undefined &&
    sizes[dim!] === 1 &&
    sizes.every((size, d) => d === dim || size === operand.type.shape[d]);
  if (!isAlong) return null;
  // The result's dimension of indices stands where the operand's indexed one does.
  const result = op.result.type;
  const isInPlace = result.rank === operand.type.rank && !form.offsetDims.includes(dim!);
  const last = operand.type.dimSize(dim!) - 1;
  const firstAt = known.lastIndexOf(0);
  const body = known.slice(firstAt, firstAt + last + 1);
  const isBody =
    firstAt >= 0 &&
    body.length === last + 1 &&
    body.every((index, i) => index === i) &&
    known.slice(0, firstAt).every((index) => index === 0) &&
    known.slice(firstAt + last + 1).every((index) => index === last);
  if (!isBody || !isInPlace) return null;
  const repeated = (count: number, at: number): Tensor[] => {
    if (count === 0) return [];
    const slice = tensors.slice(operand, dim!, at, at + 1);
    const repeats = slice.type.shape.map((_, d) => (d === dim ? count : 1));
    const type = slice.type.withShape(slice.type.shape.with(dim!, count));
    const args = { input: slice, repeatDimensions: DenseArrayAttr.get(i64, repeats) };
    return [builder.create(ttir.RepeatOp, args, [type]).result];
  };
  const after = known.length - firstAt - last - 1;
  return tensors.concat([...repeated(firstAt, 0), operand, ...repeated(after, last)], dim!);
};

/** Adds the offsets of a window's elements to the index of its first; the window gets the first dimension. */
function spread(
  index: Tensor,
  windows: readonly number[],
  strides: readonly number[],
  { builder, tensors }: GatherForm,
): Tensor {
  const count = product(windows);
  const line = tensors.reshape(wideIndex(index, i32, builder), [1, product(index.type.shape)]);
  const type = line.type.withShape([count, line.type.dimSize(1)]);
  const offsets: number[] = [];
  for (let row = 0; row < count; row++) {
    const offset = coordinatesOf(row, windows).reduce((sum, at, d) => sum + at * strides[d]!, 0);
    for (let i = 0; i < type.dimSize(1); i++) offsets.push(offset);
  }
  const value = DenseElementsAttr.fromNumbers(type, offsets);
  const constant = builder.create(ttir.ConstantOp, { value }, [type]).result;
  const repeated = builder.create(
    ttir.BroadcastOp,
    { input: line, broadcastDimensions: DenseArrayAttr.get(i64, [count, 1]) },
    [type],
  ).result;
  return builder.create(ttir.AddOp, { lhs: repeated, rhs: constant }, [type]).result;
}

/**
 * Returns indices at which the slices lie inside of the operand. Of a single index of rows the target does so itself,
 * but not of those that are flattened or that windows are counted from.
 */
function clampedIndices({ operand, indices, sizes, ...form }: GatherForm): Tensor {
  const { builder, tensors, startIndexMap, indexVectorDim } = form;
  const bounds = startIndexMap.map((d) => operand.type.dimSize(d) - sizes[d]!);
  if (bounds.every((most, at) => isComponentWithin(indices, indexVectorDim, at, most + 1))) return indices;
  const input = wideIndex(indices, i32, builder);
  const { shape } = input.type;
  const type = input.type.withShape(shape.map((_, d) => (d === indexVectorDim ? bounds.length : 1)));
  const value = DenseElementsAttr.fromNumbers(type, bounds);
  const max = tensors.broadcast(builder.create(ttir.ConstantOp, { value }, [type]).result, shape);
  const min = tensors.constant(input.type, 0);
  return builder.create(ttir.ClampTensorOp, { input, min, max }, [input.type]).result;
}

/** The places that f32 has numbers for. */
const PLACES_OF_FLOATS = 2 ** 24;

/** Indices of several dimensions become one of the dimensions, of `count` places, flattened into one. */
function flattenIndices(
  indices: Tensor,
  strides: readonly number[],
  count: number,
  { builder, tensors, indexVectorDim }: GatherForm,
): Tensor {
  const order = indices.type.shape.map((_, d) => d).filter((d) => d !== indexVectorDim);
  const last = tensors.permute(indices, [...order, indexVectorDim]);
  if (count > PLACES_OF_FLOATS) {
    const wide = wideIndex(last, i32, builder);
    const line = wide.type.withShape(
      wide.type.shape.map((_, d) => (d === order.length ? strides.length : 1)),
    );
    const value = DenseElementsAttr.fromNumbers(line, strides);
    const rhs = tensors.broadcast(builder.create(ttir.ConstantOp, { value }, [line]).result, wide.type.shape);
    const parts = builder.create(ttir.MultiplyOp, { lhs: wide, rhs }, [wide.type]).result;
    const args = { input: parts, keepDim: boolAttr(true), dimArg: ttir.i32Array([order.length]) };
    return builder.create(ttir.SumOp, args, [wide.type.withShape(wide.type.shape.with(-1, 1))]).result;
  }
  const floats = tensors.typecast(last, f32);
  const type = RankedTensorType.get([strides.length, 1], f32);
  const weights = builder.create(ttir.ConstantOp, { value: DenseElementsAttr.fromNumbers(type, strides) }, [
    type,
  ]).result;
  const result = floats.type.withShape(floats.type.shape.with(-1, 1));
  const none = boolAttr(false);
  return builder.create(ttir.MatmulOp, { a: floats, b: weights, transposeA: none, transposeB: none }, [
    result,
  ]).result;
}

/** The indexed dimensions become the rows of a matrix, of which some are taken. */
const asRows: Lowering = (form) => {
  const { op, operand, sizes, startIndexMap, collapsed, offsetDims, tensors, builder } = form;
  const { shape } = operand.type;
  if (form.operandBatch.length > 0 || form.indicesBatch.length > 0) return null;
  if (!shape.every((size, d) => startIndexMap.includes(d) || sizes[d] === size)) return null;
  // Where the whole of a dimension is taken, its index can only be zero.
  const varying = startIndexMap.filter((d) => sizes[d]! < operand.type.dimSize(d));
  const indexed = varying.length > 0 ? varying : startIndexMap.filter((d) => shape[d] === 1).slice(0, 1);
  if (indexed.length === 0) return null;
  const rest = shape.map((_, d) => d).filter((d) => !indexed.includes(d));
  const moved = tensors.permute(operand, [...indexed, ...rest]);
  const rows = tensors.reshape(moved, [
    product(indexed.map((d) => operand.type.dimSize(d))),
    product(rest.map((d) => operand.type.dimSize(d))),
  ]);
  const strides = indexed.map((_, i) => product(indexed.slice(i + 1).map((d) => operand.type.dimSize(d))));
  const windowDims = indexed.filter((d) => sizes[d]! > 1);
  let index = indexed.length > 1 || windowDims.length > 0 ? clampedIndices(form) : form.indices;
  if (indexed.length > 1) {
    // An index without influence has weight zero.
    const weights = startIndexMap.map((d) => strides[indexed.indexOf(d)] ?? 0);
    index = flattenIndices(index, weights, rows.type.dimSize(0), form);
  } else if (startIndexMap.length > 1) {
    const at = startIndexMap.indexOf(indexed[0]!);
    index = tensors.slice(index, form.indexVectorDim, at, at + 1);
  }
  if (windowDims.length > 0) {
    const windowStrides = windowDims.map((d) => strides[indexed.indexOf(d)]!);
    index = spread(
      index,
      windowDims.map((d) => sizes[d]!),
      windowStrides,
      form,
    );
  } else if (index.type.rank !== 2) index = tensors.reshape(index, [1, product(index.type.shape)]);
  const width = rows.type.dimSize(1);
  const isInteger = operand.type.elementType instanceof IntegerType && indexed.length === 1;
  const taken = isInteger
    ? gatherRows(rows, index, form)
    : builder.create(ttir.EmbeddingOp, { input: index, weight: rows }, [
        rows.type.withShape([...index.type.shape, width]),
      ]).result;
  // Dimensions of windows, then of indices, then the others that are left.
  const result = op.result.type;
  const offsetOf = new Map(
    zip(
      shape.map((_, d) => d).filter((d) => !collapsed.includes(d)),
      offsetDims,
    ),
  );
  const batch = result.shape.map((_, d) => d).filter((d) => !offsetDims.includes(d));
  const restOut = shape.map((_, d) => d).filter((d) => !windowDims.includes(d) && offsetOf.has(d));
  const order = [
    ...windowDims.map((d) => lookUp(offsetOf, d)),
    ...batch,
    ...restOut.map((d) => lookUp(offsetOf, d)),
  ];
  const whole = tensors.reshape(
    taken,
    order.map((d) => result.dimSize(d)),
  );
  return tensors.permute(whole, inversePermutation(order));
};

/** Integers are taken element by element: rows are taken as floats. */
function gatherRows(rows: Tensor, index: Tensor, { builder, tensors }: GatherForm): Tensor {
  const width = rows.type.dimSize(1);
  const count = product(index.type.shape);
  let column = tensors.reshape(index, [count, 1]);
  if (width !== 1) {
    column = builder.create(
      ttir.BroadcastOp,
      { input: column, broadcastDimensions: DenseArrayAttr.get(i64, [1, width]) },
      [column.type.withShape([count, width])],
    ).result;
  }
  const taken = builder.create(ttir.GatherOp, { input: rows, index: column, dim: IntegerAttr.get(0, i32) }, [
    rows.type.withShape([count, width]),
  ]).result;
  return tensors.reshape(taken, [...index.type.shape, width]);
}

/** Gathers as lookups in tables, slices and gathers along a dimension, in the order in which these are tried. */
export const embeddingGatherConversions: readonly ConversionPattern[] = [
  conversion(shlo.GatherOp, (op, { builder }) => {
    // Lookups in tables give no zeros for what is outside of them.
    if (op.hasAttr(shlo.FILL_OUT_OF_BOUNDS)) return null;
    const dimensionNumbers = op.dimensionNumbers;
    const form: GatherForm = {
      op,
      operand: op.operand,
      indices: op.startIndices,
      sizes: op.sliceSizes.numbers(),
      offsetDims: dimensionNumbers.offsetDims,
      collapsed: dimensionNumbers.collapsedSliceDims,
      operandBatch: dimensionNumbers.operandBatchingDims,
      indicesBatch: dimensionNumbers.startIndicesBatchingDims,
      startIndexMap: dimensionNumbers.startIndexMap,
      indexVectorDim: dimensionNumbers.indexVectorDim,
      builder,
      tensors: new TensorBuilder(builder),
    };
    for (const lower of [asSlice, asGatherAlong, asRepeatedEnds, asRows]) {
      const made = lower(form);
      if (made !== null) return [made];
    }
    return null;
  }),
];
