import {
  DimensionShardingAttr,
  getSharding,
  MeshTable,
  setSharding,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { PadOp, ReshapeOp, SliceOp } from '@shardform/dialect-stablehlo';
import { booleanOption, definePass, integerOption, type Operation } from '@shardform/ir-core';
import { attachedShardingRule, registeredShardingRule } from '../../rules/sharding-rule.ts';
import { insertReshardAfter, insertReshards, reshardOf } from '../explicit-reshards/apply-factor-axes.ts';
import { type ReshardEnvironment, type ReshardSite, reshardSite } from '../explicit-reshards/reshard-site.ts';
import { isCommunicationFree } from './free-dims.ts';
import { areSidesSplitAlike, reshapeGroups } from './reshape-groups.ts';

/** `sdy-resolve-permutation-factors`. */
export const resolvePermutationFactors = /* @__PURE__ */ definePass({
  name: 'sdy-resolve-permutation-factors',
  className: 'ResolvePermutationFactorsPass',
  summary: 'Makes dimensions whole along which operations move elements between devices.',
  description:
    'Slices, pads, reverses, windows and reshapes whose parts would need elements of other devices see the dimension whole, between reshards. Operands and results have to agree on what splits them, as they do after `sdy-insert-explicit-reshards`.',
  options: {
    'enable-halo-exchange': booleanOption(
      'Accepted for pipelines that set it; dimensions are made whole in either case.',
      true,
    ),
    'replica-count': integerOption('Number of replicas.', 1),
    'partition-count': integerOption('Number of partitions.', 1),
  },
  anchor: 'builtin.module',
  run(module, { context }) {
    const environment: ReshardEnvironment = { context, meshes: new MeshTable(module) };
    // Collected first, so that what is inserted is not visited.
    const ops: Operation[] = [];
    module.walk((op) => {
      if (op.definition.dialect === 'stablehlo' && !op.definition.isTerminator) ops.push(op);
    });
    for (const op of ops) {
      if (op instanceof ReshapeOp) resolveReshape(op, environment);
      else resolveFactors(op, environment);
    }
  },
});

function resolveFactors(op: Operation, environment: ReshardEnvironment): void {
  const rule = attachedShardingRule(op) ?? registeredShardingRule(op, environment.context);
  if (rule === null || rule.isCustom || rule.permutation.length === 0) return;
  const site = reshardSite(op, rule, environment);
  if (site === null) return;
  const moved = rule.permutation.filter((factor) => !isFactorFree(site, factor));
  const updated = site.projection.tensors.map(({ factors }) => {
    let changed = false;
    for (const factor of moved) {
      const sharding = factors[factor] ?? null;
      if (sharding === null || sharding.axes.length + sharding.overflowAxes.length === 0) continue;
      factors[factor] = { ...sharding, axes: [], overflowAxes: [] };
      changed = true;
    }
    return changed;
  });
  if (updated.includes(true)) insertReshards(site, updated, environment);
}

/** Of slices and pads, dimensions and factors have the same numbers. */
function isFactorFree({ op, tensors, mesh }: ReshardSite, factor: number): boolean {
  const sharding = tensors[0]?.sharding ?? null;
  if (sharding === null || !(op instanceof SliceOp || op instanceof PadOp)) return false;
  return isCommunicationFree(op, factor, sharding, mesh);
}

/** Reshards around a reshape that doesn't keep elements on their devices. */
function resolveReshape(op: ReshapeOp, { context, meshes }: ReshardEnvironment): void {
  const [before, after] = [getSharding(op.operand, context), getSharding(op.result, context)];
  const model = before ?? after;
  const mesh = model === null ? null : meshes.meshOf(model);
  const [input, output] = [op.operand.type, op.result.type];
  if (model === null || mesh === null || mesh.isMaximal || input.elementCount === 0) return;
  const sides = {
    input: { shape: input.shape, axes: before?.dims.map(({ axes }) => axes) ?? [] },
    output: { shape: output.shape, axes: after?.dims.map(({ axes }) => axes) ?? [] },
  };
  const moved = reshapeGroups(input.shape, output.shape).filter(
    (group) =>
      !areSidesSplitAlike(
        { ...sides.input, range: group.input },
        { ...sides.output, range: group.output },
        mesh,
      ),
  );
  if (moved.length === 0) return;
  const newBefore =
    before === null
      ? null
      : withWholeDims(
          before,
          moved.map((group) => group.input),
        );
  const newAfter =
    after === null
      ? null
      : withWholeDims(
          after,
          moved.map((group) => group.output),
        );
  if (newBefore !== null && newBefore !== before) {
    const reshard = reshardOf(op.operand.type, newBefore, op.operand, op);
    op.parent!.insertBefore(reshard, op);
    op.setOperand(0, reshard.result);
  }
  if (newAfter === null || after === null || newAfter === after) return;
  setSharding(op.result, newAfter, context);
  insertReshardAfter(op.result, after);
}

function withWholeDims(
  sharding: TensorShardingAttr,
  ranges: readonly { readonly start: number; readonly end: number }[],
): TensorShardingAttr {
  const isMoved = (dim: number): boolean => ranges.some(({ start, end }) => dim >= start && dim < end);
  if (!sharding.dims.some(({ axes }, d) => axes.length > 0 && isMoved(d))) return sharding;
  return sharding.with({
    dims: sharding.dims.map((dim, d) =>
      isMoved(d) && dim.axes.length > 0 ? DimensionShardingAttr.closed : dim,
    ),
  });
}
