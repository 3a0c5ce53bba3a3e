import { MeshAttr } from '@shardform/dialect-sdy';
import {
  AllGatherOp,
  AllReduceOp,
  AllToAllOp,
  CollectiveBroadcastOp,
  MeshAttr as StablehloMeshAttr,
  MeshAxisAttr,
  ReduceScatterOp,
  ReplicaGroupMeshAxesAttr,
} from '@shardform/dialect-stablehlo';
import {
  DenseElementsAttr,
  i64,
  type ModuleOp,
  type Operation,
  RankedTensorType,
  type SymbolRefAttr,
} from '@shardform/ir-core';

const REPLICA_GROUPS = 'replica_groups';

/** Collectives whose groups may be axes of a mesh. They are visited kind by kind, in this order. */
const collectives = [AllGatherOp, AllReduceOp, ReduceScatterOp, AllToAllOp, CollectiveBroadcastOp];

/**
 * Replaces the meshes that groups of StableHLO's collectives are made of.
 *
 * @param change gets the name of a mesh, or a mesh in sdy's words, and returns either.
 */
export function transformReplicaGroupMeshes(
  module: ModuleOp,
  change: (meshOrRef: MeshAttr | SymbolRefAttr) => MeshAttr | SymbolRefAttr,
): void {
  const found: Operation[] = [];
  module.walk((op) => {
    if (op.getAttr(REPLICA_GROUPS) instanceof ReplicaGroupMeshAxesAttr) found.push(op);
  });
  for (const kind of collectives) {
    for (const op of found) {
      if (!(op instanceof kind)) continue;
      // Operations in the list have replica groups by mesh axes.
      const { mesh, axes } = op.getAttr(REPLICA_GROUPS) as ReplicaGroupMeshAxesAttr;
      const changed = change(mesh instanceof StablehloMeshAttr ? toSdy(mesh) : mesh);
      op.setAttr(
        REPLICA_GROUPS,
        ReplicaGroupMeshAxesAttr.get({
          mesh: changed instanceof MeshAttr ? stablehloMeshOf(changed) : changed,
          axes,
        }),
      );
    }
  }
}

function toSdy({ axes, deviceIds }: StablehloMeshAttr): MeshAttr {
  return MeshAttr.of(
    axes.map(({ name: axisName, size }): [string, number] => [axisName, size]),
    deviceIds?.integers().map(Number) ?? [],
  );
}

/** Returns the same mesh in StableHLO's words. */
export function stablehloMeshOf({ axes, deviceIds }: MeshAttr): StablehloMeshAttr {
  const ids =
    deviceIds.length === 0
      ? null
      : DenseElementsAttr.fromNumbers(RankedTensorType.get([deviceIds.length], i64), deviceIds);
  return StablehloMeshAttr.get({
    axes: axes.map(({ name, size }) => MeshAxisAttr.get({ name, size })),
    deviceIds: ids,
  });
}
