import { setValueAttr } from '@shardform/dialect-func';
import {
  AxisRefAttr,
  DimensionShardingAttr,
  type MeshAttr,
  programMesh,
  setSharding,
  SHARDING,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { BlockArgument, closestName, RankedTensorType, SymbolRefAttr, type Value } from '@shardform/ir-core';
import { functionOf } from '@shardform/inspect';
import type { LoadedModule } from '../load-module.ts';
import { valuesNamed } from '../named-value.ts';
import { UsageError } from '../tool-io.ts';

/**
 * Gives a value of a program another sharding.
 *
 * @param text `VALUE=SHARDING`, such as `%3=[{x}, {y, z}]`, or in short `%3=x,y+z`, where `_` is a whole dimension.
 * @param flag that it is the value of.
 * @throws UsageError for a value, an axis or a number of dimensions that there is not.
 */
export function setGivenSharding(text: string, loaded: LoadedModule, flag = '--sharding'): void {
  const problem = (message: string): UsageError => new UsageError(`flag '${flag} ${text}': ${message}`);
  const given = axesByDimension(text);
  if (given === null)
    throw problem('expected a value and the axes of each dimension, such as %3=[{x}, {}] or %3=x,_');
  const { name, lists } = given;
  const found = programMesh(loaded.module);
  if (found === null) throw problem('the program has no mesh');
  const [meshName, mesh] = found;
  const used = new Set<string>();
  const dimensions = lists.map((list) => {
    const names = list.map((axis) => axis.trim().replace(/^"(.*)"$/, '$1'));
    const axes = names.filter((axis) => axis !== '').map((axis) => axisOf(axis, mesh, used, problem));
    return DimensionShardingAttr.get(axes, true);
  });
  for (const value of valuesNamed(name, null, loaded)) {
    checkRank(value, dimensions.length, problem);
    const sharding = TensorShardingAttr.get(SymbolRefAttr.get(meshName), dimensions);
    setSharding(value, sharding, loaded.context);
    if (!name.includes('%')) shardReturned(value, sharding);
  }
}

/** Whoever names a value by what it is as a result means the result, which may be split otherwise than the value. */
function shardReturned(value: Value, sharding: TensorShardingAttr): void {
  const func = functionOf(value);
  if (func === null || value instanceof BlockArgument) return;
  const returned = func.entry.terminator?.operandValues() ?? [];
  for (const [index, own] of returned.entries())
    if (own === value) setValueAttr(func, 'res_attrs', index, SHARDING, sharding);
}

interface GivenAxes {
  readonly name: string;
  readonly lists: readonly (readonly string[])[];
}

function axesByDimension(text: string): GivenAxes | null {
  const [, long, dims] = /^(.*?) *= *\[(.*)\]$/s.exec(text) ?? [];
  if (long !== undefined && dims !== undefined) {
    const lists = [...dims.matchAll(/\{([^{}]*)\}/g)].map(([, axes]) => (axes ?? '').split(','));
    const rest = dims.replaceAll(/\{[^{}]*\}/g, '').replaceAll(/[\s,]/g, '');
    return rest === '' ? { name: long, lists } : null;
  }
  const [, name, short] = /^(.+?) *= *([\w+ ]+(?:,[\w+ ]+)*)$/s.exec(text) ?? [];
  if (name === undefined || short === undefined) return null;
  return {
    name,
    lists: short.split(',').map((axes) => (axes.trim() === '_' ? [] : axes.split('+'))),
  };
}

type Problem = (message: string) => UsageError;

function axisOf(name: string, mesh: MeshAttr, used: Set<string>, problem: Problem): AxisRefAttr {
  const names = mesh.axes.map((axis) => axis.name);
  if (!names.includes(name)) {
    const close = closestName(name, names);
    const hint = close === null ? `it has ${names.join(', ')}` : `did you mean '${close}'?`;
    throw problem(`the mesh has no axis '${name}'; ${hint}`);
  }
  if (used.has(name)) throw problem(`axis '${name}' can split one dimension only`);
  used.add(name);
  return AxisRefAttr.get(name);
}

function checkRank({ type }: Value, count: number, problem: Problem): void {
  if (!(type instanceof RankedTensorType)) throw problem(`the value is no tensor but '${String(type)}'`);
  if (type.rank !== count)
    throw problem(`the value has ${type.rank} dimensions, its sharding ${count}: '${String(type)}'`);
}
