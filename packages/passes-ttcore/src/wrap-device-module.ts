import { definePass, ModuleOp } from '@shardform/ir-core';
import { DeviceModuleOp } from '@shardform/dialect-ttcore';

/** The contents of the module move into a module of their own, inside a device module; both have the attributes. */
export const ttcoreWrapDeviceModule = definePass({
  name: 'ttcore-wrap-device-module',
  className: 'TTCoreWrapDeviceModulePass',
  summary: 'wraps the module in a device module',
  anchor: 'builtin.module',
  dependentDialects: ['ttcore'],
  run(op) {
    if ([...op.body].some((inner) => inner instanceof DeviceModuleOp)) return;
    const inner = ModuleOp.create({ symName: op.symName }, [], {
      location: op.location,
      attributes: op.sortedDiscardable(),
    });
    inner.bodyRegion.takeBody(op.bodyRegion);
    const device = DeviceModuleOp.create({}, [], { location: op.location });
    device.bodyRegion.addBlock().append(inner);
    op.bodyRegion.addBlock().append(device);
  },
});
