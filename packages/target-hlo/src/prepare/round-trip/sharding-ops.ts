import {
  isCollectiveOp,
  PropagationBarrierOp,
  ReshardOp,
  SdyConstantOp,
  SHARDING,
  ShardingConstraintOp,
  ShardingGroupOp,
  type TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { ConstantOp, CustomCallOp } from '@shardform/dialect-stablehlo';
import {
  type Attribute,
  boolAttr,
  type Context,
  type ModuleOp,
  type Operation,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { FRONTEND_ATTRIBUTES } from '../../lower/frontend-attributes.ts';
import { withFrontendAttributes } from './frontend-attributes.ts';

/**
 * Replaces constraints, reshards, groups and constants of sdy by custom calls and constants of StableHLO.
 *
 * @returns false after an error was reported.
 */
export function exportShardingOps(module: ModuleOp, context: Context): boolean {
  const ops: Operation[] = [];
  module.walk((op) => {
    if (op.definition.dialect === 'sdy') ops.push(op);
  });
  return ops.every((op) => exportOp(op, context));
}

function exportOp(op: Operation, { diagnostics }: Context): boolean {
  if (op instanceof ShardingConstraintOp || op instanceof ReshardOp) {
    op.replaceAllUsesWith([shardingCall(op, op.input, op.sharding)]);
    op.erase();
  } else if (isCollectiveOp(op)) {
    op.replaceAllUsesWith([shardingCall(op, op.tensor, op.outSharding)]);
    op.erase();
  } else if (op instanceof ShardingGroupOp) {
    const id = StringAttr.get(`${op.groupId.value}`);
    call(
      op,
      'xla.sdy.ShardingGroup',
      op.input,
      [[FRONTEND_ATTRIBUTES, withFrontendAttributes(null, [['xla.sdy.sharding_group_id', id]])]],
      true,
    );
    op.erase();
  } else if (op instanceof PropagationBarrierOp) {
    diagnostics.emitOn(op, 'error', `HLO has no form for '${op.name}'; propagate shardings before`);
    return false;
  } else if (op instanceof SdyConstantOp) {
    const constant = ConstantOp.create({ value: op.value }, op.resultTypes(), {
      location: op.location,
      attributes: op.sortedDiscardable(),
    });
    constant.moveBefore(op);
    op.replaceAllUsesWith([constant.getResult()]);
    op.erase();
  }
  return true;
}

function shardingCall(op: Operation, input: Value, sharding: TensorShardingAttr): Value {
  const own = TensorShardingPerValueAttr.get([sharding]);
  return call(op, 'Sharding', input, [[SHARDING, own]], false).getResult();
}

function call(
  op: Operation,
  target: string,
  input: Value,
  attributes: readonly (readonly [string, Attribute])[],
  isEffect: boolean,
): CustomCallOp {
  const made = CustomCallOp.create(
    {
      inputs: [input],
      callTargetName: StringAttr.get(target),
      ...(isEffect && { hasSideEffect: boolAttr(true) }),
    },
    isEffect ? [] : [input.type],
    { location: op.location, attributes },
  );
  made.moveBefore(op);
  return made;
}
