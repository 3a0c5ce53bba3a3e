import { type Context, lookUp, type ModuleOp } from '@shardform/ir-core';
import type { DeviceFunctions, MeshValue } from '@shardform/passes-mpmd';
import {
  assembleShards,
  entryFunction,
  type NdArray,
  type RunModuleOptions,
  runPrograms,
  sliceShard,
} from '@shardform/runtime-sim';
import { argumentName, resultName } from '../names/location-names.ts';
import { compareShards, type HeldShard } from './compare-results.ts';
import { type Execution, executeWhole, type WholeExecution } from './execute.ts';
import type { ShardedValue } from './sharded-function.ts';

/**
 * Executes an MPMD program in the order of its text, and its devices' functions on the devices of all meshes, on the same
 * inputs.
 *
 * @param tolerance see `compareResults`.
 * @param options of the devices' execution.
 * @param executeAll executes what is compared with, unless it is the program itself.
 * @throws ExecutionError
 */
export function executeMeshes(
  global: ModuleOp,
  devices: DeviceFunctions,
  inputs: readonly NdArray[],
  context: Context,
  tolerance: number | null = null,
  options: Omit<RunModuleOptions, 'entry'> = {},
  executeAll: () => WholeExecution = () => executeWhole(global, inputs, context),
): Execution {
  const shards = runOnMeshes(devices, inputs, context, options);
  const { expected, samples } = executeAll();
  const values = meshFunction(global, devices).results;
  return {
    results: shards.map((own, i) => {
      const { kind, shape } = expected[i]!;
      return assembleShards(kind, shape, own);
    }),
    expected,
    samples,
    comparisons: shards.map((own, index) => {
      const sampled = (count: number): NdArray[] => samples.first(count).map((all) => all[index]!);
      const { type, name = null } = values[index]!;
      const comparison = compareShards(own, expected[index]!, tolerance, sampled);
      return { index, name, description: String(type), ...comparison };
    }),
  };
}

/**
 * Executes the functions of the devices of an MPMD program.
 *
 * @param inputs whole, of which each device gets its part.
 * @returns by result of the program, what the devices of its mesh hold of it.
 * @throws ExecutionError
 */
export function runOnMeshes(
  devices: DeviceFunctions,
  inputs: readonly NdArray[],
  context: Context,
  options: Omit<RunModuleOptions, 'entry'> = {},
): readonly (readonly HeldShard[])[] {
  const { module, functions } = devices;
  const names = functions.map(({ symName }) => symName.value);
  const held = (device: number): readonly NdArray[] =>
    devices.inputs.flatMap(({ layout: { offsets, localShape } }, i) => {
      const own = offsets.get(device);
      return own === undefined ? [] : [sliceShard(inputs[i]!, own, localShape)];
    });
  return shardsOf(devices, runPrograms(module, names, held, context, options));
}

/** The arguments and results of an MPMD program, with the parts that the devices of their meshes hold. */
export function meshFunction(
  global: ModuleOp,
  { inputs, results }: Pick<DeviceFunctions, 'inputs' | 'results'>,
): { readonly inputs: readonly ShardedValue[]; readonly results: readonly ShardedValue[] } {
  const func = entryFunction(global);
  const sharded = ({ type, layout }: MeshValue, name: string | null): ShardedValue => ({
    ...{ type: type.globalType, sharding: type.sharding, layout, name },
  });
  return {
    inputs: inputs.map((own, i) => sharded(own, argumentName(func, i))),
    results: results.map((own, i) => sharded(own, resultName(func, i))),
  };
}

/** By result of the program, what the devices of its mesh hold of it. */
function shardsOf(
  { results }: DeviceFunctions,
  parts: readonly (readonly NdArray[])[],
): readonly (readonly HeldShard[])[] {
  const next = parts.map(() => 0);
  return results.map(({ layout: { offsets } }) =>
    [...offsets.keys()].map((device) => {
      const array = parts[device]![next[device]!]!;
      next[device]! += 1;
      return { device, offsets: lookUp(offsets, device), array };
    }),
  );
}
