import { kernelOf, type Members, type PlainKernel, UPDATE } from './fused-kernel.ts';
import { type Computation, type GraphNode, type GraphValue, resultOf, usersOf } from './hlo-graph.ts';
import {
  isBroadcast,
  isElementwise,
  isExpensive,
  isLoopFusible,
  isScalarConstant,
  reusesElements,
} from './node-kinds.ts';
import { lookUp } from '@shardform/ir-core';

/** An operation is emitted for so many different indices in a fusion at most. */
const MOST_INDICES = 15;

/** Concatenations of more operands are not fused. */
const MOST_CONCATENATED = 8;

/** So many operations are one fusion at most. */
const LARGEST_FUSION = 512;

/**
 * Fuses elementwise operations into the loops that use them. If there are several users, cheap operations are
 * duplicated into each; those that read more than they write only if their result then isn't needed in memory.
 */
export function fuseLoops(computation: Computation): readonly PlainKernel[] {
  const { nodes } = computation;
  const users = usersOf(nodes);
  const returned = new Set(computation.results);
  const kernels = new Map<GraphNode, Members>();
  const places = new Map<GraphNode, GraphNode[]>();
  for (const node of nodes.toReversed()) {
    const fusible = isLoopFusible(node) && node.kind !== UPDATE;
    const own = fusible ? (users.get(resultOf(node)) ?? []) : [];
    const isReturned = node.results.some((result) => returned.has(result));
    const roots = fusible ? [...new Set(own.flatMap((user) => lookUp(places, user)))] : [];
    const taking = new Map<GraphNode, ReadonlySet<string>>();
    const isExpensiveCopy = isExpensive(node) && (roots.length > 1 || isReturned);
    if (fusible && !isExpensiveCopy)
      for (const root of roots) {
        const indices = indicesIn(root, lookUp(kernels, root), node, own);
        if (indices !== null) taking.set(root, indices);
      }
    const isEverywhere = taking.size === roots.length && !isReturned && roots.length > 0;
    if (!isEverywhere && taking.size > 0 && !mayBeDuplicated(node)) taking.clear();
    for (const [root, indices] of taking) lookUp(kernels, root).set(node, indices);
    const isInMemory = !isEverywhere || taking.size === 0;
    places.set(node, isInMemory ? [node, ...taking.keys()] : [...taking.keys()]);
    if (isInMemory) kernels.set(node, new Map([[node, new Set([''])]]));
  }
  return nodes.flatMap((node) => {
    const members = kernels.get(node);
    return members === undefined || node.kind === 'stablehlo.constant' ? [] : [kernelOf(node, members)];
  });
}

/** The indices at which a kernel needs a node's elements; `null` if it doesn't take the node in. */
function indicesIn(
  root: GraphNode,
  members: Members,
  node: GraphNode,
  users: readonly GraphNode[],
): ReadonlySet<string> | null {
  if (!isLoopFusible(root) && root.kind !== UPDATE) return null;
  if (members.size >= LARGEST_FUSION) return null;
  const value = resultOf(node);
  const indices = new Set<string>();
  for (const [place, user] of users.entries()) {
    const own = members.get(user);
    if (own === undefined) continue;
    if (user.kind === UPDATE && user.operands[0] === value) return null;
    if (isExpensive(node) && reusesElements(user, value)) return null;
    const concatenation = [user, node].find(({ kind }) => kind === 'stablehlo.concatenate');
    if (concatenation !== undefined && concatenation.operands.length > MOST_CONCATENATED) return null;
    for (const index of own) indices.add(isElementwise(user) ? index : `${index}/${place}`);
    if (indices.size > MOST_INDICES) return null;
  }
  return indices;
}

/** Returns whether computing a node again reads no more than its result would be. */
function mayBeDuplicated(node: GraphNode): boolean {
  if (isExpensive(node)) return false;
  const value = resultOf(node);
  const rank = trueRank(value);
  const operands = new Set(node.operands);
  const large = [...operands].filter((operand) => {
    if (operand.node !== null && (isBroadcast(operand.node) || operand.node.kind === 'stablehlo.iota'))
      return false;
    return !isScalarConstant(operand) && trueRank(operand) >= rank;
  });
  if (large.length <= 1) return true;
  return [...operands].reduce((sum, { bytes }) => sum + bytes, 0) <= value.bytes;
}

function trueRank({ shape }: GraphValue): number {
  return shape.filter((size) => size !== 1).length;
}
