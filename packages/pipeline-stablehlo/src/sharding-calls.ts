import { type Operation, type PassRun } from '@shardform/ir-core';
import { setValueAttr } from '@shardform/dialect-func';
import { programMesh, ShardingConstraintOp } from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import {
  FRONTEND_ATTRIBUTES,
  MHLO_SHARDING,
  RESULT_SHARDING_CALL,
  SHARDING_CALL,
  SHARDING_CONSTRAINT_CALL,
} from './attribute-names.ts';
import { definedFunctions } from './functions.ts';
import { frontendSharding } from './sharding-text.ts';

const CALLS: readonly string[] = [SHARDING_CALL, SHARDING_CONSTRAINT_CALL, RESULT_SHARDING_CALL];

/**
 * Custom calls that say a sharding of Shardy's as a text become sharding constraints. Those with only an
 * `mhlo.sharding` stay.
 */
export function convertShardingCalls(module: Operation, pass: PassRun): void {
  const calls: CustomCallOp[] = [];
  module.walkOf(CustomCallOp, (op) => {
    if (CALLS.includes(op.callTargetName.value)) calls.push(op);
  });
  const axes = programMesh(module)?.[1].axes ?? [];
  const placeholders = new Map(axes.map(({ name }, i) => [`mesh_idx_${i}`, name]));
  let saysResults = false;
  for (const call of calls) {
    const target = call.callTargetName.value;
    const rename = target === SHARDING_CONSTRAINT_CALL ? placeholders : undefined;
    const sharding = frontendSharding(call.getAttr(FRONTEND_ATTRIBUTES), call, pass, rename);
    if (sharding === null) continue;
    const constraint = ShardingConstraintOp.create(
      { input: call.getOperand(0), sharding },
      [call.getResult().type],
      { location: call.location },
    );
    constraint.moveBefore(call);
    call.getResult().replaceAllUsesWith(constraint.getResult());
    call.erase();
    saysResults ||= target === RESULT_SHARDING_CALL;
  }
  if (saysResults) removeResultTexts(module);
}

/** The constraints say it; what is left would count as an annotation of the older kind. */
function removeResultTexts(module: Operation): void {
  for (const func of definedFunctions(module)) {
    func.functionType.results.forEach((_, i) => {
      setValueAttr(func, 'res_attrs', i, MHLO_SHARDING, null);
    });
  }
}
