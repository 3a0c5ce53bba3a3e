import {
  type AttrConstraint,
  type Attribute,
  attrOf,
  currentBudget,
  DenseElementsAttr,
  i64,
  type Operation,
  type OpReport,
  optionalAttr,
  SymbolRefAttr,
  type SymbolTables,
} from '@shardform/ir-core';
import { ChannelHandleAttr } from '../attrs/channel-handle-attr.ts';
import { ReplicaGroupMeshAxesAttr } from '../attrs/replica-group-mesh-axes-attr.ts';

/** The groups of a collective: lists of ids, or axes of a mesh. */
export type ReplicaGroups = DenseElementsAttr | ReplicaGroupMeshAxesAttr;

/** The groups of a collective. */
export const replicaGroupsAttr: AttrConstraint<ReplicaGroups> = {
  summary: '64-bit signless integer elements attribute or mesh and axes based replica groups representation.',
  accepts: (attribute): attribute is ReplicaGroups =>
    attribute instanceof ReplicaGroupMeshAxesAttr ||
    (attribute instanceof DenseElementsAttr && attribute.type.elementType === i64),
  isKind: (attribute: Attribute) =>
    attribute instanceof ReplicaGroupMeshAxesAttr || attribute instanceof DenseElementsAttr,
};

/** The channel of a collective. */
export const optionalChannelHandle = optionalAttr(
  attrOf(ChannelHandleAttr, "two 64-bit integers 'handle' and 'type'"),
);

/** Checks that the mesh exists of which groups are axes. */
export function verifyReplicaGroupMesh(
  op: Operation,
  groups: ReplicaGroups,
  report: OpReport,
  symbols: SymbolTables,
): boolean {
  if (!(groups instanceof ReplicaGroupMeshAxesAttr) || !(groups.mesh instanceof SymbolRefAttr)) return true;
  if (symbols.lookupNearest(op, groups.mesh) !== null) return true;
  return report.opError(`replica_groups: mesh symbol '${groups.mesh.root}' not found`);
}

/**
 * Returns the groups of a `replica_groups` attribute that lists ids; -1 entries, which pad short groups, are left out.
 */
export function replicaGroups(attribute: DenseElementsAttr): number[][] {
  const [groups, size] = attribute.type.shape ?? [0, 0];
  const ids = attribute.integers().map(Number);
  return Array.from({ length: groups ?? 0 }, (_, g) =>
    ids.slice(g * size!, (g + 1) * size!).filter((id) => id >= 0),
  );
}

/** Checks of the groups that all collectives share (StableHLO spec, "all_reduce" C1 to C3, and its kin). */
export function verifyReplicaGroups(
  groups: ReplicaGroups,
  report: OpReport,
  {
    sameSize,
    usesGlobalDeviceIds,
    groupSize,
  }: { readonly sameSize: boolean; readonly usesGlobalDeviceIds: boolean; readonly groupSize?: number },
): boolean {
  // Groups that are axes of a mesh are what they have to be.
  if (groups instanceof ReplicaGroupMeshAxesAttr) return true;
  const shape = groups.type.shape ?? [];
  if (shape.length !== 2) return report.error('replica groups should be a rank 2 tensor');
  // Groups of no devices take no room in a file.
  currentBudget().check('elements', 'replica_groups has', shape[0]!);
  if (usesGlobalDeviceIds && groups.elementCount === 0) {
    return report.error('if `use_global_device_ids` is set, the replica groups cannot be empty');
  }
  const ids = groups.integers().map(Number);
  const seen = new Set<number>();
  for (const id of ids) {
    // Groups of different sizes are filled up with -1.
    if (id === -1) {
      if (sameSize) return report.error('Invalid replica id -1');
      continue;
    }
    if (seen.has(id)) return report.error(`replica id #${id} seen more than once`);
    seen.add(id);
  }
  for (let id = 0; id < seen.size; id++) {
    if (!seen.has(id)) return report.error(`replica id #${id} not seen in replica groups`);
  }
  if (groupSize !== undefined && shape[1] !== groupSize) {
    return report.error(`group size of replica_groups must be ${groupSize}`);
  }
  return true;
}

/** Checks that global device ids come with a channel. */
export function verifyChannel(
  channel: ChannelHandleAttr | null,
  usesGlobalDeviceIds: boolean,
  report: OpReport,
): boolean {
  if (!usesGlobalDeviceIds || (channel?.handle ?? 0) > 0) return true;
  return report.error(
    `channel_id must be positive when useGlobalDeviceIds is set but got: ${channel?.handle ?? 0}`,
  );
}
