import * as ttir from '@shardform/dialect-ttir';
import { i32, IntegerAttr, IntegerType } from '@shardform/ir-core';
import { constantNumber } from '../convert/constants.ts';
import { boolOf, i32Of } from './composite-call.ts';
import type { CompositeLowering } from './legalize-composites.ts';

const topK =
  (wanted: 'both' | 'values' | 'indices', sortedOtherwise: boolean): CompositeLowering =>
  (call) => {
    const [input] = call.operands;
    if (input === undefined || call.op.results.length !== (wanted === 'both' ? 2 : 1)) return null;
    const type = call.resultType();
    const values = wanted === 'indices' ? input.type.withShape(type.shape) : type;
    const indices =
      wanted === 'values' ? type.withElementType(i32) : call.resultType(wanted === 'both' ? 1 : 0);
    const made = call.rewriter.create(
      ttir.TopKOp,
      {
        inputTensor: input,
        k: i32Of(call.integer('k') ?? 1),
        dim: i32Of(call.integer('dim') ?? -1),
        largest: boolOf(call.flag('largest', true)),
        sorted: boolOf(call.flag('sorted', sortedOtherwise)),
      },
      [values, indices],
    );
    if (wanted === 'both') return made;
    return [made.getResult(wanted === 'values' ? 0 : 1)];
  };

const argMax: CompositeLowering = (call) => {
  const [input] = call.operands;
  if (input === undefined || call.op.results.length !== 1) return null;
  const dimArg = ttir.i32Array([call.integer('dim') ?? -1]);
  const args = { input, keepDim: boolOf(call.flag('keepdim', false)), dimArg };
  return call.rewriter.create(ttir.ArgMaxOp, args, [call.resultType()]);
};

/** The target's indices are unsigned. */
const gatherAlong: CompositeLowering = (call) => {
  const [input, index] = call.operands;
  const dim = call.integer('dim');
  if (input === undefined || index === undefined || dim === null || input.type.rank !== index.type.rank)
    return null;
  const { elementType } = index.type;
  if (!(elementType instanceof IntegerType) || input.type.rank === 0) return null;
  const isUnsigned =
    elementType.signedness === 'unsigned' && (elementType.width === 32 || elementType.width === 16);
  const unsigned = isUnsigned
    ? index
    : call.rewriter.create(ttir.TypecastOp, { input: index, conservativeFolding: boolOf(false) }, [
        index.type.withElementType(ttir.ui32),
      ]).result;
  return call.rewriter.create(ttir.GatherOp, { input, index: unsigned, dim: i32Of(dim) }, [
    call.resultType(),
  ]);
};

/** Random numbers between the constants that the composite gets. */
const uniform: CompositeLowering = (call) => {
  const [, low, high] = call.operands;
  const bounds = [low, high].map((value) => (value === undefined ? null : constantNumber(value)));
  const shape = call.list('shape');
  if (shape === null || bounds[0] === null || bounds[1] === null) return null;
  return call.rewriter.create(
    ttir.RandOp,
    {
      size: ttir.i32Array(shape),
      low: bounds[0]!,
      high: bounds[1]!,
      seed: IntegerAttr.get(0, ttir.ui32),
    },
    [call.resultType()],
  );
};

/** Lowerings of top-k, argmax, gathers along one dimension, and random numbers. */
export const selections: Readonly<Record<string, CompositeLowering>> = {
  'tenstorrent.topk': topK('both', false),
  'tenstorrent.topk_values': topK('values', false),
  'tenstorrent.topk_indices': topK('indices', false),
  'tenstorrent.argmax': argMax,
  'tenstorrent.gather': gatherAlong,
  'tenstorrent.gather_dim': gatherAlong,
  'tenstorrent.uniform': uniform,
};
