import { combineAllReduces } from './combine-all-reduces.ts';
import { fuseLibraryCalls } from './fuse-library.ts';
import { fuseLoops } from './fuse-loops.ts';
import type { PlainKernel } from './fused-kernel.ts';
import type { Computation, GraphNode, GraphValue, KernelSequence } from './hlo-graph.ts';
import { lookUp } from '@shardform/ir-core';

/** Returns a computation as kernels in the order in which XLA runs them on CPUs, with those of its regions. */
export function scheduled(computation: Computation): KernelSequence {
  const fused = fuseLibraryCalls(combineAllReduces(computation));
  const kernels = breadthFirst(fused.parameters, fuseLoops(fused));
  return {
    parameters: fused.parameters,
    kernels: kernels.map((kernel) => ({ ...kernel, bodies: kernel.node.bodies.map(scheduled) })),
    results: fused.results,
  };
}

/**
 * Kernels in the order in which they become ready: that lets most of them run at the same time, and is what XLA's scheduler
 * for CPUs does. An order that needs less memory exists for most programs.
 */
function breadthFirst(parameters: readonly GraphValue[], kernels: readonly PlainKernel[]): PlainKernel[] {
  const makers = new Map<GraphValue, PlainKernel>();
  for (const kernel of kernels) for (const result of kernel.results) makers.set(result, kernel);
  const own = new Set(parameters);
  const users = new Map<GraphValue | GraphNode, PlainKernel[]>();
  const missing = new Map<PlainKernel, number>();
  const ready: PlainKernel[] = [];
  const sources = new Map<PlainKernel, Set<GraphValue | GraphNode>>();
  for (const kernel of kernels) {
    const needed = new Set<GraphValue | GraphNode>();
    for (const operand of kernel.operands) {
      const maker = makers.get(operand);
      if (maker !== undefined) needed.add(maker.node);
      else if (own.has(operand)) needed.add(operand);
    }
    sources.set(kernel, needed);
    missing.set(kernel, needed.size);
    for (const source of needed) {
      const known = users.get(source);
      if (known === undefined) users.set(source, [kernel]);
      else known.push(kernel);
    }
  }
  const release = (source: GraphValue | GraphNode): void => {
    for (const user of users.get(source) ?? []) {
      const left = missing.get(user)! - 1;
      missing.set(user, left);
      if (left === 0) ready.push(user);
    }
  };
  for (const parameter of parameters) release(parameter);
  for (const kernel of kernels) if (lookUp(sources, kernel).size === 0) ready.push(kernel);
  // The list grows while it is read.
  for (const kernel of ready) release(kernel.node);
  return ready;
}
