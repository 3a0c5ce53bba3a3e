import { arrayTypeOf, assembleShards, type NdArray, sliceShard } from '@shardform/runtime-sim';
import { combinedShards, partOnDevice } from './partial-values.ts';
import type { ShardedFunction } from './sharded-function.ts';
import { lookUp, zip } from '@shardform/ir-core';

/** Returns the shards of a program's inputs, by device. */
export function localInputs(
  program: Pick<ShardedFunction, 'inputs'>,
  inputs: readonly NdArray[],
): (device: number) => readonly NdArray[] {
  return (device) =>
    zip(inputs, program.inputs).map(([input, ownInput]) => {
      const { layout, partial = null } = ownInput;
      const part = sliceShard(input, lookUp(layout.offsets, device), layout.localShape);
      return partial === null ? part : partOnDevice(part, partial, device);
    });
}

/** Returns the whole results of a program, of which every device has shards; one with a dimension of devices where that is not known. */
export function wholeResults(
  program: Pick<ShardedFunction, 'results'>,
  shards: readonly (readonly NdArray[])[],
): NdArray[] {
  const whole = combinedShards(program.results, shards);
  return program.results.map(({ layout: { offsets }, type, isUnknown }, i) => {
    const { kind, shape } = whole[0]![i]!;
    if (isUnknown === true) return stacked(whole.map((own) => own[i]!));
    const parts = whole.map((own, device) => ({ offsets: lookUp(offsets, device), array: own[i]! }));
    return assembleShards(kind, arrayTypeOf(type)?.shape ?? shape, parts);
  });
}

/** Returns arrays of one shape as one, with a dimension for them before theirs. */
function stacked(arrays: readonly NdArray[]): NdArray {
  const { kind, shape } = arrays[0]!;
  const rest = shape.map(() => 0);
  const parts = arrays.map((array, i) => ({
    offsets: [i, ...rest],
    array: { ...array, shape: [1, ...shape] },
  }));
  return assembleShards(kind, [arrays.length, ...shape], parts);
}
