import { DYNAMIC, type OpReport, RankedTensorType, ShapedType, type Type } from '@shardform/ir-core';
import { commonMesh } from '../algebra/common-mesh.ts';
import { manualAxesOf } from '../attrs/manual-axes-attr.ts';
import type { MeshAttr } from '../attrs/mesh-attr.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import type { TensorShardingPerValueAttr } from '../attrs/tensor-sharding-per-value-attr.ts';
import { lookUpMesh } from '../mesh-table.ts';
import type { ManualComputationOp } from '../ops/manual-computation-op.ts';
import { boundAxisError, verifyShardingPerValue } from './verify-tensor-sharding.ts';

/** Checks the shardings of a manual computation against the types outside and inside. */
export function verifyManualComputation(op: ManualComputationOp, report: OpReport): boolean {
  const { inShardings, outShardings, manualAxes, entry } = op;
  if (!verifyNotBoundOutside(op, report)) return false;
  const inner = entry.lastOp?.operandTypes() ?? [];
  const sides: readonly Side[] = [
    {
      kind: 'operand',
      global: op.operandTypes(),
      local: entry.arguments.map(({ type }) => type),
      shardings: inShardings,
    },
    { kind: 'result', global: op.resultTypes(), local: inner, shardings: outShardings },
  ];
  for (const side of sides) if (!verifySide(side, op, report)) return false;
  if (inShardings.length === 0 && outShardings.length === 0) return true;
  const mesh = commonMesh([...inShardings.shardings, ...outShardings.shardings], {
    meshOf: ({ meshOrRef }) => lookUpMesh(op, meshOrRef),
  });
  if (mesh === null) {
    return report.opError('all in and out shardings must be bound to the same mesh or an empty mesh.');
  }
  const unknown = manualAxes.value.find((name) => !mesh.hasAxis(name));
  return unknown === undefined || report.opError(`unknown manual axis: "${unknown}"`);
}

function verifyNotBoundOutside(op: ManualComputationOp, report: OpReport): boolean {
  for (let parent = op.parentOp; parent !== null; parent = parent.parentOp) {
    const outer = manualAxesOf(parent);
    if (outer === null) continue;
    for (const name of op.manualAxes.value) {
      if (outer.includes(name)) return boundAxisError(name, parent, '', report);
    }
  }
  return true;
}

/** Operands with block arguments, or results with what the region returns. */
interface Side {
  readonly kind: 'operand' | 'result';
  readonly global: readonly Type[];
  readonly local: readonly Type[];
  readonly shardings: TensorShardingPerValueAttr;
}

function verifySide(side: Side, op: ManualComputationOp, report: OpReport): boolean {
  const { kind, global, local, shardings } = side;
  if (global.length === 0 && local.length === 0 && shardings.length === 0) return true;
  if (!verifyShardingPerValue(shardings, global, kind, op, report)) return false;
  if (global.length !== local.length) {
    return report.opError(
      `number of op ${kind}s and region ${kind}s must match. Op has ${global.length} op ${kind}s and ${local.length} region ${kind}s`,
    );
  }
  for (const [i, sharding] of shardings.shardings.entries()) {
    const problem = valueProblem(side, i, sharding, op);
    if (problem !== null) return report.opError(problem);
  }
  return true;
}

function valueProblem(
  { kind, global, local }: Side,
  index: number,
  sharding: TensorShardingAttr,
  op: ManualComputationOp,
): string | null {
  const { manualAxes } = op;
  for (const [d, { axes }] of sharding.dims.entries()) {
    let free: string | null = null;
    for (const { name } of axes) {
      if (!manualAxes.includes(name)) free ??= name;
      else if (free !== null) {
        return `${kind} sharding at index ${index} must have all manual axes come before free axes in its dimension sharding at index ${d}. Saw manual axis "${name}" after free axis "${free}"`;
      }
    }
  }
  const type = global[index]!;
  if (!(type instanceof ShapedType) || type.shape === null) return null;
  const mesh = lookUpMesh(op, sharding.meshOrRef)!;
  const expected: number[] = [];
  for (const [d, size] of type.shape.entries()) {
    const parts = manualSize(sharding, d, mesh, op);
    if (size === DYNAMIC) expected.push(size);
    else if (size % parts !== 0) {
      return `${kind} dimension size ${size} is not divisible by the manual axes size ${parts}`;
    } else expected.push(size / parts);
  }
  const inner = local[index]!;
  const shape = type instanceof RankedTensorType ? type.withShape(expected) : type;
  if (shape === inner) return null;
  return `${kind} shape, corresponding sharding, and region ${kind} shape at index ${index} must match. Expected local shape '${String(shape)}', actual local shape '${String(inner)}'`;
}

function manualSize(
  sharding: TensorShardingAttr,
  dim: number,
  mesh: MeshAttr,
  op: ManualComputationOp,
): number {
  // A maximal sharding has no dimensions.
  const axes = sharding.dims[dim]?.axes ?? [];
  let size = 1;
  for (const axis of axes) if (op.manualAxes.includes(axis.name)) size *= axis.size(mesh);
  return size;
}
