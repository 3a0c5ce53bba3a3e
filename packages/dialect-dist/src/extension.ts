import type { Extension } from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import { communicationOps } from './ops/communication-ops.ts';
import { computeOps } from './ops/compute-ops.ts';
import { ConstantOp } from './ops/constant-op.ts';
import { FreeOp } from './ops/free-op.ts';
import { OnOp } from './ops/on-op.ts';
import { ParOp } from './ops/par-op.ts';
import { PipelineOp } from './ops/pipeline-op.ts';
import { PmapOp } from './ops/pmap-op.ts';
import { ReturnOp } from './ops/return-op.ts';
import { tupleOps } from './ops/tuple-ops.ts';
import { PlacedTensorType } from './placed-type.ts';
import { TopologyAttr } from './topology-attr.ts';
import { TOPOLOGY, verifyTopology } from './verify-topology.ts';

/** Distributed programs. */
export const distDialect: Extension = {
  name: 'dialect-dist',
  get requires() {
    return [funcDialect];
  },
  dialects: [
    {
      name: 'dist',
      documentation: async () => (await import('./docs/dist-documentation.ts')).distDocumentation,
      verifyOpAttr: (op, name, attribute, report) =>
        name === TOPOLOGY ? verifyTopology(op, attribute, report) : true,
    },
  ],
  ops: [
    ...computeOps,
    ...communicationOps,
    ...tupleOps,
    ConstantOp,
    FreeOp,
    OnOp,
    ParOp,
    PipelineOp,
    PmapOp,
    ReturnOp,
  ],
  attrs: [TopologyAttr],
  types: [PlacedTensorType],
};
