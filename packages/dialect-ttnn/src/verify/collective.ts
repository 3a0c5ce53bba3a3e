import { type DenseArrayAttr, haveSameElements, type IntegerAttr, type Tensor } from '@shardform/ir-core';
import type { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import { checks } from '@shardform/dialect-ttir';
import { layoutOf } from '../attrs/index.ts';

type Problems = checks.Problems;
/** Concatenation over devices keeps rows as rows and tiles as tiles. */
export function* allGatherProblems(op: {
  readonly input: Tensor;
  readonly result: Tensor;
  readonly allGatherDim: IntegerAttr;
}): Problems {
  const dim = op.allGatherDim.number;
  // Upstream's message names the other collective.
  if (checks.isOutside(dim, op.input.type.rank))
    yield `Invalid gather dimension for all reduce op. Gather dimension must be >= to input tensor rank or < -input tensor rank, got gather_dim = ${dim}`;
  const [from, to] = [layoutOf(op.input.type), layoutOf(op.result.type)];
  if (from === null || to === null || from.isTiled === to.isTiled) return;
  const name = (isTiled: boolean): string => (isTiled ? 'tile' : 'row_major');
  yield `Input and output layouts must agree, but got input layout ${name(from.isTiled)} and output layout ${name(to.isTiled)}. all_gather is layout-preserving and cannot convert between tiled and row-major layouts.`;
}

/** The result of a sum is spread along a dimension of the operand. */
export function* reduceScatterProblems(op: {
  readonly input: Tensor;
  readonly scatterDim: IntegerAttr;
  readonly reduceType: ReduceTypeAttr;
}): Problems {
  const dim = op.scatterDim.number;
  if (checks.isOutside(dim, op.input.type.rank))
    yield `Invalid scatter dimension for reduce scatter op. Scatter dimension must be >= to input tensor rank or < -input tensor rank, got scatter_dim = ${dim}`;
  if (op.reduceType.value !== 'sum') yield 'Invalid reduction type for reduce scatter op.';
}

/** Checks that the destination is like the source, and on another device. */
export function* pointToPointProblems(op: {
  readonly input: Tensor;
  readonly accum: Tensor | null;
  readonly senderCoord: DenseArrayAttr;
  readonly receiverCoord: DenseArrayAttr;
}): Problems {
  if (op.accum === null) return;
  const [from, to] = [op.input.type, op.accum.type];
  if (from.elementType !== to.elementType || !haveSameElements(from.shape, to.shape))
    yield 'Optional output tensor must match input tensor in shape and element type.';
  if (op.senderCoord === op.receiverCoord) yield "Can't send/receive to the same device";
}

/** Results of experts back to the tokens of devices. */
export function* combineProblems(
  op: Parameters<typeof checks.combineProblems>[0] & { readonly outputShardDim: IntegerAttr | null },
): Problems {
  yield* checks.combineProblems(op);
  const dim = op.outputShardDim?.number ?? 2;
  if (dim !== 1 && dim !== 2) yield `output_shard_dim must be 1 or 2, got ${dim}`;
}

/** Tokens and scores to the devices of their experts, into buffers that are given all or not at all. */
export function* dispatchMetadataProblems(
  op: Parameters<typeof checks.dispatchMetadataProblems>[0] & {
    readonly dispatchedBuffer: Tensor | null;
    readonly indicesBuffer: Tensor | null;
    readonly scoresBuffer: Tensor | null;
  },
): Problems {
  yield* checks.dispatchMetadataProblems(op, [2, '[D, E]']);
  const buffers = [op.dispatchedBuffer, op.indicesBuffer, op.scoresBuffer];
  if (buffers.some((buffer) => buffer === null) && buffers.some((buffer) => buffer !== null))
    yield 'dispatched_buffer, indices_buffer and scores_buffer must be all bound or all unbound';
}

interface ExpertSizes {
  readonly hiddenSize: IntegerAttr;
  readonly intermediateSize: IntegerAttr;
}

function* expertSizeProblems(op: ExpertSizes): Problems {
  yield* checks.tiledSizeProblems('hidden_size', op.hiddenSize.number);
  yield* checks.tiledSizeProblems('intermediate_size', op.intermediateSize.number);
}

/** First weights of experts with their offsets. */
export function* firstExpertWeightProblems(
  op: ExpertSizes & { readonly bias0: Tensor | null; readonly bias1: Tensor | null },
): Problems {
  yield* expertSizeProblems(op);
  if ((op.bias0 === null) !== (op.bias1 === null))
    yield 'bias_0 and bias_1 must be both present or both absent';
}

/** Second weights of experts. */
export function* secondExpertWeightProblems(op: ExpertSizes): Problems {
  yield* expertSizeProblems(op);
}

/** The experts of a device. */
export function* expertProblems(op: checks.ExpertLayer): Problems {
  yield* checks.tiledSizeProblems('intermediate_size', op.intermediateSize.number);
  yield* checks.expertInputProblems(op);
}
