import {
  changedTensor,
  CoreCoordAttr,
  layoutOf,
  NlpConcatHeadsDecodeOp,
  PagedScaledDotProductAttentionDecodeOp,
  RotaryEmbeddingOp,
  roundedUp,
  ScaledDotProductAttentionDecodeOp,
  ScaledDotProductAttentionOp,
  SdpaConfigAttr,
  SplitQueryKeyValueAndSplitHeadsOp,
  TensorBuilder,
  TILE,
  ToTensorSpecOp,
} from '@shardform/dialect-ttnn';
import { pattern, type RewritePattern, type Tensor, lastOf } from '@shardform/ir-core';
import { deviceDescription } from '@shardform/dialect-ttcore';
import { withCores } from '../core-placement.ts';

/** The sink is one column of heads, as wide as a tile. */
const sinkColumn = pattern(
  ScaledDotProductAttentionDecodeOp,
  'ttnn-attention-sink-as-a-column',
  (op, rewriter) => {
    let sink: Tensor | null = op.attentionSink;
    if (sink?.type.rank !== 4 || sink.type.shape[2] !== 1 || sink.type.shape[3] !== 1) return false;
    const heads = sink.type.dimSize(1);
    const tensors = new TensorBuilder(rewriter);
    if (sink.type.shape[0] !== 1) sink = tensors.slice(sink, [0, 0, 0, 0], [1, heads, 1, 1]);
    const column = tensors.padTo(tensors.reshape(sink, [heads, 1]), 1, TILE);
    rewriter.modifyInPlace(op, () => {
      op.setOperand(op.operands.length - 1, column);
    });
    return true;
  },
);

/** The mask is repeated for each head. */
const maskOfHeads = pattern(
  ScaledDotProductAttentionDecodeOp,
  'ttnn-attention-mask-of-heads',
  (op, rewriter) => {
    const mask = op.attentionMask;
    const heads = op.query.type.shape[2];
    if (mask?.type.rank !== 4 || op.query.type.rank !== 4 || mask.type.shape[2] !== 1 || heads! <= 1)
      return false;
    const whole = new TensorBuilder(rewriter).repeatTo(mask, mask.type.shape.with(2, heads!));
    rewriter.modifyInPlace(op, () => {
      op.setOperand(3, whole);
    });
    return true;
  },
);

/** Heads have whole tiles of features. */
const wholeHeads = pattern(ScaledDotProductAttentionOp, 'ttnn-attention-of-whole-tiles', (op, rewriter) => {
  const { shape } = op.query.type;
  const features = lastOf(shape);
  if (features % TILE === 0) return false;
  const whole = roundedUp(features, TILE);
  const tensors = new TensorBuilder(rewriter);
  const larger = (tensor: Tensor): Tensor => tensors.padTo(tensor, tensor.type.rank - 1, whole);
  const [query, key, value] = [larger(op.query), larger(op.key), larger(op.value)];
  const { attentionMask, attentionSink, isCausal, scale, slidingWindowSize } = op;
  const args = { query, key, value, attentionMask, attentionSink, isCausal, scale, slidingWindowSize };
  const { result } = rewriter.create(ScaledDotProductAttentionOp, args, [query.type], {
    location: op.location,
  });
  const begins = shape.map(() => 0);
  rewriter.replaceOp(op, [tensors.slice(result, begins, result.type.shape.with(-1, features))]);
  return true;
});

/** On Blackhole exponentials of this operation have to be exact, and a head is computed by one core. */
const blackholeConfig = pattern(
  PagedScaledDotProductAttentionDecodeOp,
  'ttnn-paged-attention-on-blackhole',
  (op, rewriter) => {
    const { chip, workerGrid } = deviceDescription(op);
    if (chip.arch !== 'blackhole') return false;
    const given = op.programConfig;
    const config = SdpaConfigAttr.get({
      computeWithStorageGridSize: CoreCoordAttr.get({ x: workerGrid[1] ?? 1, y: workerGrid[0] ?? 1 }),
      subCoreGrids: null,
      qChunkSize: TILE,
      kChunkSize: TILE,
      maxCoresPerHeadBatch: 1,
      ...given,
      expApproxMode: false,
    });
    if (op.programConfig === config) return false;
    rewriter.modifyInPlace(op, () => {
      op.programConfig = config;
    });
    return true;
  },
);

