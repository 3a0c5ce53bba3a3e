import { pattern, type RewritePattern } from '@shardform/ir-core';
import { type AxisList, withAxesAtEnd } from '../algebra/axis-list.ts';
import type { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import { ListOfAxisRefListsAttr } from '../attrs/axis-ref-list-attr.ts';
import { DimensionShardingAttr } from '../attrs/dimension-sharding-attr.ts';
import { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import { lookUpMesh } from '../mesh-table.ts';
import { AllReduceOp } from '../ops/all-reduce-op.ts';
import { AllSliceOp } from '../ops/all-slice-op.ts';
import { ReduceScatterOp } from '../ops/reduce-scatter-op.ts';
import { getSharding } from '../sharding-of-value.ts';
import { COLLECTIVE_LABEL } from './collective-patterns.ts';

/**
 * An all-reduce of which every device keeps a slice along the reduced axes is a reduce-scatter. Axes that are sliced
 * but not reduced remain in a slice of its own.
 */
export const reduceScatterFusion: RewritePattern = /* @__PURE__ */ pattern(
  AllReduceOp,
  'reduce-scatter-fusion',
  (op, rewriter) => {
    const slices = slicesOf(op);
    const first = slices[0];
    if (first === undefined) return false;
    const mesh = lookUpMesh(op, op.outSharding.meshOrRef);
    if (mesh === null) return false;
    const split = splitSlicingAxes(op.reductionAxes.value, first.slicingAxes);
    if (split === null) return false;
    const input =
      getSharding(op.tensor, rewriter.context) ??
      TensorShardingAttr.fullyClosed(first.outSharding.meshOrRef, first.outSharding.rank);
    rewriter.setInsertionPoint(first);
    rewriter.location = op.location;
    const { outSharding } = first;
    const scatter = rewriter.create(
      ReduceScatterOp,
      {
        tensor: op.tensor,
        reductionOp: op.reductionOp,
        reduceScatterAxes: ListOfAxisRefListsAttr.of(split.scattered),
        outSharding: TensorShardingAttr.get(
          outSharding.meshOrRef,
          input.dims.map(({ axes }, d) =>
            DimensionShardingAttr.get(withAxesAtEnd(axes, split.scattered[d]!, mesh), true),
          ),
          outSharding.replicatedAxes,
          outSharding.unreducedAxes,
          outSharding.reductionOp,
        ),
      },
      op.resultTypes(),
    );
    const result = split.isComplete
      ? scatter.result
      : rewriter.create(
          AllSliceOp,
          { tensor: scatter.result, slicingAxes: ListOfAxisRefListsAttr.of(split.residual), outSharding },
          op.resultTypes(),
        ).result;
    for (const slice of slices) rewriter.replaceOp(slice, [result]);
    rewriter.eraseOp(op);
    return true;
  },
  { labels: [COLLECTIVE_LABEL] },
);

/** The users of an all-reduce in program order if all are slices along the same axes; none otherwise. */
function slicesOf(op: AllReduceOp): AllSliceOp[] {
  const slices: AllSliceOp[] = [];
  for (const user of op.result.users()) {
    if (!(user instanceof AllSliceOp) || user.parent !== op.parent) return [];
    if (slices.length > 0 && user.slicingAxes !== slices[0]!.slicingAxes) return [];
    slices.push(user);
  }
  return slices.sort((a, b) => (a.isBefore(b) ? -1 : 1));
}

interface SlicingAxes {
  /** Per dimension, what the reduce-scatter takes. */
  readonly scattered: readonly AxisList[];
  /** Per dimension, what is left to slice. */
  readonly residual: readonly AxisList[];
  readonly isComplete: boolean;
}

/**
 * Takes from each dimension the longest prefix whose axes are reduced; `null` unless all reduced axes are taken.
 * Sub-axes of a reduced axis are not taken, as in Shardy.
 */
function splitSlicingAxes(reduced: AxisList, { value: lists }: ListOfAxisRefListsAttr): SlicingAxes | null {
  const unused = new Set(reduced);
  const scattered: AxisRefAttr[][] = [];
  const residual: AxisRefAttr[][] = [];
  for (const { value: axes } of lists) {
    let count = 0;
    while (count < axes.length && unused.delete(axes[count]!)) count++;
    scattered.push(axes.slice(0, count));
    residual.push(axes.slice(count));
  }
  if (unused.size > 0) return null;
  return { scattered, residual, isComplete: residual.every((axes) => axes.length === 0) };
}
