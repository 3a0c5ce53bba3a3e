import { FuncOp } from '@shardform/dialect-func';
import { cloneOp, type Context, lookUp, type ModuleOp, type PassInstrumentation } from '@shardform/ir-core';
import {
  deviceFunctions,
  type DeviceFunctions,
  FRAGMENT_FUNCTION,
  type LocalFragment,
  localFragments,
  type MeshProgram,
  meshProgramOf,
} from '@shardform/passes-mpmd';

/** An MPMD program with what its devices do. */
export interface PartitionedMeshes {
  /** With calls of fragments and transfers alone, all tensors with their shardings. */
  readonly program: MeshProgram;
  /** By the names of their functions. */
  readonly fragments: ReadonlyMap<string, LocalFragment>;
  /** The program with the collectives of its fragments, on global sizes. */
  readonly collectives: ModuleOp;
  readonly functions: DeviceFunctions;
}

/** Programs don't change once they are partitioned, and several questions ask for the parts. */
const known = new WeakMap<ModuleOp, PartitionedMeshes>();

/**
 * Partitions an MPMD program, each of its fragments for the devices of its mesh. `null` for other programs, and where that
 * can't be done, for reasons in the context's diagnostics.
 */
export function partitionedMeshes(
  module: ModuleOp,
  context: Context,
  instrumentations: readonly PassInstrumentation[] = [],
): PartitionedMeshes | null {
  let meshes = known.get(module);
  if (meshes !== undefined) return meshes;
  const program = meshProgramOf(module, context);
  const fragments = program === null ? null : localFragments(program, context, instrumentations);
  if (program === null || fragments === null) return null;
  const functions = deviceFunctions(program, fragments, context);
  meshes = { program, fragments, collectives: withCollectives(program.module, fragments), functions };
  known.set(module, meshes);
  return meshes;
}

/** A copy of a program with the collectives that its fragments were given. */
function withCollectives(program: ModuleOp, fragments: ReadonlyMap<string, LocalFragment>): ModuleOp {
  const module = cloneOp(program);
  for (const op of [...module.body]) {
    if (!(op instanceof FuncOp) || !fragments.has(op.symName.value)) continue;
    const { collectives } = lookUp(fragments, op.symName.value);
    const own = [...collectives.body].find(
      (func) => func instanceof FuncOp && func.symName.value === FRAGMENT_FUNCTION,
    );
    if (!(own instanceof FuncOp)) continue;
    const partitioned = cloneOp(own);
    partitioned.symName = op.symName;
    for (const [name, attribute] of op.sortedDiscardable()) partitioned.setAttr(name, attribute);
    module.body.insertBefore(partitioned, op);
    op.erase();
  }
  return module;
}
