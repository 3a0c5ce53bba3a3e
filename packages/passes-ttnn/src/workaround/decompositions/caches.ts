import {
  changedTensor,
  FillCacheOp,
  PagedFillCacheOp,
  PagedUpdateCacheOp,
  roundedUp,
  TensorBuilder,
  TILE,
  ToTensorSpecOp,
} from '@shardform/dialect-ttnn';
import { pattern, type Rewriter, type RewritePattern } from '@shardform/ir-core';
import { deviceDescription } from '@shardform/dialect-ttcore';
import { withCores } from '../core-placement.ts';

/** The whole last tile is written: the positions behind the input are filled with zeros. */
function fillWholeTiles(op: FillCacheOp | PagedFillCacheOp, rewriter: Rewriter, room: number): boolean {
  const { shape, rank } = op.input.type;
  const length = shape.at(-2) ?? TILE;
  const whole = roundedUp(length, TILE);
  if (rank < 2 || length === whole || whole > room) return false;
  const input = new TensorBuilder(rewriter).padTo(op.input, rank - 2, whole);
  rewriter.modifyInPlace(op, () => {
    op.setOperand(1, input);
  });
  return true;
}

/** Steps of several users are spread over as many cores. */
const usersOverCores = pattern(PagedUpdateCacheOp, 'ttnn-paged-update-over-cores', (op, rewriter) => {
  const { type } = op.input;
  const request = {
    bufferType: 'l1',
    memoryLayout: 'height_sharded',
    grid: [type.dimSize(1), 1],
    isTiled: true,
    coreRanges: null,
  } as const;
  const spread = changedTensor(type, withCores(request, deviceDescription(op).workerGrid));
  if (spread === type) return false;
  const made = rewriter.create(ToTensorSpecOp, { input: op.input }, [spread], { location: op.location });
  rewriter.modifyInPlace(op, () => {
    op.setOperand(1, made.result);
  });
  return true;
});

/** Caches, whatever the level of optimisation. */
export const cacheDecompositions: readonly RewritePattern[] = [
  pattern(FillCacheOp, 'ttnn-fill-cache-of-whole-tiles', (op, rewriter) =>
    fillWholeTiles(op, rewriter, op.cache.type.shape.at(-2) ?? 0),
  ),
  pattern(PagedFillCacheOp, 'ttnn-paged-fill-cache-of-whole-tiles', (op, rewriter) =>
    fillWholeTiles(op, rewriter, Infinity),
  ),
];

/** Caches, where nobody else says on which cores steps lie. */
export const cachePlacement: readonly RewritePattern[] = [usersOverCores];
