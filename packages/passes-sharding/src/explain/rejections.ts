import { type AxisRefAttr, type TensorShardingAttr, axesOverlap } from '@shardform/dialect-sdy';
import type { Operation, Value } from '@shardform/ir-core';
import { project } from '../projection/project.ts';
import type { ShardingProjection } from '../projection/factor-sharding.ts';
import type { PropagationGraph } from '../propagation/propagation-graph.ts';
import { zip } from '@shardform/ir-core';

/** Why a value did not get an axis. */
export type RejectionReason =
  /** Another dimension of the value is split along it. */
  | 'used-elsewhere'
  /** The dimension is closed in the program. */
  | 'closed'
  /** The value is to be whole along it, or holds partial results along it. */
  | 'kept-whole'
  /** The dimension is already split along another axis at this position. */
  | 'other-axis'
  /** Other tensors of the operation are split along different axes there, and propagation decides for none. */
  | 'conflict'
  /** Another tensor of the operation can't take it, or the operation passes nothing on this way. */
  | 'not-passed-on';

/** That an operation has an axis for a dimension of a value, which the value does not have. */
export interface Rejection {
  readonly axis: AxisRefAttr;
  readonly dimension: number;
  readonly op: Operation;
  readonly factor: number;
  /** A tensor of the operation that has the axis. */
  readonly holder: Value;
  readonly reason: RejectionReason;
  /** The axis that the dimension is split along instead, for `other-axis`, or in another tensor, for `conflict`. */
  readonly instead: AxisRefAttr | null;
}

/**
 * Returns the axes that operations around a value offer for it and that it does not have; each axis of a dimension
 * once.
 */
export function rejectionsOf(value: Value, graph: PropagationGraph): Rejection[] {
  const found = new Map<string, Rejection>();
  const visit = (op: Operation | null): void => {
    const node = op === null ? null : graph.opNode(op);
    if (node === null || node.isErased) return;
    for (const rejection of rejectionsAt(node.op, value, graph)) {
      const key = `${rejection.dimension},${rejection.axis.id}`;
      if (!found.has(key)) found.set(key, rejection);
    }
  };
  visit(value.definingOp);
  for (const user of value.users().reverse()) visit(user);
  return [...found.values()].sort((a, b) => a.dimension - b.dimension);
}

function rejectionsAt(op: Operation, value: Value, graph: PropagationGraph): Rejection[] {
  const site = graph.siteOf(graph.opNode(op)!, false);
  if (site === null) return [];
  const { rule, tensors } = site;
  const own = graph.tensorOf(value);
  const shardings = tensors.map(({ sharding }) => sharding);
  const meshes = shardings.flatMap((sharding) => (sharding === null ? [] : [graph.meshes.meshOf(sharding)]));
  const [mesh] = meshes;
  if (mesh === undefined || mesh === null || meshes.some((other) => other !== mesh)) return [];
  const projection = project(rule, shardings, mesh);
  const mappings = [...rule.operands, ...rule.results];
  const rejections: Rejection[] = [];
  zip(tensors, mappings, projection.tensors).forEach(([tensor, mapping, projected], index) => {
    if (tensor !== own) return;
    mapping.dimMappings.forEach(({ factorIndices: factors }, dimension) => {
      for (const factor of factors) {
        const missing = missingAxis(projection, index, factor);
        const holder = missing === null ? null : tensors[missing.holder]!.value;
        if (missing === null || holder === null) continue;
        const kept = projected.factors[factor]?.axes[missing.position] ?? null;
        const given = reasonOf(missing.axis, dimension, own.sharding, kept);
        const other = given === 'not-passed-on' ? conflictingAxis(projection, factor, missing) : null;
        const reason = other === null ? given : 'conflict';
        rejections.push({
          axis: missing.axis,
          dimension,
          op,
          factor,
          holder,
          reason,
          instead: other ?? kept,
        });
      }
    });
  });
  return rejections;
}

/** An axis that a tensor of an operation lacks for a factor. */
interface MissingAxis {
  readonly axis: AxisRefAttr;
  /** The number of the tensor that has it. */
  readonly holder: number;
  /** Among the factor's axes there. */
  readonly position: number;
}

/** The axis that a further tensor has for a factor in the place of the one that is missing. */
function conflictingAxis(
  { tensors }: ShardingProjection,
  factor: number,
  { axis, position }: MissingAxis,
): AxisRefAttr | null {
  const axes = tensors.map((tensor) => tensor.factors[factor]?.axes[position]);
  return axes.find((other) => other !== undefined && other !== axis) ?? null;
}

/** The first axis that another tensor has for a factor where this one has another or none. */
function missingAxis({ tensors }: ShardingProjection, index: number, factor: number): MissingAxis | null {
  const own = tensors[index]!.factors[factor];
  if (own === null || own === undefined) return null;
  for (const [holder, tensor] of tensors.entries()) {
    const axes = holder === index ? undefined : tensor.factors[factor]?.axes;
    const position = axes?.findIndex((axis, i) => own.axes[i] !== axis) ?? -1;
    if (position >= 0) return { axis: axes![position]!, holder, position };
  }
  return null;
}

function reasonOf(
  axis: AxisRefAttr,
  dimension: number,
  sharding: TensorShardingAttr | null,
  instead: AxisRefAttr | null,
): RejectionReason {
  if (sharding === null) return 'not-passed-on';
  const isUsed = (axes: readonly AxisRefAttr[]): boolean => axes.some((own) => axesOverlap(own, axis));
  if (sharding.dims.some(({ axes }, d) => d !== dimension && isUsed(axes))) return 'used-elsewhere';
  if (isUsed(sharding.replicatedAxes) || isUsed(sharding.unreducedAxes)) return 'kept-whole';
  if (instead !== null) return 'other-axis';
  return sharding.dims[dimension]?.isClosed === true ? 'closed' : 'not-passed-on';
}
