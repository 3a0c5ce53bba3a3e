import * as shlo from '@shardform/dialect-stablehlo';
import { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import * as ttir from '@shardform/dialect-ttir';
import { i32Dense, TensorBuilder } from '@shardform/dialect-ttir';
import {
  type Builder,
  type ConversionPattern,
  DenseArrayAttr,
  DenseElementsAttr,
  FloatType,
  i1,
  i32,
  i64,
  IntegerAttr,
  product,
  type RankedTensorType,
  type Tensor,
  zip,
} from '@shardform/ir-core';
import { splatOf } from './constants.ts';
import { conversion, wideIndex } from './convertible.ts';
import { isComponentWithin } from './index-range.ts';
import { RowIndexing } from './row-indexing.ts';

const REDUCERS: Readonly<Record<string, ReduceTypeAttr>> = {
  'stablehlo.add': ReduceTypeAttr.get('sum'),
  'stablehlo.multiply': ReduceTypeAttr.get('prod'),
  'stablehlo.minimum': ReduceTypeAttr.get('min'),
  'stablehlo.maximum': ReduceTypeAttr.get('max'),
};

/**
 * Returns the reduction type by which updates are combined with what they are written over, where `invalid` stands
 * for a replacement; `null` for other computations.
 */
function reduceType(op: shlo.ScatterOp): ReduceTypeAttr | null {
  const combiner = shlo.reducerOp(op.updateComputation);
  if (combiner !== null) return REDUCERS[combiner.name] ?? null;
  const [block] = op.updateComputation.blocks;
  const returned = block?.lastOp?.operands.map(({ value }) => value) ?? [];
  return returned.length === 1 && returned[0] === block?.arguments[1] ? ReduceTypeAttr.get('invalid') : null;
}

/** A scatter of one tensor. */
interface ScatterForm {
  readonly op: shlo.ScatterOp;
  readonly input: Tensor;
  readonly indices: Tensor;
  readonly updates: Tensor;
  readonly dims: shlo.ScatterDimensions;
  readonly reduce: ReduceTypeAttr;
  readonly builder: Pick<Builder, 'create'>;
  readonly tensors: TensorBuilder;
}

type Lowering = (form: ScatterForm) => Tensor | null;

/** The operand dimension of each window dimension of the updates. */
function windowDims({ input, dims }: ScatterForm): number[] {
  const gone = [...dims.insertedWindowDims, ...dims.inputBatchingDims];
  return input.type.shape.map((_, d) => d).filter((d) => !gone.includes(d));
}

/** The number of places along a dimension of the input at which a whole window can begin: XLA drops others. */
function startsAlong(form: ScatterForm, dim: number): number {
  const at = windowDims(form).indexOf(dim);
  const size = at < 0 ? 1 : form.updates.type.dimSize(form.dims.updateWindowDims[at]!);
  return form.input.type.dimSize(dim) - size + 1;
}

/** Returns whether the windows of all updates are known to lie inside along the dimension of a component of the indices. */
function isSurelyInside(form: ScatterForm, component: number): boolean {
  const { indices, dims } = form;
  const starts = startsAlong(form, dims.scatterDimsToOperandDims[component]!);
  return isComponentWithin(indices, dims.indexVectorDim, component, starts);
}

/** Rows of a matrix, with the windows of the updates as rows, at the places that indices name. */
const asRows: Lowering = (form) => {
  const { input, indices, updates, dims, reduce, builder, tensors } = form;
  const { shape } = input.type;
  // Without indices there is one window, which starts at the first place.
  if (dims.scatterDimsToOperandDims.length === 0) return null;
  const mayBePartlyOutside = dims.scatterDimsToOperandDims.some(
    (dim, i) => startsAlong(form, dim) < shape[dim]! && !isSurelyInside(form, i),
  );
  if (mayBePartlyOutside) return null;
  const windows = windowDims(form);
  const sizes = shape.map((_, d) => {
    const at = windows.indexOf(d);
    return at === -1 ? 1 : updates.type.dimSize(dims.updateWindowDims[at]!);
  });
  const indexing = new RowIndexing(
    {
      operand: input,
      sizes,
      indices,
      indexVectorDim: dims.indexVectorDim,
      indexMap: dims.scatterDimsToOperandDims,
      operandBatch: dims.inputBatchingDims,
      indicesBatch: dims.scatterIndicesBatchingDims,
      windowDims: windows,
      ownDims: dims.updateWindowDims,
    },
    builder,
  );
  const rows = indexing.rows();
  const index = indexing.index();
  const moved = tensors.reorder(updates, indexing.valueOrder(updates.type.rank));
  const count = index.type.dimSize(2) * indexing.extent;
  const update = tensors.reshape(moved, [rows.type.dimSize(0), count, ...indexing.rowSizes]);
  const args = { input: rows, index, update, reduce, ...indexing.attributes() };
  const written = builder.create(ttir.RowsScatterOp, args, [rows.type]).result;
  return indexing.fromRows(written);
};

/** Rows added to a table, as in the gradient of an embedding: in bf16, so that integers go another way. */
const asEmbeddingBackward: Lowering = (form) => {
  const { op, input, indices, updates, dims, reduce, builder, tensors } = form;
  const width = input.type.shape[1];
  const fits =
    reduce.value === 'sum' &&
    input.type.elementType instanceof FloatType &&
    input.type.rank === 2 &&
    dims.inputBatchingDims.length === 0 &&
    dims.scatterDimsToOperandDims.join() === '0' &&
    dims.insertedWindowDims.join() === '0' &&
    dims.updateWindowDims.join() === String(updates.type.rank - 1) &&
    updates.type.shape.at(-1) === width;
  if (!fits) return null;
  const { rank, shape } = indices.type;
  let index = indices;
  if (rank === 2 && dims.indexVectorDim === 1) index = tensors.reshape(indices, [1, ...shape]);
  // Indices that fill whole tiles come without the dimension of one behind them.
  else if (rank === 3 && dims.indexVectorDim === 2 && indices.type.dimSize(1) % 32 === 0)
    index = tensors.reshape(indices, shape.slice(0, 2));
  const made = builder.create(
    ttir.EmbeddingBackwardOp,
    { input: index, weight: input, inGradient: updates },
    op.resultTypes(),
  ).result;
  const start = splatOf(input);
  if (start !== null && Number(start) === 0) return made;
  return builder.create(ttir.AddOp, { lhs: made, rhs: input }, op.resultTypes()).result;
};

/** Lowers a scatter that replaces the whole tensor. */
const asWhole: Lowering = ({ input, updates, dims, reduce }) =>
  reduce.value === 'invalid' &&
  dims.scatterDimsToOperandDims.length === 0 &&
  dims.insertedWindowDims.length === 0 &&
  dims.inputBatchingDims.length === 0 &&
  dims.updateWindowDims.every((dim, i) => dim === i) &&
  String(updates.type) === String(input.type)
    ? updates
    : null;

/** The dimensions of the updates and of the indices from which the size of an aligned dimension is taken. */
interface Source {
  readonly updateDim: number | null;
  readonly indexDim: number | null;
}

/** The sources of each dimension of the operand; `null` when updates don't line up with the operand. */
function alignedSources(
  form: ScatterForm,
): { readonly sources: readonly Source[]; readonly dim: number } | null {
  const { input, indices, updates, dims } = form;
  const dim = dims.scatterDimsToOperandDims[0] ?? 0;
  const sources: Source[] = input.type.shape.map(() => ({ updateDim: null, indexDim: null }));
  for (const [operandDim, updateWindowDim] of zip(windowDims(form), dims.updateWindowDims)) {
    sources[operandDim] = { updateDim: updateWindowDim, indexDim: null };
  }
  const updateDims = updates.type.shape.map((_, d) => d).filter((d) => !dims.updateWindowDims.includes(d));
  const indexDims = indices.type.shape.map((_, d) => d).filter((d) => d !== dims.indexVectorDim);
  let isTaken = dims.scatterDimsToOperandDims.length === 0;
  for (const [updateDim, indexDim] of zip(updateDims, indexDims)) {
    const batch = dims.scatterIndicesBatchingDims.indexOf(indexDim);
    if (batch < 0 && isTaken) return null;
    const at = batch < 0 ? dim : dims.inputBatchingDims[batch]!;
    if (batch < 0) isTaken = true;
    const displaced = sources[at]!.updateDim;
    if (displaced !== null && updates.type.shape[displaced] !== 1) return null;
    sources[at] = { updateDim, indexDim };
  }
  const inOrder = sources.flatMap(({ updateDim }) => (updateDim === null ? [] : [updateDim]));
  return inOrder.every((d, i) => i === 0 || inOrder[i - 1]! < d) ? { sources, dim } : null;
}

/** Updates along one dimension whose other dimensions line up with those of the operand. */
const asAligned: Lowering = (form) => {
  const { op, input, indices, updates, dims, reduce, builder, tensors } = form;
  if (dims.scatterDimsToOperandDims.length > 1) return null;
  const aligned = alignedSources(form);
  if (aligned === null) return null;
  const { sources, dim } = aligned;
  const sizes = (from: Tensor, part: (source: Source) => number | null): number[] =>
    sources.map((source) => {
      const d = part(source);
      return d === null ? 1 : from.type.dimSize(d);
    });
  const shape = sizes(updates, ({ updateDim }) => updateDim);
  const source = updates.type.shape.join() === shape.join() ? updates : tensors.reshape(updates, shape);
  const type: RankedTensorType = indices.type.withShape(shape);
  const places = (): Tensor => arange(type, dim, builder);
  let index: Tensor;
  if (dims.scatterDimsToOperandDims.length === 0) index = places();
  else {
    const starts = sizes(indices, ({ indexDim }) => indexDim);
    index = indices.type.shape.join() === starts.join() ? indices : tensors.reshape(indices, starts);
    if (starts.join() !== shape.join()) {
      const repeats = starts.map((size, d) => (size === shape[d] ? 1 : shape[d]!));
      const args = { input: index, repeatDimensions: DenseArrayAttr.get(i64, repeats) };
      index = builder.create(ttir.RepeatOp, args, [type]).result;
    }
    const updateDim = sources[dim]!.updateDim;
    if (updateDim !== null && dims.updateWindowDims.includes(updateDim)) {
      const starts = index;
      index = builder.create(ttir.AddOp, { lhs: index, rhs: places() }, [type]).result;
      const most = startsAlong(form, dim);
      if (most < input.type.dimSize(dim) && !isSurelyInside(form, 0))
        index = leavingOut(index, [{ start: starts, most }], input.type.dimSize(dim), form);
    }
  }
  return builder.create(
    ttir.ScatterOp,
    { input, index, source, dim: IntegerAttr.get(dim, i32), scatterReduceType: reduce },
    op.resultTypes(),
  ).result;
};

/** The number of elements from which on constants are too large to be written out. */
const LARGE = 65_536;

/** A column that counts along one dimension of a shape. */
function counted(
  column: RankedTensorType,
  shape: readonly number[],
  dim: number,
  builder: Pick<Builder, 'create'>,
  tensors: TensorBuilder,
): Tensor {
  return tensors.reshape(arange(column.withShape(shape), dim, builder), column.shape);
}

function arange(type: RankedTensorType, dim: number, builder: Pick<Builder, 'create'>): Tensor {
  return builder.create(
    ttir.ArangeOp,
    {
      start: IntegerAttr.get(0, ttir.si64),
      end: IntegerAttr.get(type.dimSize(dim), ttir.si64),
      step: IntegerAttr.get(1, ttir.si64),
      arangeDimension: IntegerAttr.get(dim, i64),
    },
    [type],
  ).result;
}

/** Lowers a scatter on flattened tensors, where the index of each update is one number. */
const asFlat: Lowering = (form) => {
  const { op, input, dims, reduce, builder, tensors } = form;
  if (dims.inputBatchingDims.length > 0 || dims.scatterDimsToOperandDims.length === 0) return null;
  const { shape } = input.type;
  const window = dims.updateWindowDims.map((d) => form.updates.type.dimSize(d));
  const vector = dims.scatterDimsToOperandDims.length;
  const { indices, updates } = inOrder(form);
  const count = product(indices.type.shape) / vector;
  const size = product(window);
  const total = count * size;
  const list = wideIndex(tensors.reshape(indices, [count, vector]), i32, builder);
  const wide = tensors.reshape(list, [count, 1, vector]);
  const repeated = builder.create(
    ttir.RepeatOp,
    { input: wide, repeatDimensions: DenseArrayAttr.get(i64, [1, size, 1]) },
    [wide.type.withShape([count, size, vector])],
  ).result;
  const starts = tensors.reshape(repeated, [total, vector]);
  const column = starts.type.withShape([total, 1]);
  const offsets = window.map((length, d) => {
    const stride = product(window.slice(d + 1));
    if (total > LARGE) return counted(column, [count, ...window], d + 1, builder, tensors);
    const numbers = Array.from({ length: total }, (_, i) => Math.floor((i % size) / stride) % length);
    return builder.create(ttir.ConstantOp, { value: DenseElementsAttr.fromNumbers(column, numbers) }, [
      column,
    ]).result;
  });
  const dimsOfWindow = windowDims(form);
  const coordinates = shape.map((_, d) => {
    const at = dims.scatterDimsToOperandDims.indexOf(d);
    const offset = offsets[dimsOfWindow.indexOf(d)];
    if (at < 0) return offset!;
    const start = tensors.slice(starts, 1, at, at + 1);
    return offset === undefined
      ? start
      : builder.create(ttir.AddOp, { lhs: start, rhs: offset }, [column]).result;
  });
  // `includes` takes only elements of the list's type, in which there is no undefined.
  if (coordinates.includes(undefined as never)) return null;
  const unsure = dims.scatterDimsToOperandDims.flatMap((d, at) =>
    isSurelyInside(form, at)
      ? []
      : [{ start: tensors.slice(starts, 1, at, at + 1), most: startsAlong(form, d) }],
  );
  let flat: Tensor | null = null;
  for (const [d, coordinate] of coordinates.entries()) {
    const stride = product(shape.slice(d + 1));
    let part = coordinate;
    if (stride > 1) {
      const fillValue = IntegerAttr.get(stride, i32);
      const full = builder.create(ttir.FullOp, { shape: i32Dense([total, 1]), fillValue }, [column]).result;
      part = builder.create(ttir.MultiplyOp, { lhs: part, rhs: full }, [column]).result;
    }
    flat = flat === null ? part : builder.create(ttir.AddOp, { lhs: flat, rhs: part }, [column]).result;
  }
  if (flat === null) return null;
  // Along a single dimension, an element that is outside of it is so in the flat tensor.
  if (shape.length > 1 || window.some((length) => length > 1))
    flat = leavingOut(flat, unsure, product(shape), form);
  const index = tensors.reshape(flat, [total]);
  const flatInput = tensors.reshape(input, [product(shape)]);
  const source = tensors.reshape(updates, [product(updates.type.shape)]);
  const made = builder.create(
    ttir.ScatterOp,
    { input: flatInput, index, source, dim: IntegerAttr.get(0, i32), scatterReduceType: reduce },
    [flatInput.type],
  ).result;
  return tensors.reshape(made, ttir.tensorType(op.getResult().type).shape);
};

/**
 * Returns indices along a dimension of `none` elements, or into a flat tensor of `none` elements; updates whose window begins before the first or
 * from the `most`th place on get `none`, which is out of bounds: their own number may be that of an element.
 */
function leavingOut(
  flat: Tensor,
  unsure: readonly { readonly start: Tensor; readonly most: number }[],
  none: number,
  { builder, tensors }: ScatterForm,
): Tensor {
  const { type } = flat;
  const truth = [type.withElementType(i1)];
  const checks = unsure.flatMap(({ start: lhs, most }) => [
    builder.create(ttir.GreaterEqualOp, { lhs, rhs: tensors.constant(type, 0) }, truth).result,
    builder.create(ttir.LessThanOp, { lhs, rhs: tensors.constant(type, most) }, truth).result,
  ]);
  if (checks.length === 0) return flat;
  const first = checks.reduce((lhs, rhs) => builder.create(ttir.LogicalAndOp, { lhs, rhs }, truth).result);
  const args = { first, second: flat, third: tensors.constant(type, none) };
  return builder.create(ttir.WhereOp, args, [type]).result;
}

/** Brings the vectors of indices to the end, and the windows of updates behind their other dimensions. */
function inOrder({ indices, updates, dims, tensors }: ScatterForm): { indices: Tensor; updates: Tensor } {
  const isLast = dims.indexVectorDim >= indices.type.rank - 1;
  const rest = indices.type.shape.map((_, d) => d).filter((d) => d !== dims.indexVectorDim);
  const batch = updates.type.shape.map((_, d) => d).filter((d) => !dims.updateWindowDims.includes(d));
  const order = [...batch, ...dims.updateWindowDims];
  const isOrdered = order.every((d, i) => d === i);
  return {
    indices: isLast ? indices : tensors.permute(indices, [...rest, dims.indexVectorDim]),
    updates: isOrdered ? updates : tensors.permute(updates, order),
  };
}

/** Declares a conversion of scatters whose forms are tried in order. */
/* @__NO_SIDE_EFFECTS__ */
function scatterConversion(lowerings: readonly Lowering[]): ConversionPattern {
  return conversion(shlo.ScatterOp, (op, { builder }) => {
    const [input] = op.inputs;
    const [updates] = op.updates;
    const reduce = reduceType(op);
    if (op.inputs.length !== 1 || input === undefined || updates === undefined || reduce === null)
      return null;
    const form: ScatterForm = {
      op,
      input,
      indices: op.scatterIndices,
      updates,
      dims: op.scatterDimensionNumbers,
      reduce,
      builder,
      tensors: new TensorBuilder(builder),
    };
    for (const lower of lowerings) {
      const made = lower(form);
      if (made !== null) return [made];
    }
    return null;
  });
}

/** Scatters as operations on rows. */
export const scatterConversions: readonly ConversionPattern[] = [
  /* @__PURE__ */ scatterConversion([asWhole, asRows, asAligned, asFlat]),
];

/** Scatters as those of the library: gradients of tables, and scatters along a dimension. */
export const libraryScatterConversions: readonly ConversionPattern[] = [
  /* @__PURE__ */ scatterConversion([asEmbeddingBackward, asWhole, asAligned, asFlat]),
];
