import { type Operation, SymbolRefAttr, symbolTable } from '@shardform/ir-core';
import { MeshAttr } from './attrs/mesh-attr.ts';
import type { TensorShardingAttr } from './attrs/tensor-sharding-attr.ts';
import { MeshOp } from './ops/mesh-op.ts';

/** Finds the mesh of a sharding. */
export interface MeshLookUp {
  /** The mesh that a sharding is on; `null` when the module has none of that name. */
  meshOf(sharding: TensorShardingAttr): MeshAttr | null;
}

/**
 * The meshes of a module by name, as they were when the table was made. For passes, which ask often; checks of
 * single operations use {@link lookUpMesh}.
 */
export class MeshTable implements MeshLookUp {
  readonly #byName: ReadonlyMap<string, MeshAttr>;

  /** @param op the module, or any operation inside it. */
  constructor(op: Operation) {
    this.#byName = new Map(meshOps(op).map(({ symName, mesh }) => [symName.value, mesh]));
  }

  /** The mesh of that name. */
  get(name: string): MeshAttr | null {
    return this.#byName.get(name) ?? null;
  }

  /** The meshes by name, in the order of the module. */
  entries(): IterableIterator<[string, MeshAttr]> {
    return this.#byName.entries();
  }

  meshOf({ meshOrRef }: TensorShardingAttr): MeshAttr | null {
    return meshOrRef instanceof MeshAttr ? meshOrRef : (this.#byName.get(meshOrRef.root) ?? null);
  }
}

/** Returns the mesh operations of the module that `op` is or stands in, in order. */
export function meshOps(op: Operation): MeshOp[] {
  const module = nearestSymbolTable(op);
  if (module === null) return [];
  return module.regions.flatMap((region) =>
    region.blocks.flatMap((block) => [...block].filter((inner) => inner instanceof MeshOp)),
  );
}

/** Returns the mesh that a reference means at `op`, or `null` when the module has none of that name. */
export function lookUpMesh(op: Operation, meshOrRef: MeshAttr | SymbolRefAttr): MeshAttr | null {
  if (meshOrRef instanceof MeshAttr) return meshOrRef;
  const block = nearestSymbolTable(op)?.regions[0]?.blocks[0];
  // Meshes stand at the beginning of modules, so that the search is short when it succeeds.
  for (let inner = block?.firstOp ?? null; inner !== null; inner = inner.next) {
    if (inner instanceof MeshOp && inner.symName.value === meshOrRef.root) return inner.mesh;
  }
  return null;
}

function nearestSymbolTable(op: Operation): Operation | null {
  for (let at: Operation | null = op; at !== null; at = at.parentOp) if (at.hasTrait(symbolTable)) return at;
  return null;
}
