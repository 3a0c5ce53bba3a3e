import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import {
  MeshAttr,
  type MeshLookUp,
  MeshTable,
  programMesh,
  SHARDING,
  type ShardLayout,
  shardLayout,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { MeshTensorType, topologyOf } from '@shardform/dialect-mpmd';
import { type ModuleOp, SymbolRefAttr, type Type } from '@shardform/ir-core';
import { MeshDevices, mpmdEntry } from '@shardform/passes-mpmd';
import { arrayTypeOf, entryFunction } from '@shardform/runtime-sim';
import { type PartialValue, partialValue } from './partial-values.ts';
import { argumentName, resultName } from '../names/location-names.ts';

/** The distribution of a program's arguments and results over its devices. */
export interface ShardedFunction {
  readonly mesh: MeshAttr;
  readonly meshName: string;
  /** Finds the meshes of shardings that are on another one; absent where none is. */
  readonly meshes?: MeshLookUp;
  /** The devices of all meshes of an MPMD program; absent for others. */
  readonly meshDevices?: MeshDevices;
  readonly deviceCount: number;
  readonly inputs: readonly ShardedValue[];
  readonly results: readonly ShardedValue[];
}

type ProgramMeshes = Pick<ShardedFunction, 'mesh' | 'meshName' | 'meshes' | 'meshDevices'>;

/** A global tensor and its shards. */
export interface ShardedValue {
  readonly type: Type;
  /** `null` without a sharding: every device holds the whole tensor. */
  readonly sharding: TensorShardingAttr | null;
  readonly layout: ShardLayout;
  /** How devices hold partial values of it; `null` or absent where they hold parts. */
  readonly partial?: PartialValue | null;
  /** True if it is not known how devices share the whole: the type is that of each device's own. */
  readonly isUnknown?: boolean;
  /** The name of an argument or result in the user's program; `null` or absent if unknown. */
  readonly name?: string | null;
}

/** Reads the shardings of the entry function of a propagated module; without a mesh there is one device. */
export function shardedFunction(module: ModuleOp): ShardedFunction {
  const func = entryFunction(module);
  const meshes = new MeshTable(module);
  const [meshName, mesh] = programMesh(module) ?? ['', MeshAttr.of([])];
  const { inputs, results } = func.functionType;
  const topology = mpmdEntry(module) === func ? topologyOf(func) : null;
  const several = topology === null ? {} : { meshDevices: new MeshDevices(topology) };
  const value = (which: 'arg_attrs' | 'res_attrs', type: Type, i: number): ShardedValue =>
    shardedValue(func, which, type, i, { mesh, meshName, meshes, ...several });
  return {
    mesh,
    meshName,
    meshes,
    ...several,
    deviceCount: several.meshDevices?.count ?? mesh.totalSize,
    inputs: inputs.map((type, i) => value('arg_attrs', type, i)),
    results: results.map((type, i) => value('res_attrs', type, i)),
  };
}

function shardedValue(
  func: FuncOp,
  which: 'arg_attrs' | 'res_attrs',
  type: Type,
  index: number,
  meshes: ProgramMeshes,
): ShardedValue {
  const attribute = valueAttrs(func, which, index).get(SHARDING);
  const sharding = attribute instanceof TensorShardingAttr ? attribute : null;
  const name = which === 'arg_attrs' ? argumentName(func, index) : resultName(func, index);
  return { ...withLayout(type, arrayTypeOf(type)?.shape ?? [], sharding, meshes), name };
}

/** Returns the layout of a value on the program's devices; `null` for values other than tensors of static shape. */
export function placedValue(
  type: Type,
  sharding: TensorShardingAttr | null,
  meshes: ProgramMeshes,
): ShardedValue | null {
  const shape = arrayTypeOf(type)?.shape ?? null;
  // Which devices hold what is inside of a fragment is that of its mesh, which the value does not tell.
  if (shape === null || (meshes.meshDevices !== undefined && !(type instanceof MeshTensorType))) return null;
  return withLayout(type, shape, sharding, meshes);
}

function withLayout(
  type: Type,
  shape: readonly number[],
  sharding: TensorShardingAttr | null,
  program: ProgramMeshes,
): ShardedValue {
  if (type instanceof MeshTensorType && program.meshDevices !== undefined)
    return { type, sharding: type.sharding, layout: program.meshDevices.layoutOf(type) };
  const replicated = TensorShardingAttr.fullyClosed(SymbolRefAttr.get(program.meshName), shape.length);
  const mesh = meshOf(sharding, program);
  return {
    ...{ type, sharding, layout: shardLayout(shape, sharding ?? replicated, mesh) },
    partial: partialValue(sharding, mesh),
  };
}

/**
 * Returns the mesh that a sharding is on: the program's own, unless it names another one. A mesh without axes and devices,
 * as JAX writes for scalars that nobody placed, stands for whichever mesh the program has.
 */
export function meshOf(
  sharding: TensorShardingAttr | null,
  { mesh, meshes }: Pick<ShardedFunction, 'mesh' | 'meshes'>,
): MeshAttr {
  const own = sharding === null ? null : (meshes?.meshOf(sharding) ?? null);
  return own === null || own.isEmpty ? mesh : own;
}
