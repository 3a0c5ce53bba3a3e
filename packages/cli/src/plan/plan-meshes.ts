import { type MeshAttr, MeshOp, programMesh } from '@shardform/dialect-sdy';
import { StringAttr } from '@shardform/ir-core';
import { dropShardings, type PlannedMesh, type ProgramOnMesh } from '@shardform/passes-planning';
import type { LoadedModule } from '../load-module.ts';
import { refuseTwoMeshes } from '../partition/one-mesh.ts';
import { setGivenSharding } from '../partition/given-sharding.ts';
import { UsageError } from '../tool-io.ts';
import { meshesOf, readMesh } from './mesh-shapes.ts';

/** A program with a mesh to plan it for. */
export interface MeshedProgram {
  readonly loaded: LoadedModule;
  readonly mesh: PlannedMesh;
  /** Without the shardings that a flag gives; `null` if there are none. */
  readonly free: LoadedModule | null;
  /** The program with the shardings that were dropped, if they are for this mesh; `null` otherwise. */
  readonly given: LoadedModule | null;
  /** The lines of the constraints that were dropped; `null` for one whose line is not known. */
  readonly dropped: ProgramOnMesh['dropped'];
}

/** The flags that say what is planned. */
export interface MeshFlags {
  readonly mesh: string | null;
  readonly devices: number | null;
  readonly 'from-scratch': boolean;
  readonly fix: readonly string[];
}

/**
 * Returns a program once for each mesh that it is planned for, its own, the one that a flag gives, or all of so many
 * devices, with the shardings that plans have to keep.
 *
 * @throws UsageError for a program with two meshes to choose from, or none, ModuleError for one with shardings on two.
 */
export function meshedPrograms(loaded: LoadedModule, flags: MeshFlags): MeshedProgram[] {
  const own = programMesh(loaded.module);
  const { mesh, devices, 'from-scratch': isFromScratch } = flags;
  if (mesh !== null && devices !== null)
    throw new UsageError("flags '--mesh' and '--devices' exclude each other");
  const isGiven = mesh !== null || devices !== null;
  if (own !== null && isGiven && !isFromScratch)
    throw new UsageError(
      `the program has its own mesh, @${own[0]}; '--from-scratch' plans without its shardings, on another mesh`,
    );
  if (own === null && !isGiven)
    throw new UsageError("the program has no mesh; give one with '--mesh 2x4', or '--devices 8' to try all");
  if (!isFromScratch) refuseTwoMeshes(loaded);
  const meshes = isGiven ? (mesh !== null ? [readMesh(mesh)] : meshesOf(devices!)) : [own![1]];
  return meshes.map((shape) => {
    let dropped: MeshedProgram['dropped'] = [];
    const copied = (): LoadedModule => {
      const copy = loaded.reload();
      if (isFromScratch) dropped = dropShardings(copy.module, copy.context);
      if (isGiven || isFromScratch) declareMesh(copy, shape);
      return copy;
    };
    const copy = copied();
    for (const text of flags.fix) setGivenSharding(text, copy, '--fix');
    const name = isGiven || isFromScratch ? MESH : own![0];
    const free = flags.fix.length === 0 ? null : copied();
    const isGivenMesh =
      isFromScratch && own !== null && own[1].axes.map(axisKey).join() === shape.axes.map(axisKey).join();
    return {
      loaded: copy,
      mesh: { name, mesh: shape },
      free,
      given: isGivenMesh ? loaded.reload() : null,
      dropped,
    };
  });
}

function axisKey({ name, size }: MeshAttr['axes'][number]): string {
  return `${name}=${size}`;
}

/** The symbol of a mesh that the program has not declared. */
const MESH = 'mesh';

function declareMesh({ module }: LoadedModule, mesh: MeshAttr): void {
  const op = MeshOp.create({ symName: StringAttr.get(MESH), mesh }, [], { location: module.location });
  module.body.prepend(op);
}
