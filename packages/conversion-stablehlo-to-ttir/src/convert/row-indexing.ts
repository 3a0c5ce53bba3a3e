import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { TensorBuilder } from '@shardform/dialect-ttir';
import {
  boolAttr,
  type Builder,
  DenseArrayAttr,
  i32,
  i64,
  IntegerAttr,
  inversePermutation,
  lookUp,
  product,
  type Tensor,
  zip,
} from '@shardform/ir-core';
import { tensorsOf } from './convertible.ts';

/** What creates operations. */
export type Maker = Pick<Builder, 'create'>;

/** Where windows of a tensor are, by the dimension numbers of a gather or scatter. */
export interface Windows {
  /** What windows are in. */
  readonly operand: Tensor;
  /** The sizes of a window along the dimensions of the operand. */
  readonly sizes: readonly number[];
  readonly indices: Tensor;
  readonly indexVectorDim: number;
  /** The dimensions of the operand that the components of an index count in. */
  readonly indexMap: readonly number[];
  /** Dimensions of the operand, and of the indices, that go along with each other. */
  readonly operandBatch: readonly number[];
  readonly indicesBatch: readonly number[];
  /** The dimensions of the operand that windows have as dimensions of their own, and which ones these are. */
  readonly windowDims: readonly number[];
  readonly ownDims: readonly number[];
}

/** The dimensions of an operand by what they are for. */
interface Roles {
  /** Those that go along with dimensions of what is read or written, the outermost ones. */
  readonly batch: readonly number[];
  /** Those that rows are found by, which are neighbours. */
  readonly indexed: readonly number[];
  /** The others, which make up a row. */
  readonly row: readonly number[];
}

function rolesOf({ operand, sizes, operandBatch, indexMap }: Windows): Roles {
  const { shape } = operand.type;
  const dims = shape.map((_, d) => d).filter((d) => !operandBatch.includes(d));
  const special = dims.filter((d) => indexMap.includes(d) || sizes[d] !== shape[d]);
  // Without indices there is one place for all: the first.
  const [first, last] = special.length === 0 ? [0, 0] : [special[0]!, special.at(-1)!];
  const indexed = dims.filter((d) => first <= d && d <= last);
  const [before, after] = [dims.filter((d) => d < first), dims.filter((d) => d > last)];
  // A batch that indices have too comes first; others may stand for it where indices have none.
  return operandBatch.length > 0
    ? { batch: operandBatch, indexed, row: [...before, ...after] }
    : { batch: before, indexed, row: after };
}

/** Windows as rows of a matrix for each batch: what `ttir.rows_gather` and `ttir.rows_scatter` take. */
export class RowIndexing {
  readonly #windows: Windows;
  readonly #roles: Roles;
  readonly #builder: Maker;
  readonly #tensors: TensorBuilder;

  constructor(windows: Windows, builder: Maker) {
    this.#windows = windows;
    this.#roles = rolesOf(windows);
    this.#builder = builder;
    this.#tensors = new TensorBuilder(builder);
  }

  /** True if the operand is indexed by all of its dimensions: then it is elements that are taken. */
  get isColumn(): boolean {
    return this.#roles.row.length === 0;
  }

  /** The sizes of a row; none where elements are taken. */
  get rowSizes(): readonly number[] {
    return this.#sizesOf(this.#roles.row);
  }

