import type { TensorShardingAttr } from '@shardform/dialect-sdy';
import { oneLine, type Type } from '@shardform/ir-core';
import { meshOf, type ShardedFunction } from '@shardform/inspect';
import type { ShardLayout } from '@shardform/dialect-sdy';
import { arrayTypeOf } from '@shardform/runtime-sim';

/** `%3 : tensor<8x128x512xf32>   [{"x"}, {}, {"y"}]   local 4x128x128, 8 devices, replicated over {}`. */
export function valueTitle(
  name: string,
  type: Type,
  sharding: TensorShardingAttr | null,
  layout: ShardLayout,
  program: ShardedFunction,
  isUnknown = false,
): string {
  if (arrayTypeOf(type) === null) return `${name} : ${String(type)}   sizes are not known`;
  const mesh = meshOf(sharding, program);
  if (isUnknown)
    return `${name} : ${String(type)}   on each of ${mesh.totalSize} devices; how they share the whole is not known`;
  const dims = layout.localShape.map(
    (_, d) => `{${sharding?.dims[d]?.axes.map((axis) => axis.text).join(', ') ?? ''}}`,
  );
  const unreduced = sharding?.unreducedAxes.map((axis) => axis.text) ?? [];
  const used = new Set([...(sharding?.axes() ?? [])].map(({ name: axis }) => axis));
  const replicated = [
    ...mesh.axes.filter((axis) => !used.has(axis.name)).map((axis) => `"${oneLine(axis.name)}"`),
    ...(sharding?.replicatedAxes.map((axis) => axis.text) ?? []),
  ];
  const local = layout.localShape.length === 0 ? 'scalar' : layout.localShape.join('x');
  const partial = unreduced.length === 0 ? '' : `, to be added up over {${unreduced.join(', ')}}`;
  // The heading has the program's own mesh.
  const where = mesh === program.mesh ? '' : ` of ${String(sharding!.meshOrRef)}`;
  return `${name} : ${String(type)}   [${dims.join(', ')}]   local ${local}, ${mesh.totalSize} device${mesh.totalSize === 1 ? '' : 's'}${where}, replicated over {${replicated.join(', ')}}${partial}`;
}
