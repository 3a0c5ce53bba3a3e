import * as ttir from '@shardform/dialect-ttir';
import {
  type Builder,
  f32,
  FloatAttr,
  i32,
  i64,
  IntegerAttr,
  type RankedTensorType,
  type Tensor,
  type Type,
} from '@shardform/ir-core';

type Maker = Pick<Builder, 'create'>;

/** A tensor whose elements are all one number. */
export function full(type: RankedTensorType, number: number, builder: Maker): Tensor {
  const isInteger = type.elementType === i32;
  const fillValue = isInteger ? IntegerAttr.get(number, i32) : FloatAttr.get(number, f32);
  return builder.create(ttir.FullOp, { shape: ttir.i32Dense(type.shape), fillValue }, [type]).result;
}

function positions(type: RankedTensorType, dim: number, builder: Maker): Tensor {
  const [start, end, step] = [0, type.dimSize(dim), 1].map((value) => IntegerAttr.get(value, ttir.si64));
  const arangeDimension = IntegerAttr.get(dim, i64);
  return builder.create(ttir.ArangeOp, { start: start!, end: end!, step: step!, arangeDimension }, [type])
    .result;
}

/**
 * What is added to scores, which have a row for each query and a column for each key, so that queries see no keys behind
 * them: zero, or minus infinity.
 *
 * @param counts the type that positions are counted in.
 * @param start the position of the first query, which is added where it is given.
 */
export function positionMask(
  scores: RankedTensorType,
  counts: Type,
  start: number | null,
  builder: Maker,
): Tensor {
  const counted = scores.withElementType(counts);
  const queries = positions(counted, 2, builder);
  const keys = positions(counted, 3, builder);
  const lhs =
    start === null
      ? queries
      : builder.create(ttir.AddOp, { lhs: queries, rhs: full(counted, start, builder) }, [counted]).result;
  const first = builder.create(ttir.GreaterEqualOp, { lhs, rhs: keys }, [counted]).result;
  const second = full(scores, 0, builder);
  const third = full(scores, -Infinity, builder);
  return builder.create(ttir.WhereOp, { first, second, third }, [scores]).result;
}
