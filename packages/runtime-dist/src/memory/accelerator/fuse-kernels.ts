import { ConvolutionOp, DotGeneralOp, ReduceOp } from '@shardform/dialect-stablehlo';
import { lookUp } from '@shardform/ir-core';
import { kernelOf, type Members, type PlainKernel, UPDATE } from '../fused-kernel.ts';
import {
  type Computation,
  elementCount,
  type GraphNode,
  type GraphValue,
  resultOf,
  usersOf,
} from '../hlo-graph.ts';
import {
  isBroadcast,
  isConstant,
  isElementwise,
  isExpensive,
  isLoopFusible,
  reusesElements,
} from '../node-kinds.ts';

/** An operation is emitted for so many different indices in a fusion at most. */
const MOST_INDICES = 15;

/** So many operations are one fusion at most. */
const LARGEST_FUSION = 512;

/** Functions that take many operations for each element are computed in so many kernels at most. */
const MOST_COPIES = 4;

const CONVERT = 'stablehlo.convert';

/** A copy in another order of dimensions. */
const TRANSPOSE = 'transpose';

/** Operations that take a part of their operand. */
const PARTS: ReadonlySet<string> = new Set(['stablehlo.slice', 'stablehlo.dynamic_slice']);

/**
 * Fuses operations into the kernels that use them, as compilers for accelerators do: an operation is computed in all of its users or
 * in none, since a value that is in memory anyway need not be computed again. Products read slices and conversions of their operands where
 * these are.
 */
export function fuseKernels(computation: Computation): readonly PlainKernel[] {
  const { nodes } = computation;
  const users = usersOf(nodes);
  const returned = new Set(computation.results);
  const kernels = new Map<GraphNode, Members>();
  const places = new Map<GraphNode, readonly GraphNode[]>();
  for (const node of nodes.toReversed()) {
    const taking = takersOf(node);
    for (const [root, indices] of taking) lookUp(kernels, root).set(node, indices);
    places.set(node, taking.size === 0 ? [node] : [...taking.keys()]);
    if (taking.size === 0) kernels.set(node, new Map([[node, new Set([''])]]));
  }
  return nodes.flatMap((node) => {
    const members = kernels.get(node);
    return members === undefined || node.kind === 'stablehlo.constant' ? [] : [kernelOf(node, members)];
  });

  /** The kernels that compute a node, with the indices at which they do; none if it is a kernel of its own. */
  function takersOf(node: GraphNode): Map<GraphNode, ReadonlySet<string>> {
    const taking = new Map<GraphNode, ReadonlySet<string>>();
    if (!isFusible(node) || returned.has(resultOf(node))) return taking;
    const own = users.get(resultOf(node)) ?? [];
    const roots = new Set(own.flatMap((user) => lookUp(places, user)));
    if (isDear(node) && roots.size > MOST_COPIES) return taking;
    for (const root of roots) {
      const indices = indicesIn(root, lookUp(kernels, root), node, own);
      if (indices === null) return new Map();
      taking.set(root, indices);
    }
    return taking;
  }
}

/** Returns whether an operation can be computed inside of other kernels: reductions can't, whose elements are of many others. */
function isFusible(node: GraphNode): boolean {
  return isLoopFusible(node) && node.kind !== UPDATE && !(node.op instanceof ReduceOp);
}

/** The indices at which a kernel needs a node's elements; `null` if it doesn't take the node in. */
function indicesIn(
  root: GraphNode,
  members: Members,
  node: GraphNode,
  users: readonly GraphNode[],
): ReadonlySet<string> | null {
  if (members.size >= LARGEST_FUSION || !takesIn(root, node)) return null;
  const value = resultOf(node);
  const indices = new Set<string>();
  for (const [place, user] of users.entries()) {
    const own = members.get(user);
    if (own === undefined) continue;
    if (user.kind === UPDATE && user.operands[0] === value) return null;
    if (isDear(node) && reusesElements(user, value)) return null;
    for (const index of own) indices.add(isElementwise(user) ? index : `${index}/${place}`);
    if (indices.size > MOST_INDICES) return null;
  }
  return indices;
}

function takesIn(root: GraphNode, node: GraphNode): boolean {
  const { op } = root;
  if (op instanceof DotGeneralOp || op instanceof ConvolutionOp) return isReadThrough(node);
  return isLoopFusible(root) || root.kind === UPDATE || op instanceof ReduceOp;
}

/**
 * Returns whether a product reads the operand of an operation instead of its result. Narrower copies of intermediate values are kept in their
 * place, since they are computed where the wider value is, and so are copies in another order; those of parameters would be in memory beside
 * it.
 */
function isReadThrough(node: GraphNode): boolean {
  if (isBroadcast(node)) return true;
  if (isElementwise(node)) {
    const operand = onlyTensor(node);
    if (operand === null || isDear(node)) return false;
    return operand.bytes <= resultOf(node).bytes || isParameter(operand);
  }
  return PARTS.has(node.kind) || (node.kind === TRANSPOSE && isParameter(node.operands[0]));
}

/** The operand of an operation of one tensor, and of constants and single numbers; `null` for others. */
function onlyTensor({ operands }: GraphNode): GraphValue | null {
  const tensors = new Set(operands.filter((operand) => !isSmall(operand)));
  const [tensor] = tensors;
  return tensors.size === 1 ? tensor : null;
}

function isSmall(value: GraphValue): boolean {
  if (isConstant(value) || elementCount(value) === 1) return true;
  return value.node !== null && isBroadcast(value.node) && isSmall(value.node.operands[0]);
}

/** Returns whether a value is a parameter, a part of one, or one that was updated in place. */
function isParameter({ node }: GraphValue): boolean {
  if (node === null) return true;
  const isPart = PARTS.has(node.kind) || [CONVERT, UPDATE].includes(node.kind);
  return isPart && isParameter(node.operands[0]);
}

/** Returns whether an operation takes long to compute again; conversions are instructions of accelerators. */
function isDear(node: GraphNode): boolean {
  return node.kind !== CONVERT && isExpensive(node);
}
