import {
  boolAttr as bool,
  defineOp,
  type MemoryEffect,
  type OpReport,
  optional,
  storedDefaultAttr,
} from '@shardform/ir-core';
import { boolAttr, checks, i32Attr } from '@shardform/dialect-ttir';
import { tensor } from '../constraints.ts';
import { pagedUpdateCacheProblems } from '../verify/index.ts';

/** Writing of a sequence into a cache. */
export class FillCacheOp extends defineOp('ttnn.fill_cache', {
  summary: 'writing of a sequence into a cache',
  operands: { cache: tensor, input: tensor },
  attrs: {
    batch_offset: i32Attr,
  },
}) {
  memoryEffects(): readonly MemoryEffect[] {
    return [{ kind: 'write', value: null }];
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.fillCacheProblems(this), report);
  }
}

/** Writing of a step into a cache. */
export class UpdateCacheOp extends defineOp('ttnn.update_cache', {
  summary: 'writing of a step into a cache',
  operands: { cache: tensor, input: tensor, update_index: tensor },
  attrs: {
    batch_offset: i32Attr,
  },
}) {
  memoryEffects(): readonly MemoryEffect[] {
    return [{ kind: 'write', value: null }];
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.updateCacheProblems(this), report);
  }
}

/** Writing of a step into a cache of pages. */
export class PagedUpdateCacheOp extends defineOp('ttnn.paged_update_cache', {
  summary: 'writing of a step into a cache of pages',
  operands: { cache: tensor, input: tensor, update_index: tensor, page_table: optional(tensor) },
  attrs: {
    share_cache: storedDefaultAttr(boolAttr, () => bool(false)),
  },
}) {
  memoryEffects(): readonly MemoryEffect[] {
    return [{ kind: 'write', value: null }];
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(pagedUpdateCacheProblems(this), report);
  }
}

/** Writing of a sequence into a cache of pages. */
export class PagedFillCacheOp extends defineOp('ttnn.paged_fill_cache', {
  summary: 'writing of a sequence into a cache of pages',
  operands: { cache: tensor, input: tensor, page_table: tensor, batch_idx_tensor: optional(tensor) },
}) {
  memoryEffects(): readonly MemoryEffect[] {
    return [{ kind: 'write', value: null }];
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.pagedFillCacheProblems(this), report);
  }
}
