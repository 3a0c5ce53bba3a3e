import {
  DimensionShardingAttr,
  getSharding,
  type OpShardingRuleAttr,
  setSharding,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ConcatenateOp, PadOp, ReshapeOp, ReverseOp, SliceOp } from '@shardform/dialect-stablehlo';
import { booleanOption, definePass, integerOption, type Operation } from '@shardform/ir-core';
import type { FactorSharding } from '../../projection/factor-sharding.ts';
import { attachedShardingRule, registeredShardingRule, shardingRule } from '../../rules/sharding-rule.ts';
import { isElementwise } from '../../module/elementwise.ts';
import { Channels } from '../channels.ts';
import { insertReshardAfter, insertReshards, reshardOf } from '../explicit-reshards/apply-factor-axes.ts';
import { type ReshardEnvironment, type ReshardSite, reshardSite } from '../explicit-reshards/reshard-site.ts';
import { isCommunicationFree } from './free-dims.ts';
import { HaloBuilder } from './halo-builder.ts';
import { exchangePadOrSlice } from './halo-pad-slice.ts';
import { exchangeReshape } from './halo-reshape.ts';
import { reverseShards } from './halo-reverse.ts';
import { haloSite } from './halo-site.ts';
import { areSidesSplitAlike, reshapeGroups } from './reshape-groups.ts';
import { ReversedMeshes } from './reversed-meshes.ts';
import { BYTE_PRICES } from '../../module/prices.ts';
import { refusesNestedMeshes } from '../../module/nested-meshes.ts';

/** `sdy-resolve-permutation-factors`. */
export const resolvePermutationFactors = /* @__PURE__ */ definePass({
  name: 'sdy-resolve-permutation-factors',
  className: 'ResolvePermutationFactorsPass',
  summary: 'Brings the elements to devices that operations move between devices.',
  description:
    'For slices, pads, reverses and reshapes whose parts need elements of neighbours, the devices exchange these, in a manual computation. Where more would be needed, and for windows, the operation sees the dimension whole, between reshards. Operands and results have to agree on what splits them, as they do after `sdy-insert-explicit-reshards`.',
  options: {
    'enable-halo-exchange': booleanOption(
      'Whether neighbours exchange the elements at the borders of their parts where that is less than all.',
      true,
    ),
    'replica-count': integerOption('Number of replicas.', 1),
    'partition-count': integerOption('Number of partitions.', 1),
  },
  anchor: 'builtin.module',
  dependentDialects: ['stablehlo'],
  run(module, pass) {
    if (refusesNestedMeshes(module, pass)) return;
    const { context, options } = pass;
    // The anchor is builtin.module.
    const meshes = new ReversedMeshes(module);
    const builder = new HaloBuilder(context, new Channels(module), options['replica-count'] > 1);
    const halo = options['enable-halo-exchange'] ? { builder, meshes } : null;
    // Collected first, so that inserted operations are not visited.
    const ops: Operation[] = [];
    module.walk((op) => {
      if (op.definition.dialect === 'stablehlo' && !op.definition.isTerminator) ops.push(op);
    });
    for (const op of ops) {
      const environment: ReshardEnvironment = {
        context,
        meshes: meshes.table,
        earlierRanking: false,
        isExact: false,
        prices: BYTE_PRICES,
      };
      if (op instanceof ReshapeOp) resolveReshape(op, halo, environment);
      else resolveFactors(op, halo, environment);
    }
  },
});

/** The builder of neighbor exchanges and its options. */
interface Halo {
  readonly builder: HaloBuilder;
  readonly meshes: ReversedMeshes;
}

function resolveFactors(op: Operation, halo: Halo | null, environment: ReshardEnvironment): void {
  const attached = attachedShardingRule(op);
  // The rules that elementwise operations are registered with permute nothing.
  if (attached === null && isElementwise(op) && environment.context.query(shardingRule, op) !== undefined)
    return;
  const rule = attached ?? registeredShardingRule(op, environment.context);
  if (rule === null || rule.isCustom) return;
  const permuted = permutedFactors(op, rule);
  if (permuted.length === 0) return;
  const site = reshardSite(op, rule, environment);
  if (site === null) return;
  const moved = permuted.filter((factor) => isMoved(site, factor));
  if (moved.length === 0) return;
  if (halo !== null && exchange(op, halo, environment)) return;
  const updated = site.projection.tensors.map(({ factors }) => {
    let changed = false;
    for (const factor of moved) {
      const sharding = factors[factor] ?? null;
      if (sharding === null || !isSplit(sharding)) continue;
      factors[factor] = { ...sharding, axes: [], overflowAxes: [] };
      changed = true;
    }
    return changed;
  });
  insertReshards(site, updated, [], environment);
}

/** The factors along which an operation can move elements. */
function permutedFactors(op: Operation, rule: OpShardingRuleAttr): readonly number[] {
  // A pad that leaves the size of a dimension can move its elements all the same.
  if (op instanceof PadOp) return [...rule.factorSizes.keys()];
  // Operands that were slices of one tensor may have been replaced by now, and the rule with them.
  if (op instanceof ConcatenateOp) return rule.operands[0]!.dimMappings[op.dimension.number]!.factorIndices;
  return rule.permutation;
}

/** Exchanges elements between neighbours where that is possible. */
function exchange(op: Operation, { builder, meshes }: Halo, environment: ReshardEnvironment): boolean {
  if (!(op instanceof PadOp || op instanceof SliceOp || op instanceof ReverseOp)) return false;
  const site = haloSite(op, environment);
  if (site === null) return false;
  if (!(op instanceof ReverseOp)) return exchangePadOrSlice(op, site, builder);
  return reverseShards(op, site, (lists) => meshes.reversed(site, lists), builder, environment.context);
}

/** Returns whether a factor is split, and devices would need elements of others. */
function isMoved(site: ReshardSite, factor: number): boolean {
  const isSplitSomewhere = site.projection.tensors.some(({ factors }) => {
    const sharding = factors[factor] ?? null;
    return sharding !== null && isSplit(sharding);
  });
  return isSplitSomewhere && !isFactorFree(site, factor);
}

function isSplit({ axes, overflowAxes }: FactorSharding): boolean {
  return axes.length + overflowAxes.length > 0;
}

/** Of slices and pads, dimensions and factors have the same numbers. */
function isFactorFree({ op, tensors, mesh }: ReshardSite, factor: number): boolean {
  const sharding = tensors[0]?.sharding ?? null;
  if (sharding === null || !(op instanceof SliceOp || op instanceof PadOp)) return false;
  return isCommunicationFree(op, factor, sharding, mesh);
}

/** Reshards around a reshape that doesn't keep elements on their devices. */
function resolveReshape(op: ReshapeOp, halo: Halo | null, environment: ReshardEnvironment): void {
  const { context, meshes } = environment;
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
  const site = halo === null ? null : haloSite(op, environment);
  if (halo !== null && site !== null && exchangeReshape(op, moved, site, halo.builder)) return;
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
    reshard.moveBefore(op);
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
