import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { TensorBuilder } from '@shardform/dialect-ttir';
import {
  boolAttr,
  type Builder,
  type ConversionPattern,
  i1,
  i32,
  i64,
  IntegerAttr,
  IntegerType,
  inversePermutation,
  product,
  type RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import { splatOf } from './constants.ts';
import { conversion } from './convertible.ts';
import { countsAlong } from './counts-along.ts';
import { isHighest, isLowest } from './extremes.ts';
import { comparesFirst, findsPlace } from './scalar-region.ts';

/** Returns the extreme whose index a reduction computes; `null` when it does anything else. */
function soughtPlace(op: shlo.ReduceOp): 'greatest' | 'least' | null {
  const [, places] = op.inputs;
  const dims = op.dimensions.numbers();
  if (op.inputs.length !== 2 || dims.length !== 1 || !countsAlong(places!, dims[0]!)) return null;
  if ([...op.getResult(0).uses()].length > 0) return null;
  const { elementType } = op.inputs[0]!.type;
  const [start, place] = op.initValues.map((value) => splatOf(value));
  if (place == null || Number(place) !== 0) return null;
  if (isLowest(start ?? null, elementType) && findsPlace(op.body, (a, b) => a > b)) return 'greatest';
  // The opposite of a truth value, by which the least is found, has no order.
  const isLeast = elementType !== i1 && isHighest(start ?? null, elementType);
  return isLeast && findsPlace(op.body, (a, b) => a < b) ? 'least' : null;
}

/**
 * Converts reductions to the index of the greatest element, with the value itself left out. The least is found as the
 * greatest of the negated values: of integers by their complement, since the lowest has no negative.
 */
export const argMaxConversion = conversion(shlo.ReduceOp, (op, { builder }) => {
  const sought = soughtPlace(op);
  const [given] = op.inputs;
  const [, placeType] = op.resultTypes();
  if (sought === null || given === undefined) return null;
  const { elementType } = given.type;
  if (sought === 'least' && elementType instanceof IntegerType && elementType.isUnsigned) return null;
  const opposite = elementType instanceof IntegerType ? ttir.BitwiseNotOp : ttir.NegOp;
  const input =
    sought === 'greatest' ? given : builder.create(opposite, { input: given }, [given.type]).result;
  const dimArg = ttir.i32Array(op.dimensions.numbers());
  const made = builder.create(ttir.ArgMaxOp, { input, keepDim: boolAttr(false), dimArg }, [placeType!]);
  // The value has no use, so that anything replaces it.
  return [given, made.result];
});

/** Returns true if the greatest elements come first; `null` when the comparison is of anything but the first pair. */
function isDescending(op: shlo.SortOp): boolean | null {
  if (comparesFirst(op, (a, b) => a < b)) return false;
  return comparesFirst(op, (a, b) => a > b) ? true : null;
}

/** Takes elements of a tensor in the order that a sort along a dimension found. */
class Reordering {
  readonly #tensors: TensorBuilder;
  readonly #indices: Tensor;
  readonly #order: readonly number[];
  readonly #create: (values: Tensor, type: RankedTensorType) => Tensor;

  constructor(indices: Tensor, dim: number, builder: Pick<Builder, 'create'>) {
    const tensors = new TensorBuilder(builder);
    const { shape } = indices.type;
    const length = indices.type.dimSize(dim);
    const rows = product(shape) / length;
    this.#order = [...shape.map((_, d) => d).filter((d) => d !== dim), dim];
    const moved = tensors.reshape(tensors.permute(indices, this.#order), [rows, length]);
    const starts = builder.create(
      ttir.ArangeOp,
      {
        start: IntegerAttr.get(0, ttir.si64),
        end: IntegerAttr.get(rows * length, ttir.si64),
        step: IntegerAttr.get(length, ttir.si64),
        arangeDimension: IntegerAttr.get(0, i64),
      },
      [moved.type],
    ).result;
    this.#tensors = tensors;
    this.#indices = builder.create(ttir.AddOp, { lhs: starts, rhs: moved }, [moved.type]).result;
    this.#create = (weight, type) =>
      builder.create(ttir.EmbeddingOp, { input: this.#indices, weight }, [type]).result;
  }

  apply(values: Tensor): Tensor {
    const tensors = this.#tensors;
    const moved = tensors.permute(values, this.#order);
    const table = tensors.reshape(moved, [product(moved.type.shape), 1]);
    const taken = this.#create(table, table.type.withShape([...this.#indices.type.shape, 1]));
    return tensors.permute(tensors.reshape(taken, moved.type.shape), inversePermutation(this.#order));
  }
}

const sort = conversion(shlo.SortOp, (op, { builder }) => {
  const descending = isDescending(op);
  const [values] = op.inputs;
  if (descending === null || values === undefined) return null;
  const types = op.inputs.map(({ type }) => type);
  const rank = values.type.rank;
  const given = op.dimension?.number ?? -1;
  const dim = given < 0 ? given + rank : given;
  const withPlaces = op.inputs.length === 2 && countsAlong(op.inputs[1]!, dim);
  const indexType = withPlaces ? types[1]! : types[0]!.withElementType(i32);
  const made = builder.create(
    ttir.SortOp,
    {
      input: values,
      dim: IntegerAttr.get(given, ttir.si32),
      descending: boolAttr(descending),
      stable: boolAttr(op.isStable?.value === 1n),
    },
    [types[0]!, indexType],
  );
  if (op.inputs.length === 1) return [made.values];
  if (withPlaces) return made;
  const reordering = new Reordering(made.indices, dim, builder);
  return [made.values, ...op.inputs.slice(1).map((value) => reordering.apply(value))];
});

/** Sorting and the like. */
export const orderConversions: readonly ConversionPattern[] = [argMaxConversion, sort];
