import {
  Builder,
  DictionaryAttr,
  lookupSymbol,
  type Operation,
  StringAttr,
  SymbolRefAttr,
  type Value,
} from '@shardform/ir-core';
import * as sdy from '@shardform/dialect-sdy';
import { CompositeOp } from '@shardform/dialect-stablehlo';
import { createPrivateFunction } from '../private-function.ts';
import { namesAxes } from '../split-values.ts';
import { CollectiveBuilder } from './collective-builder.ts';
import type { LocalSite } from './local-site.ts';

/** The name of the composite that a slice of a replicated tensor becomes. */
const ALL_SLICE = 'sdy.all_slice';

/**
 * Replaces a collective of sdy by StableHLO's, one per mesh axis, on local shapes.
 *
 * @returns false when the collective has no lowering.
 */
export function lowerCollective(op: sdy.CollectiveOp, site: LocalSite): boolean {
  if (op.hasNoUses()) {
    op.erase();
    return true;
  }
  const builder = new Builder(site.context);
  builder.setInsertionPoint(op);
  builder.location = op.location;
  const value = loweredValue(op, new CollectiveBuilder(builder, site.mesh), site);
  if (value === null) return false;
  if (value.definingOp !== null) site.lowered.add(value.definingOp);
  op.getResult().replaceAllUsesWith(value);
  op.erase();
  return true;
}

function loweredValue(op: sdy.CollectiveOp, build: CollectiveBuilder, site: LocalSite): Value | null {
  const input = op.getOperand(0);
  if (op instanceof sdy.AllReduceOp) return build.allReduce(input, op.reductionAxes.value, op.reduction);
  if (op instanceof sdy.AllGatherOp) return build.allGather(input, op.gatheringAxes.value);
  if (op instanceof sdy.ReduceScatterOp) {
    return build.reduceScatter(input, op.reduceScatterAxes.value, op.reduction);
  }
  if (op instanceof sdy.AllToAllOp) return build.allToAll(input, op.params.value);
  if (op instanceof sdy.AllSliceOp) return allSlice(op, build, site);
  if (op instanceof sdy.CollectivePermuteOp) {
    const from =
      site.global(op).operands[0]!.sharding ??
      sdy.TensorShardingAttr.fullyClosed(op.outSharding.meshOrRef, op.outSharding.rank);
    return build.permute(input, sdy.sourceTargetPairs(from, site.mesh, op.outSharding, site.mesh));
  }
  return null;
}

/**
 * Results of collectives count as replicated, as in tt-mlir, which doesn't track their shardings. The composite
 * computes the same.
 */
function isKnownSplit(op: sdy.AllSliceOp, site: LocalSite): boolean {
  const source = op.getOperand(0).definingOp;
  return (source === null || !site.lowered.has(source)) && namesAxes(site.global(op).operands[0]!.sharding);
}

/** A slice of a replicated tensor becomes a composite: the target has an operation for one. */
function allSlice(op: sdy.AllSliceOp, build: CollectiveBuilder, site: LocalSite): Value {
  const input = op.getOperand(0);
  const ops = build.allSlice(input, op.slicingAxes.value);
  const part = ops.at(-1)?.getResult() ?? input;
  if (ops.length === 0 || isKnownSplit(op, site)) return part;
  const name = freeName(site.module);
  const callee = createPrivateFunction(site.module, name, ops, [input], [part]);
  const composite = CompositeOp.create(
    {
      inputs: [input],
      name: StringAttr.get(ALL_SLICE),
      compositeAttributes: DictionaryAttr.get([['out_sharding', op.outSharding]]),
      decomposition: SymbolRefAttr.get(name),
    },
    [part.type],
    { location: callee.location },
  );
  composite.moveBefore(op);
  for (const made of ops.toReversed()) made.erase();
  return composite.getResult();
}

function freeName(module: Operation): string {
  for (let number = 1; ; number++) {
    const name = `${ALL_SLICE}${number}`;
    if (lookupSymbol(module, name) === null) return name;
  }
}
