import { AllReduceOp } from '@shardform/dialect-stablehlo';
import { type Computation, type GraphNode, type GraphValue, usersOf } from './hlo-graph.ts';
import { lookUp, lastOf } from '@shardform/ir-core';

/**
 * All-reduces of the same devices and reduction become one that waits for all of its operands, where as many others follow
 * after each: those don't depend on one another, and no two groups wait for each other.
 */
export function combineAllReduces(computation: Computation): Computation {
  const following = followingAllReduces(computation.nodes);
  const groups = new Map<string, GraphNode[]>();
  for (const node of computation.nodes) {
    if (!(node.op instanceof AllReduceOp) || node.results.length !== 1) continue;
    const key = `${lookUp(following, node)} ${keyOf(node.op)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  const byNode = new Map<GraphNode, GraphNode>();
  for (const nodes of groups.values()) {
    if (nodes.length < 2) continue;
    const combined: GraphNode = {
      ...nodes[0],
      operands: nodes.flatMap(({ operands }) => operands),
      results: nodes.flatMap(({ results }) => results),
    };
    for (const node of nodes) byNode.set(node, combined);
  }
  return byNode.size === 0 ? computation : { ...computation, nodes: ordered(computation, byNode) };
}

function keyOf(op: AllReduceOp): string {
  const attributes = op.sortedAttrs().filter(([name]) => name !== 'channel_handle');
  const body = [...op.computation.entry].map(({ name }) => name);
  return [...attributes.map(([name, { id }]) => `${name}=${id}`), ...body].join();
}

/** Returns the number of all-reduces that follow each node, one after the other. */
function followingAllReduces(nodes: readonly GraphNode[]): ReadonlyMap<GraphNode, number> {
  const users = usersOf(nodes);
  const following = new Map<GraphNode, number>();
  for (const node of nodes.toReversed()) {
    let most = 0;
    for (const result of node.results)
      for (const user of users.get(result) ?? [])
        most = Math.max(most, following.get(user)! + (user.op instanceof AllReduceOp ? 1 : 0));
    following.set(node, most);
  }
  return following;
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
      const node = lastOf(stack);
      const missing = done.has(node)
        ? []
        : node.operands.flatMap((operand) => {
            const maker = makers.get(operand);
            return maker === undefined || done.has(maker) ? [] : [maker];
          });
      if (missing.length === 0) {
        done.add(node);
        stack.pop();
      } else stack.push(...missing);
    }
  }
  return [...done];
}
