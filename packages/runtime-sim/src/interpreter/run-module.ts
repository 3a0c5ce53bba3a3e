import {
  type Context,
  DYNAMIC,
  isInstance,
  type ModuleOp,
  RankedTensorType,
  type Region,
  type Type,
  UnrankedTensorType,
} from '@shardform/ir-core';
import { entryProblem, FuncOp, programEntry } from '@shardform/dialect-func';
import { arrayTypeText, type NdArray } from '../array/index.ts';
import { wholeTensorType } from './array-type.ts';
import { checkInputNumerics, checkNumerics } from './check-numerics.ts';
import { standardCustomCalls } from './custom-calls/standard-custom-calls.ts';
import { type OpObserver, ProgramRun } from './device-execution.ts';
import { checkDemand } from './demand.ts';
import { ExecutionError } from './execution-error.ts';
import { executableForm } from './executable-form.ts';
import type { ArrayPool } from '../memory/array-pool.ts';
import type { MachineOptions } from './machine.ts';
import { isArray, type RuntimeValue } from './runtime-value.ts';

/**
 * Returns the function that a module is executed from: the one named, or that of {@link programEntry}. @throws
 * ExecutionError
 */
export function entryFunction(module: ModuleOp, name: string | null = null): FuncOp {
  const entry = programEntry(module, name);
  if (entry === null) {
    const { op, message } = entryProblem(module, name);
    throw new ExecutionError(op, message);
  }
  if (entry.isDeclaration) throw new ExecutionError(entry, `function '@${entry.symName.value}' has no body`);
  return entry;
}

/** Options of an execution. */
export interface RunModuleOptions extends MachineOptions {
  readonly observe?: OpObserver | null;
  /** True if the execution ends at the first NaN or infinity; see `checkNumerics`. */
  readonly checksNumerics?: boolean;
  /** The function to execute, `main` unless given. */
  readonly entry?: string;
  /** Lends the results, which it reuses the storage of when they are released, unless operations are watched. */
  readonly pool?: ArrayPool;
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
  return runSpmd(module, 1, () => inputs, context, options)[0];
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
  options: RunModuleOptions = {},
): readonly (readonly NdArray[])[] {
  const entry = entryFunction(executableForm(module, context), options.entry);
  const results = runEntry(entry, deviceCount, inputsOf, context, options);
  return results.map((own) => own.map((value, i) => arrayResult(entry, value, i)));
}

/**
 * Executes a function of its own on each device of a machine.
 *
 * @param names of the devices' functions, the first device's first.
 * @param inputsOf the inputs of a device.
 * @returns the results by device.
 * @throws ExecutionError
 */
export function runPrograms(
  module: ModuleOp,
  names: readonly string[],
  inputsOf: (device: number) => readonly NdArray[],
  context: Context,
  options: Omit<RunModuleOptions, 'entry'> = {},
): readonly (readonly NdArray[])[] {
  const form = executableForm(module, context);
  const entries = names.map((name) => entryFunction(form, name));
  for (const entry of entries) checkDemand(entry.body, 1);
  const results = runEntries(entries, inputsOf, context, options);
  return results.map((own, device) => own.map((value, i) => arrayResult(entries[device], value, i)));
}

/**
 * Executes a module on one device; its results may be tokens and tuples. A module without functions has none.
 *
 * @throws ExecutionError
 */
export function evaluateModule(
  module: ModuleOp,
  inputs: readonly NdArray[],
  context: Context,
  options: RunModuleOptions = {},
): readonly RuntimeValue[] {
  if (![...module.body].some((op) => op instanceof FuncOp)) return [];
  const entry = entryFunction(executableForm(module, context), options.entry);
  return runEntry(entry, 1, () => inputs, context, options)[0];
}

function runEntry(
  entry: FuncOp,
  deviceCount: number,
  inputsOf: (device: number) => readonly NdArray[],
  context: Context,
  options: RunModuleOptions,
): readonly (readonly RuntimeValue[])[] {
  checkDemand(entry.body, deviceCount);
  return runEntries(new Array<FuncOp>(deviceCount).fill(entry), inputsOf, context, options);
}

/** @param entries by device. */
function runEntries(
  entries: readonly FuncOp[],
  inputsOf: (device: number) => readonly NdArray[],
  context: Context,
  { observe = null, checksNumerics = false, customCalls, entry: _, pool, ...machine }: RunModuleOptions,
): readonly (readonly RuntimeValue[])[] {
  const regions = entries.map(({ body }): Region => body);
  const checkedInputs = (device: number): readonly NdArray[] => {
    const inputs = inputsOf(device);
    const entry = entries[device];
    checkInputs(entry, inputs);
    if (checksNumerics) checkInputNumerics(entry, inputs, device);
    return inputs;
  };
  const watch: OpObserver = (...event) => {
    observe?.(...event);
    checkNumerics(...event);
  };
  const lending = pool === undefined ? null : { pool, regions: new Set(regions) };
  const watched = checksNumerics ? watch : observe;
  return new ProgramRun(context, watched, lending).onDevices(regions, checkedInputs, {
    ...machine,
    customCalls: new Map([...standardCustomCalls, ...(customCalls ?? [])]),
  });
}

/**
 * @throws ExecutionError unless the inputs are what the function takes.
 * @internal
 */
export function checkInputs(entry: FuncOp, inputs: readonly NdArray[]): void {
  const wanted = entry.functionType.inputs;
  if (wanted.length !== inputs.length) {
    throw new ExecutionError(
      entry,
      `incorrect number of arguments specified, provided ${inputs.length} inputs but function expected ${wanted.length}`,
    );
  }
  wanted.forEach((type, index) => {
    const input = inputs[index];
    if (accepts(type, input)) return;
    throw new ExecutionError(
      entry,
      `invalid input argument type at index ${index}, input type was '${arrayTypeText(input)}' but entry function expected '${String(type)}'`,
    );
  });
}

/** Returns whether a tensor type, whose sizes may be dynamic, is that of an array. */
function accepts(given: Type, { kind, shape }: NdArray): boolean {
  const type = wholeTensorType(given);
  if (!isInstance(RankedTensorType, type)) return type instanceof UnrankedTensorType;
  // Signed integers are treated as signless ones.
  if (String(type.elementType).replace(/^si/, 'i') !== kind || type.shape.length !== shape.length)
    return false;
  return type.shape.every((size, dim) => size === DYNAMIC || size === shape[dim]);
}

function arrayResult(entry: FuncOp, value: RuntimeValue, index: number): NdArray {
  if (isArray(value)) return value;
  const type = String(entry.functionType.results[index]);
  throw new ExecutionError(entry, `result ${index} of type '${type}' is no tensor`);
}
