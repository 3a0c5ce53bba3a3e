import type { ModuleOp } from '@shardform/ir-core';
import { type Placement, placementOf, runOnMesh } from '@shardform/runtime-tt';
import type { TargetRunner } from '@shardform/study';

/** Executes TTIR and TTNN programs on the devices of their mesh. */
export const tenstorrentRunner: TargetRunner = {
  executes: (module) => has(module, /^tt(ir|nn)\./),
  describe(module, before) {
    return {
      deviceCount: placement(before)?.mesh.totalSize ?? 1,
      roundsOperands: has(module, /^ttnn\./),
    };
  },
  run: (module, before, inputs, context, options) =>
    runOnMesh(module, placement(before), inputs, context, options),
};

function has(module: ModuleOp, names: RegExp): boolean {
  let found = false;
  module.walk((op) => {
    found ||= names.test(op.name);
  });
  return found;
}

/** The placement of the program before it became one of the target; `null` if it was given as one. */
function placement(before: ModuleOp): Placement | null {
  return tenstorrentRunner.executes(before) ? null : placementOf(before);
}
