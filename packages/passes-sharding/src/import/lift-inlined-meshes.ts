import { MeshAttr, MeshOp, meshOps } from '@shardform/dialect-sdy';
import {
  ArrayAttr,
  type Attribute,
  type Context,
  definePass,
  DenseElementsAttr,
  DictionaryAttr,
  i64,
  i64Attr,
  type ModuleOp,
  type Operation,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
  SymbolTable,
} from '@shardform/ir-core';
import { transformReplicaGroupMeshes } from '../module/replica-group-meshes.ts';
import { transformShardings } from '../module/transform-shardings.ts';

/** The attribute of mesh operations with the mesh in StableHLO's form. */
const STABLEHLO_MESH = 'stablehlo.mesh';

/** Gives every mesh of a module one name, by which all shardings refer to it. */
export function liftInlinedMeshes(module: ModuleOp, context: Context): void {
  const lifter = new MeshLifter(module);
  transformShardings(module, context, (sharding) => sharding.onMesh(lifter.reference(sharding.meshOrRef)));
  transformReplicaGroupMeshes(module, (meshOrRef) => lifter.reference(meshOrRef));
  for (const op of meshOps(module)) {
    if (!op.hasAttr(STABLEHLO_MESH)) op.setAttr(STABLEHLO_MESH, stablehloMesh(op.mesh));
  }
}

class MeshLifter {
  readonly #module: ModuleOp;
  readonly #symbols: SymbolTable;
  readonly #refs = new Map<MeshAttr, SymbolRefAttr>();
  /** The names of meshes that were erased, with the name of the equal mesh that is left. */
  readonly #renamed = new Map<SymbolRefAttr, SymbolRefAttr>();
  #lastMeshOp: Operation | null = null;

  constructor(module: ModuleOp) {
    this.#module = module;
    this.#symbols = new SymbolTable(module);
    for (const op of meshOps(module)) {
      const ref = SymbolRefAttr.get(op.symName.value);
      const known = this.#refs.get(op.mesh);
      if (known === undefined) {
        this.#refs.set(op.mesh, ref);
        this.#lastMeshOp = op;
      } else {
        this.#renamed.set(ref, known);
        this.#symbols.erase(op);
      }
    }
  }

  reference(meshOrRef: MeshAttr | SymbolRefAttr): SymbolRefAttr {
    if (!(meshOrRef instanceof MeshAttr)) return this.#renamed.get(meshOrRef) ?? meshOrRef;
    let ref = this.#refs.get(meshOrRef);
    if (ref === undefined) {
      ref = SymbolRefAttr.get(this.#insert(meshOrRef));
      this.#refs.set(meshOrRef, ref);
    }
    return ref;
  }

  #insert(mesh: MeshAttr): string {
    const op = MeshOp.create({ symName: StringAttr.get(nameOf(mesh)), mesh }, [], {
      location: this.#module.location,
    });
    const anchor = this.#lastMeshOp === null ? this.#module.body.firstOp : this.#lastMeshOp.next;
    this.#module.body.insertBefore(op, anchor);
    this.#lastMeshOp = op;
    return this.#symbols.insert(op);
  }
}

function nameOf(mesh: MeshAttr): string {
  if (mesh.isMaximal) return `maximal_mesh_${mesh.deviceIds[0]}`;
  return mesh.isEmpty ? 'empty_mesh' : 'mesh';
}

function stablehloMesh(mesh: MeshAttr): DictionaryAttr {
  const axes = mesh.axes.map(({ name, size }) =>
    DictionaryAttr.get([
      ['name', StringAttr.get(name)],
      ['size', i64Attr(size)],
    ]),
  );
  const entries: [string, Attribute][] = [['axes', ArrayAttr.get(axes)]];
  const { deviceIds } = mesh;
  if (deviceIds.length > 0) {
    const type = RankedTensorType.get([deviceIds.length], i64);
    entries.push(['device_ids', DenseElementsAttr.fromNumbers(type, deviceIds)]);
  }
  return DictionaryAttr.get(entries);
}

/** `sdy-lift-inlined-meshes`. */
export const liftInlinedMeshesPass = /* @__PURE__ */ definePass({
  name: 'sdy-lift-inlined-meshes',
  className: 'LiftInlinedMeshesPass',
  summary: 'Lifts inlined `MeshAttr`s in shardings as symbol `MeshOp`s.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (module, { context }) => liftInlinedMeshes(module, context),
});
