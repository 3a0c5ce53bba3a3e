import { ConvolutionOp, DotGeneralOp, ReduceOp } from '@shardform/dialect-stablehlo';
import {
  type Computation,
  elementCount,
  type GraphNode,
  type GraphValue,
  resultOf,
  usersOf,
} from './hlo-graph.ts';
import { isBroadcast } from './node-kinds.ts';
import { lookUp } from '@shardform/ir-core';

/** The kind of a node that is a library call. */
export const LIBRARY = 'library';

const names = (list: string): ReadonlySet<string> =>
  new Set(list.split(' ').map((name) => `stablehlo.${name}`));

const FUNCTIONS: ReadonlySet<string> = new Set([
  'chlo.erf',
  'chlo.square',
  ...names(
    `abs ceil convert exponential exponential_minus_one floor log log_plus_one logistic negate round_nearest_even rsqrt sign \
sine cosine sqrt tanh tan add divide maximum minimum multiply power subtract`,
  ),
]);

const FUNCTION_TYPES: ReadonlySet<string> = new Set(['f64', 'f32', 'bf16', 'i8', 'ui8']);

const SUMMED_TYPES: ReadonlySet<string> = new Set(['f64', 'f32']);

const COMPARED_TYPES: ReadonlySet<string> = new Set(['f64', 'f32', 'f16', 'bf16', 'i8', 'ui8']);

/** Elementwise operations on fewer elements aren't worth a call. */
const FEWEST_ELEMENTS = 4096;

/** Convolutions with fewer features are computed otherwise. */
const FEWEST_FEATURES = 16;

/**
 * Turns products, convolutions and reductions into library calls, as XLA does on CPUs: a reduction fuses supported
 * single-use producers and consumers. The operands of such a call are in memory, intermediate values are not.
 */
export function fuseLibraryCalls(computation: Computation): Computation {
  const users = usersOf(computation.nodes);
  const returned = new Set(computation.results);
  const fused = new Map<GraphNode, Set<GraphNode>>();
  const calls = new Map<GraphNode, Set<GraphNode>>();
  for (const node of computation.nodes.toReversed()) {
    if (fused.has(node) || !(node.op instanceof ReduceOp) || !isSupported(node)) continue;
    const { members, root } = grow(node, users, returned, fused);
    calls.set(root, members);
  }
  if (calls.size === 0) return computation;
  return withCalls(computation, calls, fused);
}

type Users = ReadonlyMap<GraphValue, readonly GraphNode[]>;

function grow(
  start: GraphNode,
  users: Users,
  returned: ReadonlySet<GraphValue>,
  fused: Map<GraphNode, Set<GraphNode>>,
): { readonly members: Set<GraphNode>; readonly root: GraphNode } {
  const members = new Set([start]);
  fused.set(start, members);
  let root = start;
  const take = (node: GraphNode): void => {
    members.add(node);
    fused.set(node, members);
  };
  const isFree = (node: GraphNode): boolean => !fused.has(node) && isSupported(node);
  /** Takes producers of members' operands that only members use. */
  const up = (starts: readonly GraphNode[]): boolean => {
    const next = [...starts];
    // The list grows while it is read.
    for (const node of next)
      for (const operand of node.operands) {
        const { node: producer } = operand;
        if (producer === null || !isFree(producer) || returned.has(operand)) continue;
        if (!lookUp(users, operand).every((user) => members.has(user))) continue;
        take(producer);
        next.push(producer);
      }
    return next.length > starts.length;
  };
  let changed = true;
  while (changed) {
    changed = up([...members]);
    // All uses of the result, directly or through members, end in one node.
    const own = users.get(resultOf(root)) ?? [];
    const [user] = own;
    if (own.length !== 1 || returned.has(resultOf(root)) || !isFree(user)) continue;
    take(user);
    root = user;
    changed = true;
  }
  return { members, root };
}

function withCalls(
  { parameters, nodes, results }: Computation,
  calls: ReadonlyMap<GraphNode, Set<GraphNode>>,
  fused: ReadonlyMap<GraphNode, Set<GraphNode>>,
): Computation {
  const own: GraphNode[] = [];
  for (const node of nodes) {
    const members = calls.get(node);
    if (members === undefined) {
      if (fused.has(node)) continue;
      own.push(node);
      continue;
    }
    const inside = new Set([...members].map(resultOf));
    const operands = new Set(
      [...members].flatMap((member) => member.operands).filter((operand) => !inside.has(operand)),
    );
    own.push({ ...node, kind: LIBRARY, operands: [...operands] });
  }
  return { parameters, nodes: own, results };
}

function isSupported(node: GraphNode): boolean {
  const { op, results, operands } = node;
  if (results.length !== 1) return false;
  if (op instanceof ReduceOp) return isSupportedReduction(node, op);
  if (op instanceof DotGeneralOp) return FUNCTION_TYPES.has(resultOf(node).element) && isMatrixProduct(op);
  if (op instanceof ConvolutionOp) return isSupportedConvolution(op);
  if (isBroadcast(node)) return true;
  if (![...results, ...operands].some((value) => elementCount(value) >= FEWEST_ELEMENTS)) return false;
  return (
    FUNCTIONS.has(node.kind) && [...results, ...operands].every(({ element }) => FUNCTION_TYPES.has(element))
  );
}

function isSupportedReduction(node: GraphNode, op: ReduceOp): boolean {
  const inner = op.body.entry.firstOp;
  if (op.inputs.length !== 1 || inner?.next?.definition.isTerminator !== true) return false;
  const { element } = resultOf(node);
  if (inner.name === 'stablehlo.add') return SUMMED_TYPES.has(element);
  return /\.(maximum|minimum)$/.test(inner.name) && COMPARED_TYPES.has(element);
}

/** Products with vectors are loops of their own. */
function isMatrixProduct(op: DotGeneralOp): boolean {
  const dot = op.dotDimensionNumbers;
  const free = (shape: readonly number[], ...taken: readonly (readonly number[])[]): number =>
    shape.reduce((size, dim, d) => (taken.some((dims) => dims.includes(d)) ? size : size * dim), 1);
  return (
    free(op.lhs.type.shape, dot.lhsBatchingDimensions, dot.lhsContractingDimensions) > 1 &&
    free(op.rhs.type.shape, dot.rhsBatchingDimensions, dot.rhsContractingDimensions) > 1
  );
}

function isSupportedConvolution(op: ConvolutionOp): boolean {
  const dimensions = op.dimensionNumbers;
  if (dimensions.inputSpatialDimensions.length !== 2 || op.batchGroupCount.number !== 1) return false;
  if (op.result.type.elementType !== op.lhs.type.elementType || String(op.result.type.elementType) !== 'f32')
    return false;
  const features = Math.max(
    op.lhs.type.shape[dimensions.inputFeatureDimension],
    op.result.type.shape[dimensions.outputFeatureDimension],
  );
  const dilations = op.lhsDilation?.numbers() ?? [];
  return features > FEWEST_FEATURES && dilations.every((dilation) => dilation === 1);
}
