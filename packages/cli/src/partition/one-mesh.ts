import {
  type MeshAttr,
  MeshTable,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { ArrayAttr, type Attribute, DictionaryAttr, oneLine, type Operation } from '@shardform/ir-core';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import { meshText } from '../plan/mesh-shapes.ts';

/**
 * Refuses a program whose shardings are on meshes of different axes, which JAX lowers and no pass here partitions, at the first operation
 * with one on another mesh than those before. Programs of MPMD have meshes for their stages.
 *
 * @throws ModuleError
 */
export function refuseTwoMeshes({ module, context, log }: LoadedModule): void {
  const table = new MeshTable(module);
  const uses: { readonly op: Operation; readonly mesh: NamedMesh }[] = [];
  const dialects = new Set<string>();
  module.walk((op) => {
    dialects.add(op.name.slice(0, op.name.indexOf('.')));
    for (const mesh of meshesOf(op, table)) uses.push({ op, mesh });
  }, 'pre');
  const [first] = uses;
  if (first === undefined || dialects.has('mpmd')) return;
  const axes = meshText(first.mesh.mesh);
  const second = uses.find(({ mesh }) => meshText(mesh.mesh) !== axes);
  if (second === undefined) return;
  const told = [first.mesh, second.mesh].map(({ name, mesh }) => `@${oneLine(name)} (${meshText(mesh)})`);
  context.diagnostics.emitOn(
    second.op,
    'error',
    `the shardings of the program are on two meshes, ${told.join(' and ')}, and a program is partitioned on one; make one mesh of the finer axes, along several of which a dimension may be split, such as P(('x', 'y'))`,
  );
  throw new ModuleError(log.text(), log.diagnostics);
}

interface NamedMesh {
  /** Empty for one that stands in a sharding. */
  readonly name: string;
  readonly mesh: MeshAttr;
}

/** The meshes of the shardings that an operation has, without those of one device, which host callbacks have. */
function meshesOf(op: Operation, table: MeshTable): NamedMesh[] {
  const attributes = [...op.properties, ...(op.discardable?.values() ?? [])];
  return attributes.flatMap(shardingsIn).flatMap((sharding) => {
    const mesh = table.meshOf(sharding);
    return mesh === null || mesh.totalSize < 2 ? [] : [{ name: sharding.meshName ?? '', mesh }];
  });
}

function shardingsIn(attribute: Attribute | null): TensorShardingAttr[] {
  if (attribute instanceof TensorShardingAttr) return [attribute];
  if (attribute instanceof TensorShardingPerValueAttr) return [...attribute.shardings];
  if (attribute instanceof DictionaryAttr) return attribute.entries.flatMap(([, own]) => shardingsIn(own));
  return attribute instanceof ArrayAttr ? attribute.elements.flatMap(shardingsIn) : [];
}
