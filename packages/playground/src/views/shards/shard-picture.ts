import { PlacedTensorType, placedTypes } from '@shardform/dialect-dist';
import {
  MeshAttr,
  MeshTable,
  programMesh,
  type ShardLayout,
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
import { topologyOf } from '@shardform/dialect-mpmd';
import { MeshDevices, mpmdEntry } from '@shardform/passes-mpmd';
import { arrayTypeOf } from '@shardform/runtime-sim';
import { type ShardingChip, chipOfSharding, meshHolding, shardingOf } from '@shardform/study';

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
  /** The mesh of an MPMD program whose devices hold it; `null` for values of other programs. */
  readonly ownMesh: string | null;
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
  const held = distribution(value, shape, module, context);
  if (held === null) return null;
  const { name, mesh, sharding, ownMesh } = held;
  const { offsets, localShape } = held.layout;
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
    ownMesh,
  };
}

/** The mesh of a value, and what each of its devices holds. */
interface Distribution extends Pick<ShardPicture, 'ownMesh'> {
  readonly name: string;
  readonly mesh: MeshAttr;
  readonly sharding: TensorShardingAttr;
  readonly layout: ShardLayout;
}

/** Returns how a value is distributed; `null` where that is not decided yet. */
function distribution(
  value: Value,
  shape: readonly number[],
  module: ModuleOp,
  context: Context,
): Distribution | null {
  const own = shardingOf(value, context);
  const holding = meshHolding(value);
  if (holding === null) {
    const [name, mesh] = meshFor(own, module);
    const sharding = own ?? TensorShardingAttr.fullyClosed(SymbolRefAttr.get(name), shape.length);
    return { name, mesh, sharding, ownMesh: null, layout: shardLayout(shape, sharding, mesh) };
  }
  const entry = mpmdEntry(module);
  const topology = entry === null ? null : topologyOf(entry);
  if (holding.type === null || topology === null) return null;
  const devices = new MeshDevices(topology);
  const { mesh } = devices.named(holding.mesh);
  const sharding = own ?? TensorShardingAttr.fullyClosed(mesh, shape.length);
  const layout = devices.layoutOf(holding.type.with({ sharding }));
  return { name: holding.mesh, mesh, sharding, ownMesh: holding.mesh, layout };
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
    ownMesh: null,
  };
}

function meshFor(sharding: TensorShardingAttr | null, module: Operation): readonly [string, MeshAttr] {
  const meshes = new MeshTable(module);
  const own = sharding === null ? null : meshes.meshOf(sharding);
  // A mesh without axes stands for whichever one the program has.
  if (own === null || own.isEmpty) return programMesh(module) ?? ['', MeshAttr.of([])];
  return [...meshes.entries()].find(([, mesh]) => mesh === own) ?? ['', own];
}
