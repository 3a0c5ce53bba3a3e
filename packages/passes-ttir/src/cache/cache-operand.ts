import { BlockArgument, type Operation, type Value } from '@shardform/ir-core';
import {
  FillCacheOp,
  MeshShardOp,
  PagedFillCacheOp,
  PagedUpdateCacheOp,
  UpdateCacheOp,
} from '@shardform/dialect-ttir';

/** Returns the cache that an operation writes to; `null` for other operations. */
export function cacheOf(op: Operation): Value | null {
  return op instanceof FillCacheOp ||
    op instanceof UpdateCacheOp ||
    op instanceof PagedFillCacheOp ||
    op instanceof PagedUpdateCacheOp
    ? op.cache
    : null;
}

/** Returns the argument that a value is, or is the device's shard of; `null` for other values. */
export function argumentOf(value: Value): BlockArgument | null {
  const { definingOp } = value;
  const source = definingOp instanceof MeshShardOp ? definingOp.input : value;
  return source instanceof BlockArgument ? source : null;
}
