import { definePass } from '@shardform/ir-core';
import { DeviceOp, TopologyAttr } from '@shardform/dialect-ttcore';
import { AllGatherOp, AllReduceOp, MoeComputeOp, ReduceScatterOp } from '@shardform/dialect-ttnn';

/** Sets the topology of collectives that don't state one, where the system description does. */
export const ttnnConfigureCclOps = definePass({
  name: 'ttnn-configure-ccl-ops',
  className: 'TTNNConfigureCCLOps',
  summary: 'sets the topology of collectives',
  anchor: 'builtin.module',
  run(module) {
    let wiring: readonly (typeof TopologyAttr.values)[number][] = [];
    module.walkOf(DeviceOp, (op) => {
      wiring = op.deviceAttr.meshTopology ?? [];
    });
    if (wiring.length === 0) return;
    module.walk((op) => {
      const isCollective =
        op instanceof AllGatherOp ||
        op instanceof AllReduceOp ||
        op instanceof ReduceScatterOp ||
        op instanceof MoeComputeOp;
      if (!isCollective || op.topology !== null) return;
      // Wirings are listed from the last axis of the mesh.
      const along = wiring[wiring.length - 1 - op.clusterAxis.number];
      if (along !== undefined && along !== 'disabled') op.topology = TopologyAttr.get(along);
    });
  },
});
