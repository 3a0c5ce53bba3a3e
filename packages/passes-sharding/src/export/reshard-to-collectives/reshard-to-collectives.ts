import {
  areAxisListsEqual,
  areShardingsEquivalent,
  getSharding,
  MeshTable,
  ReshardOp,
  skipPropagationBarriers,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { booleanOption, type Context, definePass, RankedTensorType, type Value } from '@shardform/ir-core';
import { type CollectiveStep, planCollectives } from './collective-plan.ts';
import { reshardingWay } from '../../xla/resharding-way.ts';
import { IN_GROUPS, markInGroups } from '../../xla/merge-collectives.ts';
import { stepsAsXla } from '../../xla/dimension-by-dimension.ts';
import { insertCollectives } from './insert-collectives.ts';
import { Resharding } from './resharding.ts';

/** `sdy-reshard-to-collectives`. */
export const reshardToCollectives = /* @__PURE__ */ definePass({
  name: 'sdy-reshard-to-collectives',
  className: 'ReshardToCollectivesPass',
  summary: 'Converts ReshardOp into various Shardy collective ops.',
  description:
    'A reshard becomes slices, permutations, all-to-alls and gathers, in this order: splitting first keeps small what is communicated.',
  options: {
    'keep-redundant-reshards': booleanOption('Whether to keep redundant reshards.'),
    'whole-uneven-dims': booleanOption(
      'Gather dimensions whole whose elements would change parts because their size is no multiple of the number of parts.',
    ),
    'whole-axes': booleanOption(
      'Communicate along whole axes of the mesh only: gather and slice where collectives along parts of axes would do.',
    ),
    'as-xla': booleanOption('Gather one dimension after the other, the last one first.'),
  },
  anchor: 'func.func',
  run(func, { context, options }) {
    const meshes = new MeshTable(func);
    func.walkOf(ReshardOp, (op) => {
      const value = replacement(op, meshes, context, options);
      if (value === null) return;
      op.replaceAllUsesWith([value]);
      op.erase();
    });
  },
});

interface ReshardToCollectivesOptions {
  readonly 'keep-redundant-reshards': boolean;
  readonly 'whole-uneven-dims': boolean;
  readonly 'whole-axes': boolean;
  readonly 'as-xla': boolean;
}

/** Returns the value that replaces a reshard; `null` if the reshard is kept. */
function replacement(
  op: ReshardOp,
  meshes: MeshTable,
  context: Context,
  options: ReshardToCollectivesOptions,
): Value | null {
  const input = skipPropagationBarriers(op.input);
  const given = getSharding(input, context);
  const from = given ?? TensorShardingAttr.fullyOpen(op.sharding.meshOrRef, op.sharding.rank);
  let to = op.sharding;
  const mesh = meshes.meshOf(from);
  const targetMesh = meshes.meshOf(to);
  if (
    mesh === null ||
    targetMesh === null ||
    mesh.isMaximal ||
    targetMesh.isMaximal ||
    from.rank !== to.rank
  ) {
    return null;
  }
  // The order of devices makes no difference to a replicated value.
  if (to.isFullyReplicated) to = TensorShardingAttr.fullyClosed(from.meshOrRef, from.rank);
  else if (!mesh.equalsIgnoringDeviceIds(targetMesh)) return null;
  if (options['keep-redundant-reshards'] && areShardingsEquivalent(from, to)) return null;
  if (from.isFullyReplicated && to.isFullyReplicated) return op.input;
  if (!areAxisListsEqual(from.unreducedAxes, to.unreducedAxes)) return null;
  const { type } = op.result;
  const dimSizes = type instanceof RankedTensorType ? type.shape : [];
  const planOptions = { keepsElements: options['whole-uneven-dims'], wholeAxes: options['whole-axes'] };
  const stepsTo = (start: TensorShardingAttr, end: TensorShardingAttr): readonly CollectiveStep[] =>
    planCollectives(() => new Resharding(start, end, mesh, dimSizes), planOptions);
  const own = options['as-xla']
    ? stepsAsXla(from, reshardingWay(from, to, mesh, dimSizes), stepsTo)
    : stepsTo(from, to);
  const value = insertCollectives(own, input, op);
  if (op.getAttr(IN_GROUPS) !== null) markInGroups(value, own.length);
  return value;
}
