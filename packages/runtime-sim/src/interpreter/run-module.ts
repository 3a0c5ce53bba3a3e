import type { Context, ModuleOp, Operation } from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import type { NdArray } from '../array/index.ts';
import { DeviceExecution, type OpObserver } from './device-execution.ts';
import { ExecutionError } from './execution-error.ts';
import { runOnDevices } from './run-on-devices.ts';

/** The function that a module is executed from: `@main`, or the only function. */
export function entryFunction(module: ModuleOp): FuncOp {
  const functions = [...module.body].filter((op: Operation): op is FuncOp => op instanceof FuncOp);
  const entry =
    functions.find((func) => func.symName.value === 'main') ??
    (functions.length === 1 ? functions[0] : undefined);
  if (entry === undefined) throw new ExecutionError(module, 'module must have entry func with name main');
  if (entry.isDeclaration) throw new ExecutionError(entry, `function '@${entry.symName.value}' has no body`);
  return entry;
}

/** What an execution may be given beside its inputs. */
export interface RunModuleOptions {
  readonly observe?: OpObserver | null;
}

/**
 * Executes a module on one device, operation after operation: the reference for every other execution.
 *
 * @throws ExecutionError
 */
export function runSequential(
  module: ModuleOp,
  inputs: readonly NdArray[],
  context: Context,
  { observe = null }: RunModuleOptions = {},
): readonly NdArray[] {
  const entry = entryFunction(module);
  const [results] = runOnDevices(1, (device) =>
    new DeviceExecution(context, device, 1, observe).runRegion(entry.body, inputs),
  );
  return results!;
}

/**
 * Executes a module of local shapes on `deviceCount` devices in lockstep.
 *
 * @param inputsOf the local inputs of a device.
 * @returns the local results by device.
 * @throws ExecutionError
 */
export function runSpmd(
  module: ModuleOp,
  deviceCount: number,
  inputsOf: (device: number) => readonly NdArray[],
  context: Context,
  { observe = null }: RunModuleOptions = {},
): readonly (readonly NdArray[])[] {
  const entry = entryFunction(module);
  return runOnDevices(deviceCount, (device) =>
    new DeviceExecution(context, device, deviceCount, observe).runRegion(entry.body, inputsOf(device)),
  );
}