  /** The attributes that both operations have. */
  attributes() {
    const { sizes } = this.#windows;
    const { indexed } = this.#roles;
    return {
      column: boolAttr(this.isColumn),
      sizes: DenseArrayAttr.get(i64, this.#sizesOf(indexed)),
      windows: DenseArrayAttr.get(
        i64,
        indexed.map((d) => sizes[d]!),
      ),
    };
  }

  /** The number of rows, or elements, of a window. */
  get extent(): number {
    return product(this.#roles.indexed.map((d) => this.#windows.sizes[d]!));
  }

  /** The operand as rows: [batch, rows, row], or [batch, rows, columns] where elements are taken. */
  rows(): Tensor {
    const { batch, row } = this.#roles;
    const moved = this.#tensors.reorder(this.#windows.operand, this.#order);
    const sizes = this.#sizesOf(this.#roles.indexed);
    const middle = this.isColumn ? [product(sizes.slice(0, -1)), sizes.at(-1)!] : [product(sizes)];
    return this.#tensors.reshape(moved, [product(this.#sizesOf(batch)), ...middle, ...this.#sizesOf(row)]);
  }

  /** Rows in the form of the operand. */
  fromRows(rows: Tensor): Tensor {
    const order = this.#order;
    const whole = this.#tensors.reshape(rows, this.#sizesOf(order));
    return this.#tensors.reorder(whole, inversePermutation(order));
  }

  get #order(): readonly number[] {
    const { batch, indexed, row } = this.#roles;
    return [...batch, ...indexed, ...row];
  }

  /** The dimensions of what is read or written, in the order of the rows: batch, places, windows, row. */
  valueOrder(rank: number): readonly number[] {
    const { operandBatch, indicesBatch, indices, indexVectorDim, windowDims, ownDims } = this.#windows;
    const { batch, indexed, row } = this.#roles;
    const own = new Map(zip(windowDims, ownDims));
    const places = Array.from({ length: rank }, (_, d) => d).filter((d) => !ownDims.includes(d));
    const listed = indices.type.shape.map((_, d) => d).filter((d) => d !== indexVectorDim);
    const placeOf = new Map(zip(listed, places));
    const kept = (dims: readonly number[]): number[] =>
      dims.filter((d) => own.has(d)).map((d) => lookUp(own, d));
    return [
      ...(operandBatch.length > 0 ? indicesBatch.map((d) => lookUp(placeOf, d)) : kept(batch)),
      ...listed.filter((d) => !indicesBatch.includes(d)).map((d) => lookUp(placeOf, d)),
      ...kept([...indexed, ...row]),
    ];
  }

  /** The indices: [batch or 1, indexed dimensions, places], in 32 bits. */
  index(): Tensor {
    const { indexMap, indices } = this.#windows;
    const { indexed } = this.#roles;
    const whole = this.#placesOf(indices);
    if (indexed.length === indexMap.length && indexed.every((d, i) => indexMap[i] === d)) return whole;
    const rows = indexed.map((d) => {
      const at = indexMap.indexOf(d);
      return at === -1 ? this.#zeros(whole) : this.#tensors.slice(whole, 1, at, at + 1);
    });
    return rows.length === 1 ? rows[0]! : this.#tensors.concat(rows, 1);
  }

  /** The places in dimensions that no index counts in. */
  #zeros({ type }: Tensor): Tensor {
    const made = type.withShape(type.shape.with(1, 1));
    const args = { shape: ttir.i32Dense(made.shape), fillValue: IntegerAttr.get(0, i32) };
    return this.#builder.create(ttir.FullOp, args, [made]).result;
  }

  /** Indices in the order of the index map. Components that were put together are brought into their form one by one. */
  #placesOf(indices: Tensor): Tensor {
    const { indexVectorDim, indicesBatch } = this.#windows;
    const tensors = this.#tensors;
    const components = componentsOf(indices, indexVectorDim);
    if (components.length > 1)
      return tensors.concat(
        components.map((component) => this.#placesOf(component)),
        1,
      );
    const dims = indices.type.shape.map((_, d) => d);
    const hasVector = indexVectorDim < dims.length;
    const rest = dims.filter((d) => d !== indexVectorDim && !indicesBatch.includes(d));
    const order = [...indicesBatch, ...(hasVector ? [indexVectorDim] : []), ...rest];
    const sizeOf = (own: readonly number[]): number => product(own.map((d) => indices.type.dimSize(d)));
    const count = hasVector ? indices.type.dimSize(indexVectorDim) : 1;
    const list = tensors.reshape(moveDimensions(indices, order, tensors), [
      sizeOf(indicesBatch),
      count,
      sizeOf(rest),
    ]);
    return tensors.typecast(list, ttir.si32);
  }

  #sizesOf(dims: readonly number[]): number[] {
    return dims.map((d) => this.#windows.operand.type.dimSize(d));
  }
}

function componentsOf(indices: Tensor, dim: number): readonly Tensor[] {
  const { definingOp } = indices;
  const isAlong =
    (definingOp instanceof ttir.ConcatOp && definingOp.dim.number === dim) ||
    (definingOp instanceof shlo.ConcatenateOp && definingOp.dimension.number === dim);
  return isAlong ? tensorsOf(definingOp.operandValues()) : [];
}

/** Dimensions of size one are moved without moving elements. */
function moveDimensions(input: Tensor, order: readonly number[], tensors: TensorBuilder): Tensor {
  if (order.every((d, i) => d === i)) return input;
  const { shape } = input.type;
  const long = order.filter((d) => shape[d] !== 1);
  const isInOrder = long.every((d, i) => i === 0 || long[i - 1]! < d);
  if (!isInOrder) return tensors.permute(input, order);
  return tensors.reshape(
    input,
    order.map((d) => input.type.dimSize(d)),
  );
}
