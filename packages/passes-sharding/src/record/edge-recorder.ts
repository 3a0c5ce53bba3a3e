import { FuncOp, setValueAttr } from '@shardform/dialect-func';
import {
  AxisToPropagationDetailsAttr,
  type AxisRefAttr,
  compareAxes,
  type EdgeValueRefAttr,
  PROPAGATION_EDGES,
  PropagationEdgesAttr,
  PropagationOneStepAttr,
} from '@shardform/dialect-sdy';
import { groupBy, type ModuleOp, type Operation } from '@shardform/ir-core';
import type { StepEdge } from './step-edges.ts';

/** Collects how axes moved between operands and results, and stores it as `sdy.propagation_edges`. */
export class EdgeRecorder {
  readonly #byOp = new Map<Operation, OpEdges>();

  add(op: Operation, edge: StepEdge, step: number): void {
    let edges = this.#byOp.get(op);
    if (edges === undefined) this.#byOp.set(op, (edges = new OpEdges()));
    edges.add(edge, step);
  }

  /**
   * Propagation between returned values and results of a function is stored with its first result: each result is
   * propagated alone, as number 0.
   */
  save(): void {
    for (const [op, edges] of this.#byOp) {
      const attribute = edges.toAttr();
      if (op instanceof FuncOp) setValueAttr(op, 'res_attrs', 0, PROPAGATION_EDGES, attribute);
      else if (op.parent !== null) op.setAttr(PROPAGATION_EDGES, attribute);
    }
  }
}

/** Returns the first number that no step recorded in the module has. */
export function nextStep(module: ModuleOp): number {
  let next = 0;
  module.walk((op) => {
    const edges = op.getAttr(PROPAGATION_EDGES);
    if (edges instanceof PropagationEdgesAttr)
      for (const { stepIndex: step } of edges.value) next = Math.max(next, step + 1);
  });
  return next;
}

interface TimedEdge extends StepEdge {
  readonly step: number;
}

/** The edges of one operation; of equal edges, the first one counts. */
class OpEdges {
  readonly #edges = new Map<string, TimedEdge>();

  add(edge: StepEdge, step: number): void {
    const key = `${edge.axis.id},${edge.source.id},${edge.target.id}`;
    if (!this.#edges.has(key)) this.#edges.set(key, { ...edge, step });
  }

  toAttr(): PropagationEdgesAttr {
    const bySteps = groupBy([...this.#edges.values()], ({ step }) => step);
    const steps = [...bySteps].sort(([a], [b]) => a - b);
    return PropagationEdgesAttr.get({
      value: steps.map(([step, edges]) =>
        PropagationOneStepAttr.get({ stepIndex: step, axisEntries: detailsOf(edges) }),
      ),
    });
  }
}

/** One entry for each axis and source. */
function detailsOf(edges: readonly TimedEdge[]): AxisToPropagationDetailsAttr[] {
  const bySource = groupBy(edges, ({ axis, source }) => `${axis.id},${source.id}`);
  return [...bySource.values()]
    .sort(([a], [b]) => compareSources(a!, b!))
    .map((group) => {
      // Groups are not empty.
      const [{ axis, source }] = group as [TimedEdge];
      const targets = group.map(({ target }) => target).sort(compareValueRefs);
      return AxisToPropagationDetailsAttr.get({ axisName: axis, source, targets });
    });
}

function compareSources(a: { axis: AxisRefAttr; source: EdgeValueRefAttr }, b: typeof a): number {
  return compareAxes(a.axis, b.axis) || compareValueRefs(a.source, b.source);
}

/** Operands before results. */
function compareValueRefs(a: EdgeValueRefAttr, b: EdgeValueRefAttr): number {
  if (a.type !== b.type) return a.type === 'operand' ? -1 : 1;
  return a.index - b.index;
}
