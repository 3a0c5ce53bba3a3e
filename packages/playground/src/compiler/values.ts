import {
  getSharding,
  localType,
  MeshAttr,
  MeshTable,
  programMesh,
  type TensorShardingAttr,
  TensorShardingAttr as Sharding,
} from '@shardform/dialect-sdy';
import {
  copyOf,
  type ExplanationJson,
  explanationJson,
  type NamedValues,
  shardPanels,
  tagOperations,
  ValueCounterparts,
  valuesAt,
} from '@shardform/inspect';
import { type Operation, SymbolRefAttr, type Type, type Value } from '@shardform/ir-core';
import { explainShardings } from '@shardform/passes-sharding';
import { arrayTypeOf, type ShardLayout, shardLayout } from '@shardform/runtime-sim';
import type { TensorPart, ValueDescription, ValuePicture } from './messages.ts';
import { freshProgram, type Program } from './program.ts';

/** Describes the value whose name is at an offset; `null` if there is no value name. */
export function describeValue(program: Program, offset: number): ValueDescription | null {
  const value = valuesAt(program.model, offset)?.values[0];
  return value === undefined ? null : description(value, program);
}

function description(value: Value, { model, names }: Program): ValueDescription {
  const sharding = getSharding(value, model.context);
  const mesh = sharding === null ? null : new MeshTable(model.module).meshOf(sharding);
  const local = sharding === null || mesh === null ? null : localType(value.type, sharding, mesh);
  return {
    name: nameOf(value, names),
    type: String(value.type),
    sharding: sharding?.text ?? null,
    localType: local === null ? null : String(local),
    operation: value.definingOp?.name ?? null,
    summary: value.definingOp?.definition.spec.summary ?? null,
  };
}

/** The person's own name with that of the text, `p['w'] (%arg0)`, or the latter alone. */
function nameOf(value: Value, names: NamedValues): string {
  const [own, text] = [names.userName(value), names.textName(value)];
  return own === null || text === null || own === text ? names.describe(value) : `${own} (${text})`;
}

/**
 * Returns the devices of each shard of a value, on the mesh of its sharding, or else replicated on the program's mesh.
 */
export function pictureOf(program: Program, offset: number): ValuePicture | null {
  const value = valuesAt(program.model, offset)?.values[0];
  if (value === undefined) return null;
  const meshes = new MeshTable(program.model.module);
  const sharding = getSharding(value, program.model.context);
  const [name, mesh] = meshFor(sharding, meshes, program.model.module);
  const shape = shapeOf(value.type);
  const replicated = Sharding.fullyClosed(SymbolRefAttr.get(name), shape.length);
  const layout = shardLayout(shape, sharding ?? replicated, mesh);
  const axes = mesh.axes.map(({ name, size }) => [name, size] as const);
  return {
    mesh: { name, axes, devices: [...layout.offsets.keys()] },
    value: description(value, program),
    panels: shardPanels(shape, layout),
    parts: partsOf(shape, layout),
  };
}

function partsOf(shape: readonly number[], { offsets, localShape }: ShardLayout): TensorPart[] {
  const devices = new Map<string, number[]>();
  for (const [device, place] of offsets) {
    const key = place.join();
    devices.set(key, [...(devices.get(key) ?? []), device]);
  }
  return [...devices.values()].map((holders) => ({
    label: holders.sort((a, b) => a - b).join(','),
    ranges: offsets
      .get(holders[0]!)!
      .map((from, d) => [from, Math.min(from + localShape[d]!, shape[d]!)] as const),
  }));
}

function meshFor(
  sharding: TensorShardingAttr | null,
  meshes: MeshTable,
  module: Operation,
): readonly [string, MeshAttr] {
  const own = sharding === null ? null : meshes.meshOf(sharding);
  if (own === null) return programMesh(module) ?? ['', MeshAttr.of([])];
  return [...meshes.entries()].find(([, mesh]) => mesh === own) ?? ['', own];
}

function shapeOf(type: Type): readonly number[] {
  return arrayTypeOf(type)?.shape ?? [];
}

/** Why the values of a name have their shardings; empty when propagation fails. */
export async function explainAt(text: string, offset: number): Promise<readonly ExplanationJson[]> {
  // Propagation changes the module.
  const program = await freshProgram(text);
  const { module, context, isValid } = program.model;
  const values = isValid ? (valuesAt(program.model, offset)?.values ?? []) : [];
  if (values.length === 0) return [];
  return context.diagnostics.capture(() => {
    const { names } = program;
    tagOperations(module);
    const propagated = copyOf(module);
    names.addCopiesOf(module);
    const explain = explainShardings(propagated, context);
    if (explain === null) return [];
    const counterparts = new ValueCounterparts(propagated);
    return values
      .flatMap((value) => counterparts.of(value))
      .map((value) => explanationJson(value, explain(value), { names, context }));
  }).result;
}
