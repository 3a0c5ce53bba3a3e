import {
  AllSliceOp,
  type AxisList,
  getSharding,
  ListOfAxisRefListsAttr,
  ReduceScatterOp,
} from '@shardform/dialect-sdy';
import { DotGeneralOp } from '@shardform/dialect-stablehlo';
import { definePass } from '@shardform/ir-core';
import { makeAllReduce } from '../export/explicit-reshards/all-reduces.ts';

/** `shardform-sum-before-slicing`. */
export const sumBeforeSlicing = /* @__PURE__ */ definePass({
  name: 'shardform-sum-before-slicing',
  className: 'SumBeforeSlicingPass',
  summary: 'Sums up whole values of which each device keeps a slice that is not one of the sum alone.',
  description:
    'XLA makes a reduce-scatter of a sum whose result is sliced along one dimension, by the summed axes and no others. Other sums are of whole values, of products one for each dimension that is sliced, and each device takes its slice of the result.',
  anchor: 'func.func',
  dependentDialects: ['sdy'],
  run(func, { context }) {
    const scatters: ReduceScatterOp[] = [];
    func.walk((op) => {
      if (op instanceof ReduceScatterOp) scatters.push(op);
    });
    for (const op of scatters) {
      const before = getSharding(op.getOperand(0), context);
      const lists = op.reduceScatterAxes.value.map(({ value }) => value);
      const scattered = lists.filter((axes) => axes.length > 0);
      const later = sliceAfter(op);
      if (before === null || (scattered.length < 2 && later === null)) continue;
      const last = later ?? op;
      const slicing = later === null ? lists : lists.map((axes, dim) => axes.concat(axesOf(later, dim)));
      let tensor = op.getOperand(0);
      for (const axes of tensor.definingOp instanceof DotGeneralOp ? scattered : [scattered.flat()]) {
        const sum = makeAllReduce(tensor, axes, before, op.reduction, op);
        sum.moveBefore(last);
        tensor = sum.getResult();
      }
      const attrs = { slicingAxes: ListOfAxisRefListsAttr.of(slicing), outSharding: last.outSharding };
      const slice = AllSliceOp.create({ tensor, ...attrs }, [tensor.type], { location: op.location });
      slice.moveBefore(last);
      last.getResult().replaceAllUsesWith(slice.result);
      last.erase();
      if (last !== op) op.erase();
    }
  },
});

/** The slice that is all that is used of a value. */
function sliceAfter({ result }: ReduceScatterOp): AllSliceOp | null {
  const [user] = result.users();
  return user instanceof AllSliceOp && result.hasOneUse ? user : null;
}

function axesOf({ slicingAxes }: AllSliceOp, dim: number): AxisList {
  return slicingAxes.value[dim]!.value;
}
