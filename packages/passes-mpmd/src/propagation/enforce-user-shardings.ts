import type { FuncOp } from '@shardform/dialect-func';
import { FragmentOp, TransferOp } from '@shardform/dialect-mpmd';
import {
  AxisRefAttr,
  DimensionShardingAttr,
  functionArgumentSharding,
  functionResultSharding,
  setFunctionArgumentSharding,
  setSharding,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { Context, Location, Value } from '@shardform/ir-core';
import { distributedPass } from '../program/distributed-pass.ts';
import { isEntryPoint } from '../program/functions.ts';
import { setInSharding } from './shardings.ts';

/** `mpmd-enforce-user-shardings`. */
export const enforceUserShardings = /* @__PURE__ */ distributedPass({
  name: 'mpmd-enforce-user-shardings',
  className: 'EnforceUserShardingsPass',
  summary: 'Shards the operands and results of fragments as the inputs and outputs that they are.',
  run(func, { context }) {
    if (!isEntryPoint(func)) return;
    enforceInputs(func, context);
    enforceOutputs(func, context);
  },
});

function enforceInputs(func: FuncOp, context: Context): void {
  for (const argument of func.entry.arguments) {
    const given = functionArgumentSharding(func, argument.index);
    if (given === null) continue;
    const sharding = withoutSubAxes(given);
    if (sharding !== given) {
      setFunctionArgumentSharding(func, argument.index, sharding);
      warn(`arg ${argument.index}`, given, sharding, argument.location, context);
    }
    shardUsesInFragments(argument, sharding);
  }
}

function enforceOutputs(func: FuncOp, context: Context): void {
  const terminator = func.entry.getTerminator();
  for (const { value, index } of terminator.operands) {
    const given = functionResultSharding(func, index);
    if (given === null) continue;
    const sharding = withoutSubAxes(given);
    if (sharding !== given) {
      setSharding(value, sharding, context);
      warn(`result ${index}`, given, sharding, terminator.location, context);
    }
    const { definingOp } = value;
    if (!(definingOp instanceof FragmentOp || definingOp instanceof TransferOp)) continue;
    setSharding(value, sharding, context);
    shardUsesInFragments(value, sharding);
  }
}

function shardUsesInFragments(value: Value, sharding: TensorShardingAttr): void {
  for (const { owner, index } of value.uses()) {
    if (owner instanceof FragmentOp) setInSharding(owner, index, sharding);
  }
}

/** Fragments take whole axes only: in each dimension, axes from the first part of one on are dropped. */
function withoutSubAxes(sharding: TensorShardingAttr): TensorShardingAttr {
  const dims = sharding.dims.map((dim) => {
    const at = dim.axes.findIndex((axis: AxisRefAttr) => axis.subAxis !== null);
    return at < 0 ? dim : DimensionShardingAttr.get(dim.axes.slice(0, at), true);
  });
  return sharding.with({ dims });
}

function warn(
  what: string,
  original: TensorShardingAttr,
  truncated: TensorShardingAttr,
  location: Location,
  { diagnostics }: Context,
): void {
  if (!diagnostics.isFirst(`mpmd sub-axes of ${what.split(' ')[0]!}`)) return;
  diagnostics.warning(
    location,
    `Sub-axes sharding found for ${what}. This is not supported, and sharding will be tuncated. Original sharding: ${String(original)}; truncated sharding: ${String(truncated)} Please contact the MPMD team.`,
  );
}
