import { FuncOp, ReturnOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import { getSharding, SHARDING } from '@shardform/dialect-sdy';
import { type Context, definePass, type ModuleOp } from '@shardform/ir-core';
import { mainFunction } from '../module/main-function.ts';

/** Gives the results of functions other than the main one the shardings of what they return. */
export function propagateToFuncResults(module: ModuleOp, context: Context): void {
  const main = mainFunction(module);
  for (const func of module.body) {
    if (!(func instanceof FuncOp) || func === main || func.isDeclaration) continue;
    const returned = func.entry.lastOp;
    if (!(returned instanceof ReturnOp)) continue;
    const attrs = valueAttrsList(func, 'res_attrs').map((dictionary, i) =>
      dictionary.with(SHARDING, getSharding(returned.getOperand(i), context)),
    );
    setAllValueAttrs(func, 'res_attrs', attrs);
  }
}

/** `sdy-propagate-to-func-results`. */
export const propagateToFuncResultsPass = /* @__PURE__ */ definePass({
  name: 'sdy-propagate-to-func-results',
  className: 'PropagateToFuncResultsPass',
  summary: 'Propagates the shardings of returned values to the results of functions.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (module, { context }) => propagateToFuncResults(module, context),
});
