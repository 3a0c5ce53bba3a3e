import { ModuleOp, type Operation } from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { DeviceModuleOp } from '../ops/module-ops.ts';

/** Returns the modules whose functions run on the device: those in device modules, or the module itself without any. */
export function deviceModules(module: Operation): ModuleOp[] {
  const found: ModuleOp[] = [];
  module.walkOf(DeviceModuleOp, (device) => {
    const inner = device.bodyRegion.entry.firstOp;
    if (inner instanceof ModuleOp) found.push(inner);
  });
  if (found.length === 0 && module instanceof ModuleOp) found.push(module);
  return found;
}

/** Returns the functions with bodies in device modules. */
export function deviceFunctions(module: Operation): FuncOp[] {
  return deviceModules(module).flatMap((inner) =>
    [...inner.body].filter((op): op is FuncOp => op instanceof FuncOp && !op.isDeclaration),
  );
}
