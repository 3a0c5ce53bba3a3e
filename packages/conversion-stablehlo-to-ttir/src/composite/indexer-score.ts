import * as ttir from '@shardform/dialect-ttir';
import { type Attribute, boolAttr, type Builder, i32, IntegerAttr, type Tensor } from '@shardform/ir-core';
import { frontendInteger, frontendText } from '../convert/call-conversion.ts';
import { foldedScores } from './folded-heads.ts';
import { positionMask } from './position-mask.ts';
import type { Synthesis } from './synthesized-composites.ts';

/** Scores of keys for queries: products cut off at zero, weighted and summed over heads. Later keys score minus infinity. */
function scores(builder: Builder, [query, key, weights]: readonly Tensor[], start: number): Tensor {
  const tensors = new ttir.TensorBuilder(builder);
  const products = foldedScores(query!, key!, builder);
  const { type } = products;
  const input = builder.create(ttir.ReluOp, { input: products }, [type]).result;
  const rhs = tensors.broadcast(weights!, type.shape);
  const weighted = builder.create(ttir.MultiplyOp, { lhs: input, rhs }, [type]).result;
  const summed = type.withShape(type.shape.with(1, 1));
  const args = { input: weighted, dimArg: ttir.i32Array([1]), keepDim: boolAttr(true) };
  const lhs = builder.create(ttir.SumOp, args, [summed]).result;
  const mask = positionMask(summed, i32, start, builder);
  return builder.create(ttir.AddOp, { lhs, rhs: mask }, [summed]).result;
}

/** Reads a call of the scores by which sparse attention selects keys. */
export const indexerScore: Synthesis = (op, operands) => {
  const number = (name: string): number | null =>
    frontendText(op, name) === null ? null : (frontendInteger(op, name) ?? -1);
  const [start, axis] = [number('chunk_start_idx') ?? 0, number('cluster_axis')];
  const [query, key, weights] = operands.map(({ type }) => type.shape);
  if (operands.length !== 3 || start < 0 || (axis !== null && axis < 0)) return null;
  const hasForm =
    query!.length === 4 &&
    key!.length === 4 &&
    key![1] === 1 &&
    weights!.join() === [...query!.slice(0, 3), 1].join();
  if (!hasForm || query![3] !== key![3]) return null;
  const unsigned = (value: number): Attribute => IntegerAttr.get(value, ttir.ui32);
  return {
    name: 'indexer_score_dsa',
    attributes: [
      ['chunk_start_idx', unsigned(start)],
      ...(axis === null ? [] : [['cluster_axis', unsigned(axis)] as const]),
    ],
    body: (builder, inputs) => scores(builder, inputs, start),
  };
};
