import { PartitionIdOp, ReplicaIdOp } from '@shardform/dialect-stablehlo';
import { i32, IntegerAttr, type ModuleOp, type Operation } from '@shardform/ir-core';

/**
 * Converts a program of `count` partitions to one of `count` replicas, in place: XLA runs that unchanged, without its
 * own partitioner. Collectives across partitions have channels; those across replicas don't.
 */
export function toReplicaForm(module: ModuleOp, count: number): void {
  const ids: Operation[] = [];
  module.walk((op) => {
    if (op instanceof PartitionIdOp) ids.push(op);
    for (const name of ['channel_handle', 'channel_id', 'use_global_device_ids']) {
      if (op.definition.dialect === 'stablehlo' && op.hasAttr(name)) op.setAttr(name, null);
    }
  });
  for (const op of ids) {
    const replica = ReplicaIdOp.create({}, op.resultTypes(), { location: op.location });
    replica.moveBefore(op);
    op.replaceAllUsesWith([replica.result]);
    op.erase();
  }
  module.setAttr('mhlo.num_partitions', IntegerAttr.get(1n, i32));
  module.setAttr('mhlo.num_replicas', IntegerAttr.get(BigInt(count), i32));
}
