import {
  AllGatherOp,
  AllSliceOp,
  AllToAllOp,
  AllToAllParamListAttr,
  CollectivePermuteOp,
} from '@shardform/dialect-sdy';
import type { Operation, Value } from '@shardform/ir-core';
import type { CollectiveStep } from './collective-plan.ts';

/**
 * Inserts collectives before `anchor`.
 *
 * @returns the value with the sharding of the last one.
 */
export function insertCollectives(steps: readonly CollectiveStep[], input: Value, anchor: Operation): Value {
  let value = input;
  for (const step of steps) {
    const op = makeCollective(step, value, anchor);
    op.moveBefore(anchor);
    value = op.result;
  }
  return value;
}

function makeCollective(
  step: CollectiveStep,
  value: Value,
  { location }: Operation,
): AllGatherOp | AllSliceOp | AllToAllOp | CollectivePermuteOp {
  // Values with shardings are tensors.
  const tensor = value as AllGatherOp['tensor'];
  const common = { tensor, outSharding: step.sharding };
  const types = [value.type];
  switch (step.kind) {
    case 'slice':
      return AllSliceOp.create({ ...common, slicingAxes: step.axes }, types, { location });
    case 'gather':
      return AllGatherOp.create({ ...common, gatheringAxes: step.axes }, types, { location });
    case 'all-to-all':
      return AllToAllOp.create(
        { ...common, params: AllToAllParamListAttr.get({ value: [step.param] }) },
        types,
        {
          location,
        },
      );
    case 'permute':
      return CollectivePermuteOp.create(common, types, { location });
  }
}
