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
import { type AxisLists, partitionSpecAxes } from './partition-spec.ts';

/**
 * Gives a value of a program another sharding.
 *
 * @param text `VALUE=SHARDING`, such as `%3=[{x}, {y, z}]`, in short `%3=x,y+z`, where `_` is a whole dimension, or as JAX
 *   writes it, `%3=P("x", ("y", "z"))`.
 * @param flag that it is the value of.
 * @throws UsageError for a value, an axis or a number of dimensions that there is not.
 */
export function setGivenSharding(text: string, loaded: LoadedModule, flag = '--sharding'): void {
  const problem = (message: string): UsageError => new UsageError(`flag '${flag} ${text}': ${message}`);
  const given = axesByDimension(text);
  if (given === null)
    throw problem(
      'expected a value and the axes of each dimension, such as %3=[{x}, {}], %3=x,_ or %3=P("x", None)',
    );
  const { name, lists, isSpec } = given;
  const found = programMesh(loaded.module);
  if (found === null) throw problem('the program has no mesh');
  const [meshName, mesh] = found;
  const used = new Set<string>();
  const dimensions = lists.map((list) => {
    const names = list.map((axis) => axis.trim().replace(/^(["'])(.*)\1$/, '$2'));
    const axes = names.filter((axis) => axis !== '').map((axis) => axisOf(axis, mesh, used, problem));
    return DimensionShardingAttr.get(axes, true);
  });
  for (const value of valuesNamed(name, null, loaded)) {
    const rank = rankOf(value, dimensions.length, isSpec, problem);
    const whole = Array.from({ length: rank - dimensions.length }, () => DimensionShardingAttr.get([], true));
    const sharding = TensorShardingAttr.get(SymbolRefAttr.get(meshName), [...dimensions, ...whole]);
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
  readonly lists: AxisLists;
  /** True of a `PartitionSpec`, after which dimensions are whole. */
  readonly isSpec: boolean;
}

function axesByDimension(text: string): GivenAxes | null {
  const [, named, spec] = /^(.*?) *= *([\w.]+\s*\(.*\))$/s.exec(text) ?? [];
  const axes = spec === undefined ? null : partitionSpecAxes(spec);
  if (named !== undefined && axes !== null) return { name: named, lists: axes, isSpec: true };
  const [, long, dims] = /^(.*?) *= *\[(.*)\]$/s.exec(text) ?? [];
  if (long !== undefined && dims !== undefined) {
    const lists = [...dims.matchAll(/\{([^{}]*)\}/g)].map(([, axes]) => (axes ?? '').split(','));
    const rest = dims.replaceAll(/\{[^{}]*\}/g, '').replaceAll(/[\s,]/g, '');
    return rest === '' ? { name: long, lists, isSpec: false } : null;
  }
  const [, name, short] = /^(.+?) *= *([\w+ ]+(?:,[\w+ ]+)*)$/s.exec(text) ?? [];
  if (name === undefined || short === undefined) return null;
  return {
    name,
    lists: short.split(',').map((own) => (own.trim() === '_' ? [] : own.split('+'))),
    isSpec: false,
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

/** The dimensions of a value, of which a sharding has so many. @param isSpec that may leave out the last ones. */
function rankOf({ type }: Value, count: number, isSpec: boolean, problem: Problem): number {
  if (!(type instanceof RankedTensorType)) throw problem(`the value is no tensor but '${String(type)}'`);
  if (isSpec ? type.rank < count : type.rank !== count)
    throw problem(`the value has ${type.rank} dimensions, its sharding ${count}: '${String(type)}'`);
  return type.rank;
}
