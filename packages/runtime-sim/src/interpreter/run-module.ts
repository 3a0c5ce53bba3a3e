import type { Context, ModuleOp, Operation, Region } from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import type { NdArray } from '../array/index.ts';
import { standardCustomCalls } from './custom-calls.ts';
import { type OpObserver, ProgramRun } from './device-execution.ts';
import { ExecutionError } from './execution-error.ts';
import type { MachineOptions } from './machine.ts';
import { isArray, type RuntimeValue } from './runtime-value.ts';

/** The function that a module is executed from: the one named, or `@main`, or the only function. */
export function entryFunction(module: ModuleOp, name = 'main'): FuncOp {
  const functions = [...module.body].filter((op: Operation): op is FuncOp => op instanceof FuncOp);
  const entry =
    functions.find((func) => func.symName.value === name) ??
    (functions.length === 1 ? functions[0] : undefined);
  if (entry === undefined) {
    throw new ExecutionError(module, `module must have entry func with name ${name}`);
  }
  if (entry.isDeclaration) throw new ExecutionError(entry, `function '@${entry.symName.value}' has no body`);
  return entry;
}

/** What an execution may be given beside its inputs. */
export interface RunModuleOptions extends Omit<MachineOptions, 'grid'> {
  readonly observe?: OpObserver | null;
  /** The function to execute, `main` unless given. */
  readonly entry?: string;
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
  options: RunModuleOptions = {},
): readonly NdArray[] {
  return runSpmd(module, 1, () => inputs, context, options)[0]!;
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
  { observe = null, customCalls, entry: name, ...machine }: RunModuleOptions = {},
): readonly (readonly NdArray[])[] {
  const entry = entryFunction(module, name);
  const regions = new Array<Region>(deviceCount).fill(entry.body);
  const results = new ProgramRun(context, observe).onDevices(regions, inputsOf, {
    ...machine,
    customCalls: new Map([...standardCustomCalls, ...(customCalls ?? [])]),
  });
  return results.map((own) => own.map((value, i) => arrayResult(entry, value, i)));
}

function arrayResult(entry: FuncOp, value: RuntimeValue, index: number): NdArray {
  if (isArray(value)) return value;
  const type = String(entry.functionType.results[index]);
  throw new ExecutionError(entry, `result ${index} of type '${type}' is no tensor`);
}
