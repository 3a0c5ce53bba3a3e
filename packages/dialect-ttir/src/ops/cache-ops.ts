import { boolAttr as bool, defineOp, type OpReport, optional, storedDefaultAttr } from '@shardform/ir-core';
import { boolAttr, i32Attr, tensor } from '../constraints.ts';
import {
  fillCacheProblems,
  pagedFillCacheProblems,
  pagedUpdateCacheProblems,
  updateCacheProblems,
  verifyFirst,
} from '../verify/index.ts';

/** Writing of a sequence into a cache. */
export class FillCacheOp extends defineOp('ttir.fill_cache', {
  summary: 'fills a KV cache with a sequence (prefill)',
  operands: { cache: tensor, input: tensor },
  attrs: {
    batch_offset: i32Attr,
  },
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(fillCacheProblems(this), report);
  }
}

/** Writing of a step into a cache. */
export class UpdateCacheOp extends defineOp('ttir.update_cache', {
  summary: 'updates a KV cache with a token (decode)',
  operands: { cache: tensor, input: tensor, update_index: tensor },
  attrs: {
    batch_offset: i32Attr,
  },
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(updateCacheProblems(this), report);
  }
}

/** Writing of a step into a cache of pages. */
export class PagedUpdateCacheOp extends defineOp('ttir.paged_update_cache', {
  summary: 'updates a paged KV cache with a token per user (decode)',
  operands: { cache: tensor, input: tensor, update_index: tensor, page_table: optional(tensor) },
  attrs: {
    share_cache: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(pagedUpdateCacheProblems(this), report);
  }
}

/** Writing of a sequence into a cache of pages. */
export class PagedFillCacheOp extends defineOp('ttir.paged_fill_cache', {
  summary: 'fills a paged KV cache with a sequence (prefill)',
  operands: { cache: tensor, input: tensor, page_table: tensor, batch_idx_tensor: optional(tensor) },
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(pagedFillCacheProblems(this), report);
  }
}
