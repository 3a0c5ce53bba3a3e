import { type Operation, pattern, type RewritePattern, type Rewriter, type Value } from '@shardform/ir-core';
import { areAxisListsEqual } from '../algebra/axis-list.ts';
import { sortAndMergeInMesh } from '../algebra/mesh-order.ts';
import { areShardingsEquivalent } from '../algebra/tensor-sharding.ts';
import type { ListOfAxisRefListsAttr } from '../attrs/axis-ref-list-attr.ts';
import { lookUpMesh } from '../mesh-table.ts';
import { AllGatherOp } from '../ops/all-gather-op.ts';
import { AllReduceOp } from '../ops/all-reduce-op.ts';
import { AllSliceOp } from '../ops/all-slice-op.ts';
import { CollectivePermuteOp } from '../ops/collective-permute-op.ts';
import { ReduceScatterOp } from '../ops/reduce-scatter-op.ts';
import { ReplicatedToUnreducedOp } from '../ops/replicated-to-unreduced-op.ts';
import { ShardedToUnreducedOp } from '../ops/sharded-to-unreduced-op.ts';
import { getSharding } from '../sharding-of-value.ts';

/** The label of the patterns that the partitioner applies to collective operations. */
export const COLLECTIVE_LABEL = 'sdy-collective';

const labels = [COLLECTIVE_LABEL];

/** Replaces a collective that names no axes by its operand. */
function replaceIfEmpty(
  op: Operation & { readonly tensor: Value },
  axes: ListOfAxisRefListsAttr,
  rewriter: Rewriter,
): boolean {
  if (!axes.isEmpty) return false;
  rewriter.replaceOp(op, [op.tensor]);
  return true;
}

/** Erases an all-gather without axes. */
export const emptyAllGather: RewritePattern = /* @__PURE__ */ pattern(
  AllGatherOp,
  'empty-all-gather',
  (op, rewriter) => replaceIfEmpty(op, op.gatheringAxes, rewriter),
  { labels },
);

/** Erases an all-slice without axes. */
export const emptyAllSlice: RewritePattern = /* @__PURE__ */ pattern(
  AllSliceOp,
  'empty-all-slice',
  (op, rewriter) => replaceIfEmpty(op, op.slicingAxes, rewriter),
  { labels },
);

/** Erases a reduce-scatter without axes. */
export const emptyReduceScatter: RewritePattern = /* @__PURE__ */ pattern(
  ReduceScatterOp,
  'empty-reduce-scatter',
  (op, rewriter) => replaceIfEmpty(op, op.reduceScatterAxes, rewriter),
  { labels },
);

/** Erases an all-reduce without axes. */
export const emptyAllReduce: RewritePattern = /* @__PURE__ */ pattern(
  AllReduceOp,
  'empty-all-reduce',
  (op, rewriter) => {
    if (op.reductionAxes.value.length > 0) return false;
    rewriter.replaceOp(op, [op.tensor]);
    return true;
  },
  { labels },
);

/** A permutation between equal shardings moves nothing. */
export const redundantCollectivePermute: RewritePattern = /* @__PURE__ */ pattern(
  CollectivePermuteOp,
  'redundant-collective-permute',
  (op, rewriter) => {
    if (!areShardingsEquivalent(getSharding(op.tensor, rewriter.context), op.outSharding)) return false;
    rewriter.replaceOp(op, [op.tensor]);
    return true;
  },
  { labels },
);

/** Slicing what was gathered along the same axes gives back the shards. */
export const allSliceOfAllGather: RewritePattern = /* @__PURE__ */ pattern(
  AllSliceOp,
  'all-slice-of-all-gather',
  (op, rewriter) => {
    const gather = op.tensor.definingOp;
    if (!(gather instanceof AllGatherOp) || gather.gatheringAxes !== op.slicingAxes) return false;
    rewriter.replaceOp(op, [gather.tensor]);
    return true;
  },
  { labels },
);

/** Summing the value of one device and the zeros of the others gives the value. */
export const allReduceOfReplicatedToUnreduced: RewritePattern = /* @__PURE__ */ pattern(
  AllReduceOp,
  'all-reduce-of-replicated-to-unreduced',
  (op, rewriter) => {
    const input = op.tensor.definingOp;
    if (!(input instanceof ReplicatedToUnreducedOp) || input.axes !== op.reductionAxes) return false;
    rewriter.replaceOp(op, [input.tensor]);
    return true;
  },
  { labels },
);

/** Summing shards that were padded with zeros concatenates them. */
export const allReduceOfShardedToUnreduced: RewritePattern = /* @__PURE__ */ pattern(
  AllReduceOp,
  'all-reduce-of-sharded-to-unreduced',
  (op, rewriter) => {
    const input = op.tensor.definingOp;
    if (!(input instanceof ShardedToUnreducedOp)) return false;
    const mesh = lookUpMesh(op, op.outSharding.meshOrRef);
    if (mesh === null) return false;
    const axes = sortAndMergeInMesh(
      input.axes.value.flatMap((list) => list.value),
      mesh,
    );
    if (!areAxisListsEqual(axes, op.reductionAxes.value)) return false;
    rewriter.replaceOpWith(
      op,
      AllGatherOp,
      { tensor: input.tensor, gatheringAxes: input.axes, outSharding: op.outSharding },
      op.resultTypes(),
    );
    return true;
  },
  { labels },
);
