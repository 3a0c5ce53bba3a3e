import { MeshAttr, MeshOp, meshOps, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { NamedMeshAttr, TOPOLOGY, TopologyAttr, topologyOf } from '@shardform/dialect-mpmd';
import {
  type Context,
  definePass,
  type ModuleOp,
  type Operation,
  Rewriter,
  StringAttr,
  SymbolRefAttr,
} from '@shardform/ir-core';
import { transformShardings } from '@shardform/passes-sharding';
import { mpmdFunctions } from '../program/functions.ts';

const EMPTY_MESH = 'empty_mesh';

/** `mpmd-generate-sdy-meshes-from-topology`. */
export const generateSdyMeshes = /* @__PURE__ */ definePass({
  name: 'mpmd-generate-sdy-meshes-from-topology',
  className: 'GenerateSdyMeshesFromTopologyPass',
  summary:
    'Makes an sdy.mesh of each mesh of the topology, and puts shardings on them by the names of their axes.',
  description: 'The names of axes begin with the name of their mesh and an underscore.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run(module, { context }) {
    const [first] = mpmdFunctions(module);
    if (first === undefined) return;
    new MeshGenerator(module, first, context).run();
  },
});

class MeshGenerator {
  readonly #module: ModuleOp;
  readonly #func: Operation;
  readonly #context: Context;
  readonly #old: ReadonlyMap<string, MeshOp>;

  constructor(module: ModuleOp, func: Operation, context: Context) {
    this.#module = module;
    this.#func = func;
    this.#context = context;
    this.#old = new Map(meshOps(module).map((op) => [op.symName.value, op]));
  }

  run(): void {
    const rewriter = new Rewriter(this.#context);
    rewriter.setInsertionPointToStart(this.#module.body);
    for (const { name, mesh } of topologyOf(this.#func)!.meshes) {
      rewriter.create(MeshOp, { symName: StringAttr.get(name), mesh }, [], {
        location: this.#module.location,
      });
    }
    transformShardings(this.#module, this.#context, (sharding) => this.#transform(sharding));
    for (const op of this.#old.values()) if (!op.mesh.isEmpty && !op.mesh.isMaximal) op.erase();
  }

  #transform(sharding: TensorShardingAttr): TensorShardingAttr {
    if (sharding.isFullyReplicated) {
      const name = sharding.meshName;
      const mesh = name === null ? null : (this.#old.get(name)?.mesh ?? null);
      if (mesh === null || mesh.isEmpty || mesh.isMaximal) return sharding;
      return sharding.onMesh(SymbolRefAttr.get(this.#emptyMesh()));
    }
    const names = new Set([...sharding.axes()].map((axis) => axis.name.split('_')[0]!));
    const [name] = names;
    const problem = this.#problemOf(sharding, names);
    if (problem !== null) {
      this.#context.diagnostics.error(this.#module.location, problem);
      return sharding;
    }
    return sharding.onMesh(SymbolRefAttr.get(name!));
  }

  #problemOf(sharding: TensorShardingAttr, names: ReadonlySet<string>): string | null {
    const text = String(sharding);
    if ([...sharding.axes()].some((axis) => !axis.name.includes('_'))) {
      return `the names of axes are to begin with the name of a mesh and an underscore, but got ${text}`;
    }
    if (names.size > 1) return `the axes of a sharding are to be of one mesh, but got ${text}`;
    const [name] = names;
    return this.#old.has(name!) ? `there is a mesh @${name!} already` : null;
  }

  /** The name of the mesh without axes, which is made where there is none. */
  #emptyMesh(): string {
    const known = meshOps(this.#module).some((op) => op.symName.value === EMPTY_MESH);
    if (known) return EMPTY_MESH;
    const mesh = MeshAttr.get([]);
    const op = MeshOp.create({ symName: StringAttr.get(EMPTY_MESH), mesh }, [], {
      location: this.#module.location,
    });
    this.#module.body.prepend(op);
    const { meshes } = topologyOf(this.#func)!;
    const named = NamedMeshAttr.get({ name: EMPTY_MESH, mesh });
    this.#func.setAttr(TOPOLOGY, TopologyAttr.get({ meshes: [...meshes, named] }));
    return EMPTY_MESH;
  }
}
