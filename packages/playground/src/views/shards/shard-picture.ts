import { PlacedTensorType, placedTypes } from '@shardform/dialect-dist';
import {
  getSharding,
  MeshAttr,
  MeshTable,
  programMesh,
  shardLayout,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  type Context,
  type ModuleOp,
  type Operation,
  SymbolRefAttr,
  lookUp,
  type Value,
} from '@shardform/ir-core';
import { arrayTypeOf } from '@shardform/runtime-sim';
import { type ShardingChip, chipOfSharding } from '@shardform/study';

/** The distribution of a value over the devices of a mesh. */
export interface ShardPicture {
  readonly shape: readonly number[];
  readonly chip: ShardingChip;
  readonly mesh: { readonly name: string; readonly axes: readonly (readonly [string, number])[] };
  /** Device numbers, the last axis first to change. */
  readonly devices: readonly number[];
  /** By position in {@link devices}, the number of the shard that the device holds. */
  readonly shardOf: readonly number[];
  readonly shards: readonly Shard[];
  /** Number of shards along each dimension. */
  readonly counts: readonly number[];
  /** The device that the program places it on, whole; `null` for values that devices of a mesh hold. */
  readonly placedOn: number | null;
}

/** A shard, and the devices that hold it. */
export interface Shard {
  /** By dimension, the first index and the one after the last. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly devices: readonly number[];
}

/** Returns which device holds which part of a value; `null` for values other than tensors of static sizes. */
export function shardPicture(value: Value, module: ModuleOp, context: Context): ShardPicture | null {
  const shape = arrayTypeOf(value.type)?.shape ?? null;
  if (shape === null) return null;
  if (value.type instanceof PlacedTensorType) return placedPicture(value.type, module);
  const own = getSharding(value, context);
  const [name, mesh] = meshFor(own, module);
  const sharding = own ?? TensorShardingAttr.fullyClosed(SymbolRefAttr.get(name), shape.length);
  const { offsets, localShape } = shardLayout(shape, sharding, mesh);
  const shards = new Map<string, { ranges: [number, number][]; devices: number[] }>();
  const keys: string[] = [];
  for (const [device, offset] of offsets) {
    const key = offset.join();
    keys.push(key);
    const known = shards.get(key);
    if (known !== undefined) known.devices.push(device);
    else
      shards.set(key, {
        ranges: offset.map((from, d) => [
          Math.min(from, shape[d]!),
          Math.min(from + localShape[d]!, shape[d]!),
        ]),
        devices: [device],
      });
  }
  const numbers = new Map([...shards.keys()].map((key, i) => [key, i]));
  return {
    shape,
    chip: chipOfSharding(sharding),
    mesh: { name, axes: mesh.axes.map((axis) => [axis.name, axis.size] as const) },
    devices: [...offsets.keys()],
    shardOf: keys.map((key) => lookUp(numbers, key)),
    shards: [...shards.values()],
    counts: shape.map((size, d) => Math.max(1, Math.ceil(size / Math.max(1, localShape[d]!)))),
    placedOn: null,
  };
}

/** A tensor that one of the devices of a program holds; `null` for one that has a device for each of several copies. */
function placedPicture({ shape, device }: PlacedTensorType, module: ModuleOp): ShardPicture | null {
  if (typeof device !== 'number') return null;
  const numbers = new Set([device]);
  module.walk((op) => {
    for (const { device: other } of placedTypes([...op.resultTypes(), ...op.operandTypes()]))
      if (typeof other === 'number') numbers.add(other);
  });
  const devices = [...numbers].sort((a, b) => a - b);
  return {
    shape,
    chip: chipOfSharding(TensorShardingAttr.fullyClosed(SymbolRefAttr.get(''), shape.length)),
    mesh: { name: '', axes: [['device', devices.length]] },
    devices,
    shardOf: devices.map((own) => (own === device ? 0 : -1)),
    shards: [{ ranges: shape.map((size) => [0, size] as const), devices: [device] }],
    counts: shape.map(() => 1),
    placedOn: device,
  };
}

function meshFor(sharding: TensorShardingAttr | null, module: Operation): readonly [string, MeshAttr] {
  const meshes = new MeshTable(module);
  const own = sharding === null ? null : meshes.meshOf(sharding);
  // A mesh without axes stands for whichever one the program has.
  if (own === null || own.isEmpty) return programMesh(module) ?? ['', MeshAttr.of([])];
  return [...meshes.entries()].find(([, mesh]) => mesh === own) ?? ['', own];
}
