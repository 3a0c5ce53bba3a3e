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

/** Returns the whole results of a program, of which every device has shards. */
export function wholeResults(
  program: Pick<ShardedFunction, 'results'>,
  shards: readonly (readonly NdArray[])[],
): NdArray[] {
  const whole = combinedShards(program.results, shards);
  return program.results.map(({ layout: { offsets }, type }, i) => {
    const { kind, shape } = whole[0]![i]!;
    const parts = whole.map((own, device) => ({ offsets: lookUp(offsets, device), array: own[i]! }));
    return assembleShards(kind, arrayTypeOf(type)?.shape ?? shape, parts);
  });
}
