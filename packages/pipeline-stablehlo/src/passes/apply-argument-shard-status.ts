import {
  booleanOption,
  definePass,
  listOption,
  type Operation,
  type OptionValues,
  type PassRun,
  type Value,
} from '@shardform/ir-core';
import { type FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { SHARDING } from '@shardform/dialect-sdy';
import { ShardStatusAttr } from '@shardform/dialect-ttcore';
import { FULL_TO_SHARD_CALL, MHLO_SHARDING, SHARD_TO_FULL_CALL, SHARDING_CALL } from '../attribute-names.ts';
import { compatOption } from '../compat.ts';
import { definedFunctions, hasShardyAnnotations, publicFunctions } from '../functions.ts';
import { isCallOf } from './call-of.ts';

/** The attribute that says whether an argument or result is split on the device already. */
export const SHARD_STATUS = 'ttcore.shard_status';

const options = {
  'result-presharded': listOption('per result, whether it stays split', booleanOption('stays split')),
  compat: compatOption,
};

/**
 * Says of each argument whether it comes to the device already split: it does when it carries a sharding.
 * Results come out split where `result-presharded` says so. Custom calls that mark arguments and results in XLA's
 * older way say the same. With `compat=seed`, of arguments only.
 */
export const applyArgumentShardStatus = definePass({
  name: 'apply-argument-shard-status',
  className: 'ApplyArgumentShardStatusPass',
  summary: 'mark arguments and results as already split or not',
  options,
  run(module, pass) {
    const isSeed = pass.options.compat === 'seed';
    const isShardy = isSeed || hasShardyAnnotations(module);
    for (const func of isSeed ? publicFunctions(module) : definedFunctions(module)) {
      markArguments(func, isSeed ? 'sharded' : 'presharded', isShardy);
    }
    if (isSeed) return;
    for (const func of publicFunctions(module)) markResults(func, isShardy, pass);
  },
});

function markArguments(func: FuncOp, split: 'sharded' | 'presharded', isShardy: boolean): void {
  func.functionType.inputs.forEach((_, i) => {
    const isSplit = valueAttrs(func, 'arg_attrs', i).get(isShardy ? SHARDING : MHLO_SHARDING) !== null;
    const status = ShardStatusAttr.get(isSplit ? split : 'unsharded');
    setValueAttr(func, 'arg_attrs', i, SHARD_STATUS, status);
    if (isShardy) return;
    for (const { owner } of func.entry.getArgument(i).uses()) {
      if (isCallOf(owner, SHARDING_CALL)) owner.setAttr(SHARD_STATUS, status);
    }
  });
}

function markResults(func: FuncOp, isShardy: boolean, pass: PassRun<OptionValues<typeof options>>): void {
  const { results } = func.functionType;
  const presharded = pass.options['result-presharded'];
  if (presharded.length > 0 && presharded.length !== results.length) {
    pass.opError(
      func,
      `has ${results.length} results, but option 'result-presharded' has ${presharded.length} entries; give one for each result of '@${func.symName.value}'`,
    );
    return;
  }
  results.forEach((_, i) => {
    const status = ShardStatusAttr.get(presharded[i] === true ? 'presharded' : 'unsharded');
    setValueAttr(func, 'res_attrs', i, SHARD_STATUS, status);
    if (!isShardy) markingCall(func.entry.lastOp!.getOperand(i))?.setAttr(SHARD_STATUS, status);
  });
}

/** The call that marks the sharding of a value that a local part of the program begins or ends with. */
function markingCall(value: Value): Operation | null {
  const boundary = value.definingOp;
  if (boundary === null) return null;
  if (!isCallOf(boundary, SHARD_TO_FULL_CALL) && !isCallOf(boundary, FULL_TO_SHARD_CALL)) return null;
  return boundary.getOperand(0).definingOp;
}
