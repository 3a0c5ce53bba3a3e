import {
  AxisRefAttr,
  DimensionShardingAttr,
  type MeshAttr,
  programMesh,
  setSharding,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { closestName, RankedTensorType, SymbolRefAttr, type Value } from '@shardform/ir-core';
import type { LoadedModule } from '../load-module.ts';
import { valuesNamed } from '../named-value.ts';
import { UsageError } from '../tool-io.ts';

/**
 * Gives a value of a program another sharding.
 *
 * @param text `VALUE=SHARDING`, such as `%3=[{x}, {y, z}]`.
 * @throws UsageError for a value, an axis or a number of dimensions that there is not.
 */
export function setGivenSharding(text: string, loaded: LoadedModule): void {
  const [, name, dims] = /^(.*?) *= *\[(.*)\]$/s.exec(text) ?? [];
  const lists = [...(dims ?? '').matchAll(/\{([^{}]*)\}/g)].map(([, axes]) => axes!);
  const isComplete = dims?.replaceAll(/\{[^{}]*\}/g, '').replaceAll(/[\s,]/g, '') === '';
  if (name === undefined || !isComplete)
    throw problem(text, 'expected a value and the axes of each dimension, such as %3=[{x}, {}]');
  const found = programMesh(loaded.module);
  if (found === null) throw problem(text, 'the program has no mesh');
  const [meshName, mesh] = found;
  const used = new Set<string>();
  const dimensions = lists.map((list) => {
    const names = list.split(',').map((axis) => axis.trim().replace(/^"(.*)"$/, '$1'));
    const axes = names.filter((axis) => axis !== '').map((axis) => axisOf(axis, mesh, used, text));
    return DimensionShardingAttr.get(axes, true);
  });
  for (const value of valuesNamed(name, null, loaded)) {
    checkRank(value, dimensions.length, text);
    const sharding = TensorShardingAttr.get(SymbolRefAttr.get(meshName), dimensions);
    setSharding(value, sharding, loaded.context);
  }
}

function axisOf(name: string, mesh: MeshAttr, used: Set<string>, text: string): AxisRefAttr {
  const names = mesh.axes.map((axis) => axis.name);
  if (!names.includes(name)) {
    const close = closestName(name, names);
    const hint = close === null ? `it has ${names.join(', ')}` : `did you mean '${close}'?`;
    throw problem(text, `the mesh has no axis '${name}'; ${hint}`);
  }
  if (used.has(name)) throw problem(text, `axis '${name}' can split one dimension only`);
  used.add(name);
  return AxisRefAttr.get(name);
}

function checkRank({ type }: Value, count: number, text: string): void {
  if (!(type instanceof RankedTensorType))
    throw problem(text, `the value is no tensor but '${String(type)}'`);
  if (type.rank !== count)
    throw problem(text, `the value has ${type.rank} dimensions, its sharding ${count}: '${String(type)}'`);
}

function problem(text: string, message: string): UsageError {
  return new UsageError(`flag '--sharding ${text}': ${message}`);
}
