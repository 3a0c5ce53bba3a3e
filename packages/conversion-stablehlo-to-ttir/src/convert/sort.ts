import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { TensorBuilder } from '@shardform/dialect-ttir';
import {
  boolAttr,
  type Builder,
  f32,
  i1,
  i32,
  i64,
  IntegerAttr,
  IntegerType,
  inversePermutation,
  product,
  type RankedTensorType,
  type Tensor,
  type Type,
  UnitAttr,
} from '@shardform/ir-core';
import { conversion, type Converted } from './convertible.ts';
import { countsAlong } from './counts-along.ts';
import { comparesFirst } from './scalar-region.ts';

type Maker = Pick<Builder, 'create'>;

/** Says that the keys are truth values, which the target keeps as floats. */
const BOOLEAN_KEYS = 'ttir.boolean_sort_keys';

/** A sort by its first operand. */
interface KeySort {
  readonly keys: Tensor;
  readonly dim: number;
  /** The dimension as the operation gives it, which may count from the end. */
  readonly given: number;
  readonly descending: boolean;
  readonly stable: boolean;
  /** The type of the places that sorted elements come from. */
  readonly placeType: RankedTensorType;
  /** The only other operand counts places, so that what it becomes is where elements come from. */
  readonly withPlaces: boolean;
}

/** Returns what a sort sorts by; `null` when it compares anything but its first operands. */
function keySort(op: shlo.SortOp): KeySort | null {
  const descending = isDescending(op);
  const [keys, places] = op.inputs;
  if (descending === null || keys === undefined) return null;
  const given = op.dimension?.number ?? -1;
  const dim = given < 0 ? given + keys.type.rank : given;
  const withPlaces = op.inputs.length === 2 && countsAlong(places!, dim);
  const placeType = withPlaces ? places!.type : keys.type.withElementType(i32);
  return { keys, dim, given, descending, stable: op.isStable?.value === 1n, placeType, withPlaces };
}

/** Returns true if the greatest elements come first; `null` when the comparison is of anything but the first pair. */
function isDescending(op: shlo.SortOp): boolean | null {
  if (comparesFirst(op, (a, b) => a < b)) return false;
  return comparesFirst(op, (a, b) => a > b) ? true : null;
}

/** How tensors are laid out as rows in which the places along a dimension count. */
class Rows {
  readonly #tensors: TensorBuilder;
  readonly #order: readonly number[];
  readonly #shape: readonly number[];

  constructor(type: RankedTensorType, dim: number, builder: Maker) {
    this.#tensors = new TensorBuilder(builder);
    this.#order = [...type.shape.map((_, d) => d).filter((d) => d !== dim), dim];
    this.#shape = type.shape;
  }

  get length(): number {
    return this.#shape[this.#order.at(-1)!]!;
  }

  get count(): number {
    return product(this.#shape) / this.length;
  }

  of(values: Tensor): Tensor {
    return this.#tensors.reshape(this.moved(values), [this.count, this.length]);
  }

  /** The values with the dimension last. */
  moved(values: Tensor): Tensor {
    return this.#tensors.permute(values, this.#order);
  }

  back(rows: Tensor): Tensor {
    const moved = this.#tensors.reshape(
      rows,
      this.#order.map((dim) => this.#shape[dim]!),
    );
    return this.#tensors.permute(moved, inversePermutation(this.#order));
  }
}

function sorted(
  input: Tensor,
  { descending, stable }: Pick<KeySort, 'descending' | 'stable'>,
  dim: number,
  places: Type,
  builder: Maker,
): ttir.SortOp {
  return builder.create(
    ttir.SortOp,
    {
      input,
      dim: IntegerAttr.get(dim, ttir.si32),
      descending: boolAttr(descending),
      stable: boolAttr(stable),
    },
    [input.type, input.type.withElementType(places)],
  );
}

/** Takes elements of rows from places in them. */
function gathered(input: Tensor, index: Tensor, builder: Maker): Tensor {
  const type = index.type.withElementType(input.type.elementType);
  return builder.create(ttir.GatherOp, { input, index, dim: IntegerAttr.get(1, i32) }, [type]).result;
}

/** The places of elements of rows, counted through all rows. */
function countedThrough(places: Tensor, rows: Rows, builder: Maker): Tensor {
  const starts = builder.create(
    ttir.ArangeOp,
    {
      start: IntegerAttr.get(0, ttir.si64),
      end: IntegerAttr.get(rows.count * rows.length, ttir.si64),
      step: IntegerAttr.get(rows.length, ttir.si64),
      arangeDimension: IntegerAttr.get(0, i64),
    },
    [places.type],
  ).result;
  return builder.create(ttir.AddOp, { lhs: starts, rhs: places }, [places.type]).result;
}

/** Takes elements from places that are counted through all rows: rows of a table whose rows have one element. */
function lookedUp(values: Tensor, counted: () => Tensor, builder: Maker): Tensor {
  const weight = new TensorBuilder(builder).reshape(values, [product(values.type.shape), 1]);
  const input = counted();
  const type = weight.type.withShape([...input.type.shape, 1]);
  return builder.create(ttir.EmbeddingOp, { input, weight }, [type]).result;
}

