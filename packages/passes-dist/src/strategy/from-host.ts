import { FlatBuilder, kindNumber } from '@shardform/runtime-dist';
import type { SequentialModel } from '../model/sequential-model.ts';
import type { Degrees } from './degrees.ts';
import { lookUp, zip } from '@shardform/ir-core';

/** Values of a replica by shard, input, device of the pipeline, and microbatch; values not yet placed are absent. */
export type PlacedInputs = (number[] | undefined)[][][];

/**
 * Begins a program with the distribution of its inputs from device 0, as DistIR did in March 2021: batches are
 * scattered over the replicas and the rest is broadcast, or everything is sent to a single one; then weights are
 * scattered over the shards, and batches divided into microbatches. Inputs are sent to the first device of a pipeline;
 * the others receive them on demand. Scalars are on all devices from the start.
 *
 * @param firstDevice the first device of the pipeline of a replica and a shard.
 * @returns by replica.
 */
export function distributeFromHost(
  model: SequentialModel,
  degrees: Degrees,
  builder: FlatBuilder,
  firstDevice: (replica: number, shard: number) => number,
): PlacedInputs[] {
  const { data, horizontal, pipeline, microbatches } = degrees;
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  const hosted = model.inputs.map(({ shape, elementBytes }) =>
    shape.length === 0 ? null : builder.input(builder.types.of(shape, elementBytes), 0),
  );
  const scalars = new Map<string, number>();
  for (const replica of numbers(data))
    for (const shard of numbers(horizontal))
      for (const at of numbers(pipeline))
        model.inputs.forEach(({ shape, elementBytes }, i) => {
          if (shape.length > 0) return;
          const value = builder.input(
            builder.types.of(shape, elementBytes),
            firstDevice(replica, shard) + at,
          );
          scalars.set([replica, shard, at, i].join(), value);
        });
  /** Gives a value to devices: whole, or divided along an axis. */
  const give = (value: number, devices: readonly number[], axis: number | null): number[] => {
    const { shape, elementBytes } = builder.types.get(builder.typeOf(value));
    const local = shape.map((size, dim) => (dim === axis ? size / devices.length : size));
    const type = builder.types.of(local, elementBytes);
    builder.begin(kindNumber(axis === null ? 'MPIBroadcast' : 'MPIScatter'));
    builder.operand(value);
    return devices.map((device) => builder.result(type, device));
  };
  const heads = numbers(data).map((replica) => firstDevice(replica, 0));
  const byReplica = zip(hosted, model.inputs).map(([value, input]) => {
    if (value === null) return [];
    if (data > 1) return give(value, heads, input.isBatch ? 0 : null);
    return [builder.op('Send', [value], builder.typeOf(value), heads[0]!)];
  });
  const byShard = numbers(data).map((replica) => {
    const devices = numbers(horizontal).map((shard) => firstDevice(replica, shard));
    return zip(byReplica, model.inputs).map(([values, input]) => {
      const value = values[replica];
      if (value === undefined) return [];
      return horizontal > 1 ? give(value, devices, input.shardAxis) : [value];
    });
  });
  return numbers(data).map((replica) =>
    numbers(horizontal).map((shard) =>
      model.inputs.map(({ shape, isBatch }, i) => {
        const all = (value: number): number[] => new Array<number>(microbatches).fill(value);
        if (shape.length === 0)
          return numbers(pipeline).map((at) => all(lookUp(scalars, [replica, shard, at, i].join())));
        const value = byShard[replica]![i]![shard]!;
        if (!isBatch || pipeline === 1) return [all(value)];
        const { shape: own, elementBytes } = builder.types.get(builder.typeOf(value));
        const type = builder.types.of([own[0]! / microbatches, ...own.slice(1)], elementBytes);
        const device = builder.deviceOf(value);
        builder.begin(kindNumber('SplitUniform'));
        builder.operand(value);
        return [numbers(microbatches).map(() => builder.result(type, device))];
      }),
    ),
  );
}
