import * as ttir from '@shardform/dialect-ttir';
import { sharedWith } from './shared-spec.ts';
import { defineOp, type OpReport } from '@shardform/ir-core';
import { checks } from '@shardform/dialect-ttir';
import { pagedUpdateCacheProblems } from '../verify/index.ts';

/** Writing of a sequence into a cache. */
export class FillCacheOp extends defineOp('ttnn.fill_cache', {
  ...sharedWith(ttir.FillCacheOp),
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.fillCacheProblems(this), report);
  }
}

/** Writing of a step into a cache. */
export class UpdateCacheOp extends defineOp('ttnn.update_cache', {
  ...sharedWith(ttir.UpdateCacheOp),
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.updateCacheProblems(this), report);
  }
}

/** Writing of a step into a cache of pages. */
export class PagedUpdateCacheOp extends defineOp('ttnn.paged_update_cache', {
  ...sharedWith(ttir.PagedUpdateCacheOp),
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(pagedUpdateCacheProblems(this), report);
  }
}

/** Writing of a sequence into a cache of pages. */
export class PagedFillCacheOp extends defineOp('ttnn.paged_fill_cache', {
  ...sharedWith(ttir.PagedFillCacheOp),
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.pagedFillCacheProblems(this), report);
  }
}
