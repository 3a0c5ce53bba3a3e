import { CpuModuleOp, DeviceModuleOp } from '@shardform/dialect-ttcore';
import { definePass, ModuleOp } from '@shardform/ir-core';

/** The contents of the device module stand in the module itself again. What the host executes is dropped. */
export const ttcoreUnwrapDeviceModule = definePass({
  name: 'ttcore-unwrap-device-module',
  className: 'TTCoreUnwrapDeviceModulePass',
  summary: 'takes the program out of its device module, and drops what the host executes',
  anchor: 'builtin.module',
  run(module) {
    const ops = [...module.body];
    const device = ops.find((op) => op instanceof DeviceModuleOp);
    const inner = device?.bodyRegion.entry.firstOp;
    if (device === undefined || !(inner instanceof ModuleOp)) return;
    for (const op of ops) if (op instanceof CpuModuleOp) op.erase();
    for (const op of [...inner.body]) {
      op.remove();
      module.body.insertBefore(op, device);
    }
    for (const [name, attribute] of inner.sortedDiscardable())
      if (!module.hasAttr(name)) module.setAttr(name, attribute);
    device.erase();
  },
});