/** Rotation makes whole tiles of positions. */
const wholeRotation = pattern(RotaryEmbeddingOp, 'ttnn-rotary-embedding-of-whole-tiles', (op, rewriter) => {
  const { type } = op.result;
  const length = type.shape.at(-2) ?? TILE;
  if (type.rank < 2 || length % TILE === 0) return false;
  const { input, cosCache, sinCache, tokenIndex, computeConfig } = op;
  const whole = changedTensor(type, { shape: type.shape.with(-2, roundedUp(length, TILE)) });
  const args = { input, cosCache, sinCache, tokenIndex, computeConfig };
  const made = rewriter.create(RotaryEmbeddingOp, args, [whole], { location: op.location });
  const begins = type.shape.map(() => 0);
  rewriter.replaceOp(op, [
    new TensorBuilder(rewriter).slice(made.result, begins, whole.shape.with(-2, length), type),
  ]);
  return true;
});

/** The heads of one step are spread over as many cores as the batch has members. */
const stepOverCores = pattern(NlpConcatHeadsDecodeOp, 'ttnn-heads-of-a-step-over-cores', (op, rewriter) => {
  const { type } = op.input;
  const layout = layoutOf(type);
  if (layout === null || (layout.bufferType === 'l1' && layout.memoryLayout?.value === 'height_sharded'))
    return false;
  const request = {
    bufferType: 'l1',
    memoryLayout: 'height_sharded',
    grid: [type.dimSize(1), 1],
    isTiled: true,
  } as const;
  const spread = changedTensor(type, withCores(request, deviceDescription(op).workerGrid));
  const made = rewriter.create(ToTensorSpecOp, { input: op.input }, [spread], { location: op.location });
  rewriter.modifyInPlace(op, () => {
    op.setOperand(0, made.result);
  });
  return true;
});

/** Rows of features as heads: batch, heads, sequence, features. */
function inHeads(tensors: TensorBuilder, input: Tensor, heads: number): Tensor {
  const [batch, sequence, hidden] = input.type.shape;
  return tensors.permute(tensors.reshape(input, [batch!, sequence!, heads, hidden! / heads]), [0, 2, 1, 3]);
}

/** Heads that are no whole tiles are cut out one after the other. */
const splitHeads = pattern(
  SplitQueryKeyValueAndSplitHeadsOp,
  'ttnn-split-heads-without-tiles',
  (op, rewriter) => {
    const { inputTensor, kvInputTensor, numHeads, numKvHeads } = op;
    if (op.query.type.dimSize(3) % TILE === 0) return false;
    if ((numKvHeads === null) !== (kvInputTensor === null)) return false;
    // Verified: the input has three dimensions.
    const [batch, sequence, width] = inputTensor.type.shape as [number, number, number];
    const tensors = new TensorBuilder(rewriter);
    const part = (input: Tensor, i: number, size: number): Tensor =>
      tensors.slice(input, [0, 0, i * size], [batch, sequence, (i + 1) * size]);
    const heads = numHeads.number;
    const keyHeads = numKvHeads?.number ?? heads;
    let parts: readonly Tensor[];
    if (kvInputTensor === null) parts = [0, 1, 2].map((i) => part(inputTensor, i, width / 3));
    else {
      const size = kvInputTensor.type.dimSize(2) / 2;
      parts = [inputTensor, part(kvInputTensor, 0, size), part(kvInputTensor, 1, size)];
    }
    const [query, key, value] = parts.map((input, i) => inHeads(tensors, input, i === 0 ? heads : keyHeads));
    const isTransposed = op.transposeKey.value === 1n;
    rewriter.replaceOp(op, [query!, isTransposed ? tensors.permute(key!, [0, 1, 3, 2]) : key!, value!]);
    return true;
  },
);

/** Attention and its heads. */
export const attentionDecompositions: readonly RewritePattern[] = [
  wholeRotation,
  stepOverCores,
  splitHeads,
  sinkColumn,
  maskOfHeads,
  blackholeConfig,
  wholeHeads,
];
