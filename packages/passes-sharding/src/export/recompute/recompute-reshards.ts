import { getSharding, MeshTable, ReshardOp } from '@shardform/dialect-sdy';
import { definePass } from '@shardform/ir-core';
import { Recomputations } from './recomputation.ts';

/** `shardform-recompute-reshards`. */
export const recomputeReshards = /* @__PURE__ */ definePass({
  name: 'shardform-recompute-reshards',
  className: 'RecomputeReshardsPass',
  summary: 'Lets devices compute what they would get from others, where that takes a few operations.',
  description:
    'A reshard of what is made from constants, scalars or tensors that all devices have needs no communication: the operations are repeated with the sharding that is needed.',
  anchor: 'func.func',
  run(func, { context }) {
    const meshes = new MeshTable(func);
    const recomputations = new Recomputations({ meshes, context });
    func.walkOf(ReshardOp, (op) => {
      const mesh = meshes.meshOf(op.sharding);
      if (mesh === null || mesh.isMaximal) return;
      const recomputation = recomputations.on(mesh);
      const has = getSharding(op.input, context);
      if (has === null || recomputation.bytes.sent(op.input.type, has, op.sharding).collectives === 0) return;
      if (!recomputation.isFree(op.input, op.sharding)) return;
      op.result.replaceAllUsesWith(recomputation.compute(op.input, op.sharding));
      op.erase();
    });
  },
});
