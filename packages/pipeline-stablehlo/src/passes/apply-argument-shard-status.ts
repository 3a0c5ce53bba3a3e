import { booleanOption, definePass, listOption } from '@shardform/ir-core';
import { type FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { SHARDING } from '@shardform/dialect-sdy';
import { ShardStatusAttr } from '@shardform/dialect-ttcore';
import { compatOption } from '../compat.ts';
import { publicFunctions } from '../functions.ts';

/** The attribute that says whether an argument or result is split on the device already. */
export const SHARD_STATUS = 'ttcore.shard_status';

/**
 * Says of each argument whether it comes to the device already split: it does when it carries a sharding.
 * Results come out split where `result-presharded` says so. With `compat=seed`, of arguments only.
 */
export const applyArgumentShardStatus = definePass({
  name: 'apply-argument-shard-status',
  className: 'ApplyArgumentShardStatusPass',
  summary: 'mark arguments and results as already split or not',
  options: {
    'result-presharded': listOption('per result, whether it stays split', booleanOption('stays split')),
    compat: compatOption,
  },
  run(module, { options }) {
    for (const func of publicFunctions(module)) {
      markArguments(func, options.compat === 'seed' ? 'sharded' : 'presharded');
      if (options.compat === 'today') markResults(func, options['result-presharded']);
    }
  },
});

function markArguments(func: FuncOp, split: 'sharded' | 'presharded'): void {
  func.functionType.inputs.forEach((_, i) => {
    const isSplit = valueAttrs(func, 'arg_attrs', i).get(SHARDING) !== null;
    setValueAttr(func, 'arg_attrs', i, SHARD_STATUS, ShardStatusAttr.get(isSplit ? split : 'unsharded'));
  });
}

function markResults(func: FuncOp, presharded: readonly boolean[]): void {
  func.functionType.results.forEach((_, i) => {
    const status = ShardStatusAttr.get(presharded[i] === true ? 'presharded' : 'unsharded');
    setValueAttr(func, 'res_attrs', i, SHARD_STATUS, status);
  });
}
