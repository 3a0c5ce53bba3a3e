import {
  type Attribute,
  elementBitWidth,
  type Operation,
  positionOf,
  RankedTensorType,
} from '@shardform/ir-core';
import { isCollectiveOp, localShape, MeshTable } from '@shardform/dialect-sdy';
import { ExecutionCounts, programEntries } from '@shardform/runtime-sim';
import type { CollectiveRow } from './messages.ts';
import type { Program } from './program.ts';

/** Operations between devices, of all dialects, by the ends of their names. */
const COLLECTIVE = /\.(all_gather|all_reduce|all_to_all|collective_\w+|reduce_scatter|all_slice|mesh_shard)$/;
const GROUPS = ['replica_groups', 'source_target_pairs', 'cluster_axis', 'shard_dims'];

/** Returns the collectives of a program in its order. */
export function collectiveRows({ model, names }: Program): CollectiveRow[] {
  const meshes = new MeshTable(model.module);
  const rows: CollectiveRow[] = [];
  const counts = new ExecutionCounts(programEntries(model.module));
  model.module.walk((op) => {
    if (!COLLECTIVE.test(op.name)) return;
    const [result] = op.results;
    rows.push({
      operation: op.name,
      along: axesOf(op),
      bytes: bytesOf(op, meshes),
      executions: counts.of(op).times,
      result: result === undefined ? '' : names.describe(result),
      line: positionOf(op.location)?.line ?? null,
    });
  });
  return rows;
}

function axesOf(op: Operation): string {
  const attributes: readonly (readonly [string, Attribute])[] = op.sortedAttrs();
  const axes = attributes.find(
    ([name]) => name.endsWith('axes') || name === 'params' || GROUPS.includes(name),
  );
  if (axes === undefined) return '';
  return String(axes[1])
    .replace(/^#\w+<[a-z_]+ ?(.*)>$/, '$1')
    .replace(/^dense<(.*)> : .*$/, '$1');
}

/** Of the operands on one device. */
function bytesOf(op: Operation, meshes: MeshTable): number {
  return op.operands.reduce((sum, { value: { type } }) => {
    if (!(type instanceof RankedTensorType)) return sum;
    let { shape } = type;
    if (isCollectiveOp(op)) {
      const mesh = meshes.meshOf(op.outSharding);
      if (mesh !== null) shape = localShape(shape, op.outSharding, mesh) ?? shape;
    }
    const bits = elementBitWidth(type.elementType) ?? 0;
    return sum + (shape.reduce((product, size) => product * size, 1) * bits) / 8;
  }, 0);
}
