import { FragmentOp } from '@shardform/dialect-mpmd';
import { areAxisListsEqual, ShardingConstraintOp, TensorShardingPerValueAttr } from '@shardform/dialect-sdy';
import type { Context } from '@shardform/ir-core';
import { distributedPass } from '../program/distributed-pass.ts';
import { shardingOrClosed } from './shardings.ts';

/** `mpmd-populate-unreduced-out-sharding`. */
export const populateUnreducedOutSharding = /* @__PURE__ */ distributedPass({
  name: 'mpmd-populate-unreduced-out-sharding',
  className: 'PopulateUnreducedOutShardingPass',
  summary:
    'Says of results of fragments along which axes they are not reduced yet, as constraints in these do.',
  run(func, { context }) {
    func.walkOf(FragmentOp, (fragment) => populate(fragment, context));
  },
});

function populate(fragment: FragmentOp, context: Context): void {
  const shardings = [
    ...(fragment.outShardings?.shardings ??
      fragment.results.map((result) => shardingOrClosed(result, fragment.mesh, context))),
  ];
  let mesh = null;
  for (const { value, index } of fragment.entry.getTerminator().operands) {
    const constraint = value.definingOp;
    if (!(constraint instanceof ShardingConstraintOp)) continue;
    const { unreducedAxes, reductionOp, meshOrRef } = constraint.sharding;
    const current = shardings[index]!;
    if (unreducedAxes.length === 0 || areAxisListsEqual(unreducedAxes, current.unreducedAxes)) continue;
    shardings[index] = current.with({ meshOrRef, unreducedAxes, reductionOp });
    mesh = meshOrRef;
  }
  if (mesh === null) return;
  const on = mesh;
  fragment.outShardings = TensorShardingPerValueAttr.get(shardings.map((sharding) => sharding.onMesh(on)));
}
