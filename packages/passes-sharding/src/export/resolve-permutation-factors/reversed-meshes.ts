import { type AxisList, MeshAttr, MeshOp, MeshTable } from '@shardform/dialect-sdy';
import { type ModuleOp, StringAttr, SymbolRefAttr, SymbolTable } from '@shardform/ir-core';
import type { HaloSite } from './halo-site.ts';
import { reversedDeviceIds } from '../device-routes.ts';

/** The meshes of a module, to which ones with devices in reverse order are added. */
export class ReversedMeshes {
  readonly #module: ModuleOp;
  readonly #symbols: SymbolTable;
  #table: MeshTable;

  constructor(module: ModuleOp) {
    this.#module = module;
    this.#symbols = new SymbolTable(module);
    this.#table = new MeshTable(module);
  }

  get table(): MeshTable {
    return this.#table;
  }

  /**
   * Returns the mesh of a site with shards in reverse order along each of the lists of axes; an equal mesh is reused.
   */
  reversed({ mesh, inputSharding }: HaloSite, lists: readonly AxisList[]): SymbolRefAttr {
    const reversed = MeshAttr.get(mesh.axes, reversedDeviceIds(lists, mesh));
    for (const [name, known] of this.#table.entries()) if (known === reversed) return SymbolRefAttr.get(name);
    const op = MeshOp.create(
      { symName: StringAttr.get(`${inputSharding.meshName ?? 'mesh'}_reversed`), mesh: reversed },
      [],
      { location: this.#module.location },
    );
    const name = this.#symbols.insert(op, this.#module.body.firstOp);
    this.#table = new MeshTable(this.#module);
    return SymbolRefAttr.get(name);
  }
}
