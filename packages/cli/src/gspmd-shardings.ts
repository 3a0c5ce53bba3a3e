import { FuncOp, valueAttrsList } from '@shardform/dialect-func';
import { meshOps } from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { MHLO_SHARDING } from '@shardform/passes-sharding';
import { type Operation, parsePipeline, runPasses, StringAttr, type Value } from '@shardform/ir-core';
import type { LoadedModule } from './load-module.ts';

/** The custom call that starts a part of a program with the sizes of one device. */
const FULL_TO_SHARD = 'SPMDFullToShardShape';

/** Returns whether parts of a program have the sizes of one device, as JAX writes `shard_map` for GSPMD. */
export function hasLocalParts(module: Operation): boolean {
  return localPartsOf(module).length > 0;
}

function localPartsOf(module: Operation): CustomCallOp[] {
  const found: CustomCallOp[] = [];
  module.walkOf(CustomCallOp, (call) => {
    if (call.callTargetName.value === FULL_TO_SHARD) found.push(call);
  });
  return found;
}

/**
 * Puts the `mhlo.sharding` of a program without an sdy mesh into sdy's terms, as JAX before Shardy and PyTorch/XLA write
 * them: without, nothing of the program would count as split.
 *
 * @returns false after an error was reported: for shardings without a common mesh, or parts that are written for one
 *   device.
 */
export function importGspmdShardings({ module, context, names, offsets }: LoadedModule): boolean {
  if (meshOps(module).length > 0 || !isSplit(module)) return true;
  const localParts = localPartsOf(module);
  const calls: { readonly result: Value; readonly user: Operation; readonly index: number }[] = [];
  module.walkOf(CustomCallOp, (call) => {
    const use = call.results.length === 1 ? call.getResult().firstUse : null;
    if (use !== null) calls.push({ result: call.getResult(), user: use.owner, index: use.index });
  });
  for (const call of localParts)
    context.diagnostics.emitOn(
      call,
      'error',
      `'@${FULL_TO_SHARD}' starts a part with the sizes of one device, as JAX writes 'shard_map' for GSPMD; lower the program with Shardy, jax.config.update("jax_use_shardy_partitioner", True)`,
    );
  if (localParts.length > 0) return false;
  const passes = parsePipeline('builtin.module(import-mhlo-shardings)', context);
  if (!runPasses(module, passes, context).succeeded) return false;
  // What is made of a call that annotates its operand has the call's name.
  for (const { result, user, index } of calls) {
    const value = user.getOperand(index);
    if (value === result) continue;
    names.replace(result, value);
    const offset = offsets.get(result);
    if (offset !== undefined) offsets.set(value, offset);
  }
  return true;
}

/** Whether a value is split: all others are whole, on one device, or of one device alone. */
function isSplit(module: Operation): boolean {
  let found = false;
  const look = (attribute: unknown): void => {
    found ||= attribute instanceof StringAttr && attribute.value.includes('devices=');
  };
  module.walk((op) => {
    look(op.getAttr(MHLO_SHARDING));
    if (!(op instanceof FuncOp)) return;
    for (const which of ['arg_attrs', 'res_attrs'] as const)
      for (const attrs of valueAttrsList(op, which)) look(attrs.get(MHLO_SHARDING));
  });
  return found;
}
