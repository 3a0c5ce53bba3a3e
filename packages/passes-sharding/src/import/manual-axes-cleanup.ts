import {
  AxisRefAttr,
  commonMeshRef,
  ManualAxesAttr,
  ManualComputationOp,
  type MeshAttr,
  MeshTable,
  sortAndMergeInMesh,
  subtractAxes,
  type TensorShardingAttr,
  type TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { definePass, type ModuleOp, ShapedType, type SymbolRefAttr, type Type } from '@shardform/ir-core';
import { refusesNestedMeshes } from '../module/nested-meshes.ts';

/**
 * Makes all shardings of manual computations name every manual axis, replicated where they didn't, and puts manual
 * axes in mesh order.
 *
 * @param fail reports an error.
 * @returns false after an error.
 */
export function cleanUpManualAxes(
  module: ModuleOp,
  fail: (op: ManualComputationOp, message: string) => void,
): boolean {
  const meshes = new MeshTable(module);
  const outcome = module.walkOf(ManualComputationOp, (op) => {
    if (op.inShardings.length > 0 || op.outShardings.length > 0) {
      cleanUp(op, meshes);
      return 'advance';
    }
    const isOnlyReturn = op.entry.firstOp === op.entry.lastOp;
    if (op.manualAxes.isEmpty || isOnlyReturn) return 'advance';
    fail(
      op,
      "op has manual_axes when there are no in/out shardings and the body is not empty. This isn't allowed at this stage, please contact the Shardy team or file a bug.",
    );
    return 'interrupt';
  });
  return outcome !== 'interrupt';
}

function cleanUp(op: ManualComputationOp, meshes: MeshTable): void {
  const all = [...op.inShardings.shardings, ...op.outShardings.shardings];
  const meshOrRef = commonMeshRef(all, meshes);
  const model = all.find((sharding) => sharding.meshOrRef === meshOrRef);
  const mesh = model === undefined ? null : meshes.meshOf(model);
  if (meshOrRef === null || mesh === null) return;
  const names = [...op.manualAxes.value].sort((a, b) => mesh.axisPosition(a) - mesh.axisPosition(b));
  op.manualAxes = ManualAxesAttr.get({ value: names });
  const manual = names.map((name) => AxisRefAttr.get(name));
  const complete = (
    shardings: TensorShardingPerValueAttr,
    types: readonly Type[],
  ): TensorShardingPerValueAttr =>
    shardings.map((sharding, i) =>
      types[i] instanceof ShapedType ? withManualAxes(sharding, manual, meshOrRef, mesh) : sharding,
    );
  op.inShardings = complete(op.inShardings, op.operandTypes());
  op.outShardings = complete(op.outShardings, op.resultTypes());
}

function withManualAxes(
  sharding: TensorShardingAttr,
  manual: readonly AxisRefAttr[],
  meshOrRef: MeshAttr | SymbolRefAttr,
  mesh: MeshAttr,
): TensorShardingAttr {
  const unused = subtractAxes(manual, [...sharding.axes()], mesh);
  if (unused.length === 0) return sharding;
  return sharding
    .onMesh(meshOrRef)
    .with({ replicatedAxes: sortAndMergeInMesh([...sharding.replicatedAxes, ...unused], mesh) });
}

/** `sdy-manual-axes-cleanup`. */
export const manualAxesCleanup = /* @__PURE__ */ definePass({
  name: 'sdy-manual-axes-cleanup',
  className: 'ManualAxesCleanupPass',
  summary: 'Cleans up the use of manual axes in `ManualComputationOp`s.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run(module, pass) {
    if (refusesNestedMeshes(module, pass)) return;
    const succeeded = cleanUpManualAxes(module, (op, message) =>
      pass.context.diagnostics.error(op.location, message),
    );
    if (!succeeded) pass.fail();
  },
});
