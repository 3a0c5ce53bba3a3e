import { definePass, type Operation, RankedTensorType, SymbolRefAttr } from '@shardform/ir-core';
import {
  getSharding,
  ManualComputationOp,
  type MeshAttr,
  ReshardOp,
  resultShardings,
  type TensorShardingAttr,
  TensorShardingAttr as Sharding,
} from '@shardform/dialect-sdy';
import { ReshapeOp } from '@shardform/dialect-stablehlo';
import { isSolved, onlyMesh } from '../functions.ts';

/**
 * Reshapes that propagation gave no sharding, since the pieces would not be pieces of the result, get their operand
 * whole.
 */
export const insertReshardsForUnpropagatedOps = definePass({
  name: 'insert-reshards-for-unpropagated-ops',
  className: 'InsertReshardsForUnpropagatedOpsPass',
  summary: 'gather the split operands of reshapes that propagation skipped',
  dependentDialects: ['sdy'],
  run(module, { context }) {
    const mesh = onlyMesh(module);
    if (mesh === null || isSolved(module)) return;
    const skipped: ReshapeOp[] = [];
    module.walkOf(ReshapeOp, (op) => {
      const sharding = getSharding(op.operand, context);
      const needsWhole =
        resultShardings(op) === null && sharding !== null && isSplit(sharding, mesh.mesh) && !isInManual(op);
      if (needsWhole) skipped.push(op);
    });
    for (const op of skipped) {
      const { operand } = op;
      const rank = operand.type instanceof RankedTensorType ? operand.type.rank : 0;
      const sharding = Sharding.fullyClosed(SymbolRefAttr.get(mesh.symName.value), rank);
      const reshard = ReshardOp.create({ input: operand, sharding }, [operand.type], {
        location: op.location,
      });
      reshard.moveBefore(op);
      op.setOperand(0, reshard.getResult());
    }
  },
});

function isInManual(op: Operation): boolean {
  for (let parent = op.parentOp; parent !== null; parent = parent.parentOp) {
    if (parent instanceof ManualComputationOp) return true;
  }
  return false;
}

function isSplit(sharding: TensorShardingAttr, mesh: MeshAttr): boolean {
  return sharding.dims.some((dim) => dim.shardedSize(mesh) > 1);
}
