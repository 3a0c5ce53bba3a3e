import { FuncOp, valueAttrsList } from '@shardform/dialect-func';
import { meshOps } from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { FULL_TO_SHARD_CALL, importManualCalls, MHLO_SHARDING } from '@shardform/passes-sharding';
import {
  type Context,
  type Operation,
  parsePipeline,
  runPasses,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { type ReadProgram, replaceValue } from './read-program.ts';

/** Returns whether parts of a program have the sizes of one device, as JAX writes `shard_map` for GSPMD. */
export function hasLocalParts(module: Operation): boolean {
  let found = false;
  module.walkOf(CustomCallOp, (call) => {
    found ||= call.callTargetName.value === FULL_TO_SHARD_CALL;
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
export function importGspmdShardings(program: ReadProgram): boolean {
  const { module, context } = program;
  if (meshOps(module).length > 0 || !isSplit(module)) return true;
  const calls: { readonly result: Value; readonly user: Operation; readonly index: number }[] = [];
  const parts: CustomCallOp[] = [];
  module.walkOf(CustomCallOp, (call) => {
    if (call.callTargetName.value === FULL_TO_SHARD_CALL) parts.push(call);
    const use = call.results.length === 1 ? call.getResult().firstUse : null;
    if (use !== null) calls.push({ result: call.getResult(), user: use.owner, index: use.index });
  });
  if (!areWholeParts(parts, context)) return false;
  const passes = parsePipeline('builtin.module(import-mhlo-shardings)', context);
  if (!runPasses(module, passes, context).succeeded) return false;
  // The replacement of a call that annotates its operand has the call's name.
  for (const { result, user, index } of calls) {
    // A call that annotates what another one has annotated is gone, too.
    if (index >= user.operands.length) continue;
    const value = user.getOperand(index);
    if (value === result) continue;
    replaceValue(program, result, value);
  }
  const replaced = importManualCalls(module, context);
  for (const [from, to] of replaced ?? []) replaceValue(program, from, to);
  return replaced !== null;
}

/** Reports parts in which devices are on their own along some axes only. @returns whether there are none. */
function areWholeParts(parts: readonly CustomCallOp[], context: Context): boolean {
  const partial = parts.filter((call) => {
    const attribute = call.getAttr(MHLO_SHARDING);
    return !(attribute instanceof StringAttr) || attribute.value.trim() !== '{manual}';
  });
  for (const call of partial)
    context.diagnostics.emitOn(
      call,
      'error',
      `'@${FULL_TO_SHARD_CALL}' starts a part with the sizes of one device along some axes only ("${String(call.getAttr(MHLO_SHARDING))}"), which is not read; lower the program with Shardy, jax.config.update("jax_use_shardy_partitioner", True), or make all axes manual`,
    );
  return partial.length === 0;
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
