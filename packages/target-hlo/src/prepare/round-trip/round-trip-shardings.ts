import { MeshOp, meshOps } from '@shardform/dialect-sdy';
import { type Context, DictionaryAttr, type ModuleOp, type Operation, StringAttr } from '@shardform/ir-core';
import { applyPatternsToOps } from '@shardform/ir-core';
import { ReplicaGroupMeshAxesAttr } from '@shardform/dialect-stablehlo';
import { liftInlinedMeshes } from '@shardform/passes-sharding';
import { meshGroupPatterns } from '@shardform/passes-stablehlo';
import { addFrontendAttributes } from './frontend-attributes.ts';
import { exportManualComputations } from './manual-computations.ts';
import { exportShardingAttributes } from './sharding-attributes.ts';
import { exportShardingOps } from './sharding-ops.ts';

/**
 * Replaces what Shardy adds to a program by custom calls and frontend attributes, as XLA does so that Shardy can have it
 * back: `xla.sdy.sharding` beside XLA's own shardings, `xla.sdy.meshes` of the module.
 *
 * @returns false after an error was reported.
 */
export function roundTripShardings(module: ModuleOp, context: Context): boolean {
  liftInlinedMeshes(module, context);
  listMeshGroups(module, context);
  if (!exportShardingOps(module, context)) return false;
  exportManualComputations(module);
  if (!exportShardingAttributes(module, context)) return false;
  const meshes = [...meshOps(module)];
  if (meshes.length === 0) return true;
  const byName = DictionaryAttr.get(meshes.map((op) => [op.symName.value, op.mesh]));
  addFrontendAttributes(module, [['xla.sdy.meshes', StringAttr.get(String(byName))]]);
  for (const op of meshes) if (op instanceof MeshOp) op.erase();
  return true;
}

function listMeshGroups(module: ModuleOp, context: Context): void {
  const ops: Operation[] = [];
  module.walk((op) => {
    if (op.getAttr('replica_groups') instanceof ReplicaGroupMeshAxesAttr) ops.push(op);
  });
  if (ops.length > 0)
    applyPatternsToOps(ops, meshGroupPatterns, context, { fold: false, strictness: 'existing-ops' });
}
