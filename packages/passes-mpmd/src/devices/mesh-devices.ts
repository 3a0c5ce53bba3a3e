import { type MeshTensorType, type TopologyAttr } from '@shardform/dialect-mpmd';
import { type MeshAttr, type ShardLayout, shardLayout, TensorShardingAttr } from '@shardform/dialect-sdy';
import { lookUp } from '@shardform/ir-core';

/** A mesh of a topology, and the number of its first device. */
export interface NumberedMesh {
  readonly name: string;
  readonly mesh: MeshAttr;
  readonly first: number;
}

/**
 * The devices of all meshes of a topology, numbered from 0: those of the first mesh in the order of their ids, then those of
 * the second, and so on. No device is in two meshes.
 */
export class MeshDevices {
  readonly meshes: readonly NumberedMesh[];
  readonly count: number;
  readonly #byName: ReadonlyMap<string, NumberedMesh>;

  constructor(topology: TopologyAttr) {
    let first = 0;
    this.meshes = topology.meshes.map(({ name, mesh }) => {
      const numbered = { name, mesh, first };
      first += mesh.totalSize;
      return numbered;
    });
    this.count = first;
    this.#byName = new Map(this.meshes.map((own) => [own.name, own]));
  }

  /** The mesh of a name, which the verifier has found in the topology. */
  named(name: string): NumberedMesh {
    return lookUp(this.#byName, name);
  }

  /** The numbers of the devices of a mesh. */
  of(name: string): number[] {
    const { mesh, first } = this.named(name);
    return Array.from({ length: mesh.totalSize }, (_, i) => first + i);
  }

  /** The mesh that a device is in. */
  meshOf(device: number): NumberedMesh {
    const found = this.meshes.findLast(({ first }) => first <= device);
    if (found === undefined) throw new Error(`there is no device ${device}`);
    return found;
  }

  /** Which part of a tensor each device of its mesh holds, by the device's number. */
  layoutOf({ meshName, shape, sharding }: MeshTensorType): ShardLayout {
    const { mesh, first } = this.named(meshName);
    const own = sharding ?? TensorShardingAttr.fullyClosed(mesh, shape.length);
    const { localShape, offsets } = shardLayout(shape, own, mesh);
    return { localShape, offsets: new Map([...offsets].map(([id, offset]) => [first + id, offset])) };
  }
}
