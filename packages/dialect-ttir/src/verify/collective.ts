import {
  currentBudget,
  type DenseElementsAttr,
  haveSameElements,
  type IntegerAttr,
  type Tensor,
} from '@shardform/ir-core';
import type { MeshShardTypeAttr, ReduceTypeAttr } from '@shardform/dialect-ttcore';
import { isOutside, type Problems, spaced } from './problems.ts';

interface Collective {
  readonly input: Tensor;
  readonly result: Tensor;
}

/** Tensors of one device only can't be split over a mesh. */
export function* meshShardProblems(op: { readonly shardType: MeshShardTypeAttr }): Problems {
  if (op.shardType.value === 'maximal') yield 'Invalid shard_type (maximal) for mesh_shard op.';
}

/** The dimension of concatenation is one of the operand's. */
export function* allGatherProblems(op: {
  readonly input: Tensor;
  readonly allGatherDim: IntegerAttr;
}): Problems {
  const dim = op.allGatherDim.number;
  if (isOutside(dim, op.input.type.rank))
    yield `Invalid dimension for all gather op. Gather dimension must be >= to input tensor rank or < -input tensor rank, got gather_dim = ${dim}`;
}

/** The reductions that devices do. */
const REDUCTIONS: readonly string[] = ['sum', 'max', 'min'];

/** `what` names the operation. */
export function* allReduceProblems(op: { readonly reduceType: ReduceTypeAttr }, what: string): Problems {
  if (!REDUCTIONS.includes(op.reduceType.value)) yield `Invalid reduction type for ${what} op.`;
}

/** The result is spread along a dimension of the operand. */
export function* reduceScatterProblems(op: {
  readonly input: Tensor;
  readonly reduceType: ReduceTypeAttr;
  readonly scatterDim: IntegerAttr;
}): Problems {
  if (!REDUCTIONS.includes(op.reduceType.value)) yield 'Invalid reduction type for reduce scatter op.';
  const dim = op.scatterDim.number;
  if (isOutside(dim, op.input.type.rank))
    yield `Invalid dimension for reduce scatter op. Scatter dimension must be >= to input tensor rank or < -input tensor rank, got scatter_dim = ${dim}`;
}

/** No device sends twice, none receives twice. */
export function* collectivePermuteProblems(op: { readonly sourceTargetPairs: DenseElementsAttr }): Problems {
  const rank = op.sourceTargetPairs.type.shape?.length ?? 0;
  if (rank !== 2) yield `The rank of source target pairs must be 2, got rank = ${rank}`;
  const ids = op.sourceTargetPairs.integers();
  const sources = ids.filter((_, i) => i % 2 === 0);
  const targets = ids.filter((_, i) => i % 2 === 1);
  if (new Set(sources).size !== sources.length || new Set(targets).size !== targets.length)
    yield "There are duplicate 'src' or 'dest' devices in source target pairs";
}

/** Checks a shard that is taken along a dimension of the operand, by one of two axes of the mesh. */
export function* meshPartitionProblems(op: {
  readonly input: Tensor;
  readonly dim: IntegerAttr;
  readonly clusterAxis: IntegerAttr | null;
}): Problems {
  const dim = op.dim.number;
  if (isOutside(dim, op.input.type.rank))
    yield `Invalid tensor dimension for mesh partition op. Dimension must be >= to input tensor rank or < -input tensor rank, got dim = ${dim}`;
  const axis = op.clusterAxis?.number ?? 0;
  if (axis > 1) yield `Cluster axis must be either None, 0 or 1, got ${axis}`;
}

/** Each device is in one group. */
function* replicaGroupsProblems(groups: DenseElementsAttr): Problems {
  if (groups.type.shape?.length !== 2) yield 'replica_groups must be a 2D array';
  // Groups of no devices take no room in a file.
  currentBudget().check('elements', 'replica_groups has', groups.type.shape?.[0] ?? 0);
  const ids = groups.integers().map(Number);
  const seen = new Set<number>();
  for (const id of ids) {
    if (id < 0) yield 'replica_groups values must be positive';
    if (id >= ids.length)
      yield `replica_groups values must be in the range [0, ${ids.length - 1}], got ${id}`;
    if (seen.has(id)) yield 'replica_groups must not contain duplicate values';
    seen.add(id);
  }
}

/** A device sends to the others of its group what has the same type there. */
export function* collectiveBroadcastProblems(
  op: Collective & { readonly replicaGroups: DenseElementsAttr },
): Problems {
  if (op.input.type !== op.result.type) yield 'input and output must have the same type';
  yield* replicaGroupsProblems(op.replicaGroups);
}

/** Checks that one dimension is split into as many slices as another one grows by. */
export function* allToAllProblems(
  op: Collective & {
    readonly splitDim: IntegerAttr;
    readonly concatDim: IntegerAttr;
    readonly splitCount: IntegerAttr;
    readonly replicaGroups: DenseElementsAttr;
  },
): Problems {
  const { shape, rank, elementType } = op.input.type;
  const [split, concat, count] = [op.splitDim.number, op.concatDim.number, op.splitCount.number];
  if (split < 0 || split >= rank) yield `splitDim must be in the range [0, ${rank - 1}], got ${split}`;
  if (count <= 0) yield 'splitCount must be a positive integer';
  if (shape[split]! % count !== 0) yield 'splitDim size must be divisible by splitCount';
  if (concat < 0 || concat >= rank) yield `concatDim must be in the range [0, ${rank - 1}], got ${concat}`;
  const expected = [...shape];
  expected[split] = expected[split]! / count;
  expected[concat] = expected[concat]! * count;
  const actual = op.result.type.shape;
  if (!haveSameElements(expected, actual))
    yield `Output shape mismatch: expected = <${spaced(expected)}> output = <${spaced(actual)}>`;
  if (elementType !== op.result.type.elementType) yield 'Input and output element types must match';
  yield* replicaGroupsProblems(op.replicaGroups);
  if (op.replicaGroups.type.shape![1] !== count) yield 'replicaGroup count must match splitCount';
}
