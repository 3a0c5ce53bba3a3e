import { AllReduceOp } from '@shardform/dialect-stablehlo';
import type { Computation, GraphNode, GraphValue } from './hlo-graph.ts';

/** All-reduces of the same devices and reduction become one that waits for all of its operands. */
export function combineAllReduces(computation: Computation): Computation {
  const groups = new Map<string, GraphNode[]>();
  for (const node of computation.nodes) {
    const { op } = node;
    if (!(op instanceof AllReduceOp) || node.results.length !== 1) continue;
    const key = keyOf(op);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  const byNode = new Map<GraphNode, GraphNode>();
  for (const group of groups.values()) combine(independent(group), byNode);
  if (byNode.size === 0) return computation;
  return { ...computation, nodes: ordered(computation, byNode) };
}

function keyOf(op: AllReduceOp): string {
  const attributes = op.sortedAttrs().filter(([name]) => name !== 'channel_handle');
  const body = [...op.computation.entry].map(({ name }) => name);
  return [...attributes.map(([name, { id }]) => `${name}=${id}`), ...body].join();
}

/** Sets of nodes of which none depends on another; as many as possible in the first, from the end. */
function independent(group: readonly GraphNode[]): GraphNode[][] {
  const sets: { readonly nodes: GraphNode[]; readonly ancestors: Set<GraphNode> }[] = [];
  for (const node of group.toReversed()) {
    const before = ancestorsOf(node);
    const set = sets.find(
      ({ nodes, ancestors }) => !ancestors.has(node) && !nodes.some((own) => before.has(own)),
    );
    if (set === undefined) {
      sets.push({ nodes: [node], ancestors: before });
      continue;
    }
    set.nodes.unshift(node);
    for (const ancestor of before) set.ancestors.add(ancestor);
  }
  return sets.map(({ nodes }) => nodes);
}

function ancestorsOf(node: GraphNode): Set<GraphNode> {
  const found = new Set<GraphNode>();
  const add = (operands: readonly GraphValue[]): void => {
    for (const { node: producer } of operands) if (producer !== null) found.add(producer);
  };
  add(node.operands);
  for (const ancestor of found) add(ancestor.operands);
  return found;
}

function combine(sets: readonly (readonly GraphNode[])[], byNode: Map<GraphNode, GraphNode>): void {
  for (const nodes of sets) {
    if (nodes.length < 2) continue;
    const combined: GraphNode = {
      ...nodes[0]!,
      operands: nodes.flatMap(({ operands }) => operands),
      results: nodes.flatMap(({ results }) => results),
    };
    for (const node of nodes) byNode.set(node, combined);
  }
}

/** Nodes after what they read. */
function ordered({ nodes }: Computation, byNode: ReadonlyMap<GraphNode, GraphNode>): GraphNode[] {
  const makers = new Map<GraphValue, GraphNode>();
  const own = [...new Set(nodes.map((node) => byNode.get(node) ?? node))];
  for (const node of own) for (const result of node.results) makers.set(result, node);
  const done = new Set<GraphNode>();
  for (const start of own) {
    const stack = [start];
    while (stack.length > 0) {
      const node = stack.at(-1)!;
      const missing = node.operands
        .map((operand) => makers.get(operand))
        .filter((maker) => maker !== undefined && !done.has(maker));
      if (missing.length === 0 || done.has(node)) {
        done.add(node);
        stack.pop();
      } else stack.push(...(missing as GraphNode[]));
    }
  }
  return [...done];
}
