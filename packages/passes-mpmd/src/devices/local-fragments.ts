import { FuncOp } from '@shardform/dialect-func';
import { FragmentCallOp, MESH_SHAPE, meshShapeOf, topologyOf } from '@shardform/dialect-mpmd';
import {
  functionArgumentSharding,
  functionResultSharding,
  MeshOp,
  meshOps,
  setFunctionArgumentSharding,
  setFunctionResultSharding,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  cloneOp,
  type Context,
  inline,
  lookUp,
  type Operation,
  ModuleOp,
  type OpPipeline,
  type PassInstrumentation,
  RankedTensorType,
  runPasses,
  StringAttr,
  symbolDce,
  SymbolRefAttr,
  type Type,
} from '@shardform/ir-core';
import { partitionStages } from '@shardform/passes-sharding';
import type { MeshProgram } from './mesh-program.ts';

/** A fragment's function, partitioned over the devices of its mesh. */
export interface LocalFragment {
  /** With collectives, on global sizes. */
  readonly collectives: ModuleOp;
  /** What each device of the mesh executes. Devices are numbered within the mesh. */
  readonly local: ModuleOp;
}

/** The name of the function of a fragment in a module of its own. */
export const FRAGMENT_FUNCTION = 'main';

/** A mesh that a fragment's shardings get where they name none. */
const MESH = 'mesh';

/**
 * Partitions the functions of a program's fragments, each for the devices of its mesh. `null` if one of them can't be
 * partitioned; the reasons are in the context's diagnostics.
 *
 * @returns the fragments by the names of their functions.
 */
export function localFragments(
  { module, entry }: MeshProgram,
  context: Context,
  instrumentations: readonly PassInstrumentation[] = [],
): ReadonlyMap<string, LocalFragment> | null {
  const functions = new Map(
    [...module.body].flatMap((op) => (op instanceof FuncOp ? [[op.symName.value, op]] : [])),
  );
  const shared = [...module.body].filter(
    (op) => !(op instanceof FuncOp) || (meshShapeOf(op) === null && topologyOf(op) === null),
  );
  const fragments = new Map<string, LocalFragment>();
  for (const call of entry.body.entry) {
    if (!(call instanceof FragmentCallOp) || fragments.has(call.callee.root)) continue;
    const fragment = partitioned(lookUp(functions, call.callee.root), shared, { context, instrumentations });
    if (fragment === null) return null;
    fragments.set(call.callee.root, fragment);
  }
  return fragments;
}

/** How fragments are partitioned. */
interface Setting {
  readonly context: Context;
  readonly instrumentations: readonly PassInstrumentation[];
}

function partitioned(
  func: FuncOp,
  shared: readonly Operation[],
  { context, instrumentations }: Setting,
): LocalFragment | null {
  let module = fragmentModule(func, shared);
  const before: OpPipeline = { anchor: 'builtin.module', elements: [inline.create(), symbolDce.create()] };
  if (!runPasses(module, before, context).succeeded) return null;
  let collectives = module;
  for (const stage of partitionStages) {
    const pipeline: OpPipeline = { anchor: 'builtin.module', elements: stage.passes() };
    if (!runPasses(module, pipeline, context, { instrumentations }).succeeded) return null;
    if (stage.name !== 'collectives') continue;
    collectives = module;
    module = cloneOp(module);
  }
  return { collectives, local: module };
}

/** A module whose entry is a fragment's function; every argument and result has a sharding, which is kept. */
function fragmentModule(func: FuncOp, shared: readonly Operation[]): ModuleOp {
  const module = ModuleOp.empty(func.location);
  for (const op of shared) module.body.append(cloneOp(op));
  const copy = cloneOp(func);
  module.body.append(copy);
  copy.symName = StringAttr.get(FRAGMENT_FUNCTION);
  copy.symVisibility = null;
  const mesh = meshShapeOf(func);
  copy.setAttr(MESH_SHAPE, null);
  if (mesh === null) return module;
  const present = meshOps(module).find(
    (own) => own.mesh.axes === mesh.axes || String(own.mesh) === String(mesh),
  );
  const name = present?.symName ?? StringAttr.get(MESH);
  if (present === undefined)
    module.body.prepend(MeshOp.create({ symName: name, mesh }, [], { location: func.location }));
  const closed = (type: Type): TensorShardingAttr =>
    TensorShardingAttr.fullyClosed(
      SymbolRefAttr.get(name.value),
      type instanceof RankedTensorType ? type.rank : 0,
    );
  const { inputs, results } = copy.functionType;
  inputs.forEach((type, i) => {
    if (functionArgumentSharding(copy, i) === null) setFunctionArgumentSharding(copy, i, closed(type));
  });
  results.forEach((type, i) => {
    if (functionResultSharding(copy, i) === null) setFunctionResultSharding(copy, i, closed(type));
  });
  return module;
}
