import type { Operation, OpReport, Value } from '@shardform/ir-core';
import { commonMesh } from '../algebra/common-mesh.ts';
import type { EdgeValueRefAttr, PropagationEdgesAttr } from '../attrs/propagation-edges-attr.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import { lookUpMesh } from '../mesh-table.ts';
import { FuncDataFlowEdgeOp } from '../ops/data-flow-edge-ops.ts';
import { getSharding } from '../sharding-of-value.ts';

/** Checks debugging information against the operation that carries it. */
export function verifyPropagationEdges(
  edges: PropagationEdgesAttr,
  op: Operation,
  report: OpReport,
): boolean {
  const problem = propagationEdgesProblem(edges, op, report);
  return problem === null || report.opError(problem);
}

function propagationEdgesProblem(
  edges: PropagationEdgesAttr,
  op: Operation,
  report: OpReport,
): string | null {
  const shardings = referencedValues(edges, op).map((value) => getSharding(value, report.context));
  if (shardings.every((sharding) => sharding === null)) {
    return 'expected propagation edges attr to reference a sharding.';
  }
  const meshOf = ({ meshOrRef }: TensorShardingAttr) => lookUpMesh(op, meshOrRef);
  const mesh = commonMesh(shardings, { meshOf });
  if (mesh === null) return 'expected a common mesh for propagation edges attr.';
  for (const { axisEntries: entries } of edges.value) {
    for (const { axisName: axis, source, targets } of entries) {
      if (!mesh.hasAxis(axis.name)) return 'expected axis ref to be in one of the meshes';
      if (op instanceof FuncDataFlowEdgeOp) continue;
      for (const value of [source, ...targets]) {
        const problem = indexProblem(value, op);
        if (problem !== null) return problem;
      }
    }
  }
  return null;
}

/** The values that edges go from and to. */
function referencedValues({ value: steps }: PropagationEdgesAttr, op: Operation): Value[] {
  // The edges of functions count all values of the function and its calls.
  if (op instanceof FuncDataFlowEdgeOp) return [op.input, op.result];
  const values = new Set<Value>();
  for (const { axisEntries: entries } of steps) {
    for (const { source, targets } of entries) {
      for (const { type: kind, index } of [source, ...targets]) {
        const value = kind === 'result' ? op.results[index] : op.operands[index]?.value;
        if (value !== undefined) values.add(value);
      }
    }
  }
  return [...values];
}

function indexProblem({ type: kind, index }: EdgeValueRefAttr, op: Operation): string | null {
  const count = kind === 'result' ? op.results.length : op.operands.length;
  if (index >= 0 && index < count) return null;
  const article = kind === 'result' ? 'a' : 'an';
  return `expected a value ref to have ${article} ${kind} index in range [0, ${count}), got: ${index}`;
}
