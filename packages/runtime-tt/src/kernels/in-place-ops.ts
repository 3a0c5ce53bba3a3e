import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { type InterfaceImplementation, type Operation, type Tensor } from '@shardform/ir-core';
import {
  arrayType,
  convert,
  type DeviceState,
  concatenate,
  elementAt,
  ExecutionError,
  type NdArray,
  reshape,
  slice,
} from '@shardform/runtime-sim';
import { both } from './both.ts';

/** Writes to an operand: whoever reads it afterwards gets the new elements, in its type. */
export function writeTo(op: Operation, operand: Tensor, value: NdArray, state: DeviceState): void {
  const { kind, shape } = arrayType(op, operand.type);
  state.overwrite(operand, op.parentRegion!, reshape(convert(value, kind), shape));
}

/** A tensor of four dimensions with other rows in one user's part of it. */
function withRows(cache: NdArray, rows: NdArray, user: number, first: number): NdArray {
  const [users, heads, length, features] = cache.shape;
  const part = (from: readonly number[], to: readonly number[]): NdArray =>
    slice(cache, from, to, [1, 1, 1, 1]);
  const last = first + rows.shape[2];
  const before = part([user, 0, 0, 0], [user + 1, heads, first, features]);
  const behind = part([user, 0, last, 0], [user + 1, heads, length, features]);
  const own = concatenate([before, rows, behind], 2);
  const others = [
    part([0, 0, 0, 0], [user, heads, length, features]),
    part([user + 1, 0, 0, 0], [users, heads, length, features]),
  ];
  return concatenate([others[0], own, others[1]], 0);
}

type FillCache = ttir.FillCacheOp | ttnn.FillCacheOp;
type UpdateCache = ttir.UpdateCacheOp | ttnn.UpdateCacheOp;

/** A sequence of one user: the first rows of its part of the cache. */
function filledCache(op: FillCache, [cache, input]: readonly NdArray[]): NdArray {
  return withRows(cache, convert(input, cache.kind), op.batchOffset.number, 0);
}

/** One row of each user, `1 x heads x users x features`, at the same place of its part of the cache. */
function updatedCache(op: UpdateCache, [cache, input, index]: readonly NdArray[]): NdArray {
  if (op.batchOffset.number !== 0)
    throw new ExecutionError(op, `op '${op.name}' can't be executed with a batch offset other than 0`);
  // As with an update of a slice, the row is one of those that there are.
  const row = Math.min(Math.max(Number(elementAt(index, 0)), 0), cache.shape[2] - 1);
  const [, heads, , features] = input.shape;
  const given = convert(input, cache.kind);
  let updated = cache;
  for (let user = 0; user < cache.shape[0]; user++) {
    const own = slice(given, [0, 0, user, 0], [1, heads, user + 1, features], [1, 1, 1, 1]);
    updated = withRows(updated, own, user, row);
  }
  return updated;
}

/** Operations on caches, which write to their first operand. */
export const inPlaceInterpreters: readonly InterfaceImplementation[] = [
  ...both(ttir.FillCacheOp, ttnn.FillCacheOp, (op) => (inputs, state) => {
    writeTo(op, op.cache, filledCache(op, inputs), state);
    return [];
  }),
  ...both(ttir.UpdateCacheOp, ttnn.UpdateCacheOp, (op) => (inputs, state) => {
    writeTo(op, op.cache, updatedCache(op, inputs), state);
    return [];
  }),
];
