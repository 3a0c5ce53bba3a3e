import {
  DenseArrayAttr,
  DYNAMIC,
  i32,
  i64,
  i64Attr,
  type Operation,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import {
  BroadcastInDimOp,
  type Dim,
  dim,
  dimsOf,
  GetDimensionSizeOp,
  SetDimensionSizeOp,
  tensorOfDims,
} from '@shardform/dialect-stablehlo';

/**
 * Returns the dimensions of tensors that are broadcast together as numpy does: aligned at the last dimension, where
 * sizes of 1 are repeated. @returns a message when sizes contradict each other or nothing is known of one.
 */
export function numpyBroadcastDims(types: readonly RankedTensorType[]): Dim[] | string {
  const rank = Math.max(0, ...types.map((type) => type.rank));
  const merged: Dim[] = new Array<Dim>(rank).fill(dim(1));
  for (const type of types) {
    for (const [i, one] of dimsOf(type).entries()) {
      const d = rank - type.rank + i;
      const known = merged[d]!;
      if (one.size === DYNAMIC && one.bound === DYNAMIC) return 'cannot broadcast unbounded dimension';
      if (isOne(one) || isSame(one, known)) continue;
      if (!isOne(known)) {
        return (one.size === DYNAMIC) === (known.size === DYNAMIC)
          ? `incompatible shapes for broadcasting ${limit(known)} and ${limit(one)}`
          : 'cannot mix bounded and static dimensions in broadcast';
      }
      merged[d] = one;
    }
  }
  return merged;
}

function limit({ size, bound }: Dim): number {
  return size === DYNAMIC ? bound : size;
}

function isOne({ size }: Dim): boolean {
  return size === 1;
}

function isSame(a: Dim, b: Dim): boolean {
  return a.size === b.size && a.bound === b.bound;
}

/**
 * Broadcasts a value to dimensions from {@link numpyBroadcastDims}, with operations before `anchor`. Bounded
 * dimensions are repeated up to their bound and then told their size, which one of `sources` has.
 */
export function broadcastTo(
  value: Value<RankedTensorType>,
  dims: readonly Dim[],
  sources: readonly Value<RankedTensorType>[],
  anchor: Operation,
): Value {
  const { type } = value;
  const own = dimsOf(type);
  const offset = dims.length - type.rank;
  if (offset === 0 && own.every((one, d) => isSame(one, dims[d]!))) return value;
  const isRepeated = (d: number): boolean => {
    const one = own[d - offset];
    return dims[d]!.size === DYNAMIC && (one === undefined || isOne(one));
  };
  const { location } = anchor;
  const insert = <T extends Operation>(op: T): T => {
    anchor.parent?.insertBefore(op, anchor);
    return op;
  };
  const repeated = dims.map((one, d) => (isRepeated(d) ? dim(one.bound) : one));
  let result: Value = insert(
    BroadcastInDimOp.create(
      {
        operand: value,
        broadcastDimensions: DenseArrayAttr.get(
          i64,
          own.map((_, i) => offset + i),
        ),
      },
      [tensorOfDims(repeated, type.elementType)],
      { location },
    ),
  ).result;
  for (const [d, one] of dims.entries()) {
    if (!isRepeated(d)) continue;
    repeated[d] = one;
    const source = sources.find((other) => {
      const at = d - (dims.length - other.type.rank);
      return at >= 0 && isSame(dimsOf(other.type)[at]!, one);
    })!;
    const dimension = i64Attr(d - (dims.length - source.type.rank));
    const size = insert(
      GetDimensionSizeOp.create({ operand: source, dimension }, [RankedTensorType.get([], i32)], {
        location,
      }),
    ).result;
    result = insert(
      SetDimensionSizeOp.create(
        { operand: result, size, dimension: i64Attr(d) },
        [tensorOfDims(repeated, type.elementType)],
        { location },
      ),
    ).result;
  }
  return result;
}