/** Integers of 16 bits and more are taken by `gather`, since lookups are of floats; what else there is, by lookups. */
function taken(values: Tensor, places: Tensor, rows: Rows, builder: Maker): Tensor {
  const { elementType } = values.type;
  const laidOut = rows.of(values);
  const isWide = elementType instanceof IntegerType && elementType.width >= 16;
  if (isWide) return rows.back(gathered(laidOut, places, builder));
  return rows.back(lookedUp(laidOut, () => countedThrough(places, rows, builder), builder));
}

/**
 * Sorts rows of integers of more bits than a float has digits: by their low halves, and then, so that equal ones stay in
 * this order, by their high halves.
 *
 * @returns the places that the elements come from.
 */
function placesByHalves(rows: Tensor, sort: KeySort, builder: Maker): Tensor {
  const { type } = rows;
  const { elementType } = type;
  const full = (number: number): Tensor =>
    builder.create(
      ttir.FullOp,
      { shape: ttir.i32Dense(type.shape), fillValue: IntegerAttr.get(number, i32) },
      [type],
    ).result;
  const tensors = new TensorBuilder(builder);
  const low = builder.create(ttir.BitwiseAndOp, { lhs: rows, rhs: full(0xffff) }, [type]).result;
  const isUnsigned = elementType instanceof IntegerType && elementType.isUnsigned;
  const shift = isUnsigned ? ttir.LogicalRightShiftOp : ttir.RightShiftOp;
  const high = builder.create(shift, { lhs: rows, rhs: full(16) }, [type]).result;
  const [lows, highs] = [low, high].map((half) => tensors.typecast(half, f32));
  const { elementType: places } = sort.placeType;
  const order = { descending: sort.descending, stable: true };
  const byLow = sorted(lows!, order, 1, places, builder).indices;
  const byHigh = sorted(gathered(highs!, byLow, builder), order, 1, places, builder).indices;
  return gathered(byLow, byHigh, builder);
}

/** Sorts integers that a float has digits for, but that the target does not sort, as floats. */
function sortedAsFloats(sort: KeySort, builder: Maker): readonly [values: Tensor, places: Tensor] {
  const tensors = new TensorBuilder(builder);
  const { keys, given, placeType } = sort;
  const { values, indices } = sorted(
    tensors.typecast(keys, f32),
    sort,
    given,
    placeType.elementType,
    builder,
  );
  return [tensors.typecast(values, keys.type.elementType), indices];
}

function sortedAsTheyAre(sort: KeySort, builder: Maker): readonly [values: Tensor, places: Tensor] {
  const op = sorted(sort.keys, sort, sort.given, sort.placeType.elementType, builder);
  if (sort.keys.type.elementType === i1) op.setAttr(BOOLEAN_KEYS, UnitAttr.instance);
  return [op.values, op.indices];
}

/** Sorts, with what else goes along taken from the places that keys come from. */
export const sortConversion = conversion(shlo.SortOp, (op, { builder }): Converted => {
  const sort = keySort(op);
  if (sort === null) return null;
  const { keys, dim } = sort;
  const rows = new Rows(keys.type, dim, builder);
  const { elementType } = keys.type;
  const width = elementType instanceof IntegerType ? elementType.width : 0;
  const others = op.inputs.slice(1);
  if (width >= 32) {
    const laidOut = rows.of(keys);
    const places = placesByHalves(laidOut, sort, builder);
    const values = rows.back(gathered(laidOut, places, builder));
    if (sort.withPlaces) return [values, rows.back(places)];
    return [values, ...others.map((other) => taken(other, places, rows, builder))];
  }
  const isUnsigned = elementType instanceof IntegerType && elementType.isUnsigned;
  const asFloats = width > 1 && !isUnsigned;
  const [values, indices] = asFloats ? sortedAsFloats(sort, builder) : sortedAsTheyAre(sort, builder);
  if (others.length === 0) return [values];
  if (sort.withPlaces) return [values, indices];
  const places = rows.of(indices);
  return [values, ...others.map((other) => taken(other, places, rows, builder))];
});

/** The same with all keys sorted as they are, and all else looked up. */
export const librarySortConversion = conversion(shlo.SortOp, (op, { builder }): Converted => {
  const sort = keySort(op);
  if (sort === null) return null;
  const { values, indices } = sorted(sort.keys, sort, sort.given, sort.placeType.elementType, builder);
  if (op.inputs.length === 1) return [values];
  if (sort.withPlaces) return [values, indices];
  const rows = new Rows(sort.keys.type, sort.dim, builder);
  const places = countedThrough(rows.of(indices), rows, builder);
  const others = op.inputs.slice(1);
  return [values, ...others.map((other) => rows.back(lookedUp(rows.moved(other), () => places, builder)))];
});
