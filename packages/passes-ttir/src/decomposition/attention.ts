import { byOp, cloneOp, type Operation, product, type Tensor, type Value } from '@shardform/ir-core';
import {
  AdamWOp,
  SdpaBackwardOp,
  SdpaForwardOp,
  SplitQueryKeyValueAndSplitHeadsOp,
  tensorOf,
} from '@shardform/dialect-ttir';
import { type Decomposition, type Maker } from './decomposition.ts';

/** The shape as one, all dimensions but the last two joined, and those two. */
function fourDimensions(shape: readonly number[]): number[] {
  const leading = product(shape.slice(0, -2));
  return [1, leading, shape.at(-2) ?? 1, shape.at(-1) ?? 1];
}

/** The operation on tensors of four dimensions, which is all that the library's training functions take. */
function inFourDimensions(op: Operation, { insert, tensors }: Maker): readonly Value[] | null {
  const [operands, results] = [op.operandValues().map(tensorOf), op.results.map((value) => tensorOf(value))];
  if ([...operands, ...results].every(({ type }) => type.rank === 4)) return null;
  const target = ({ type }: Tensor): readonly number[] =>
    type.rank === 4 ? type.shape : fourDimensions(type.shape);
  const copy = cloneOp(op);
  copy.setOperands(
    operands.map((operand) =>
      operand.type.rank === 4 ? operand : tensors.reshape(operand, target(operand)),
    ),
  );
  copy.setResultTypes(results.map((result) => result.type.withShape(target(result))));
  const made = insert(copy).results;
  return results.map(({ type }, i) => tensors.reshape(tensorOf(made[i]!), type.shape));
}

/** Slices of the last dimension, with heads before the sequence. */
const splitHeads: Decomposition = byOp(SplitQueryKeyValueAndSplitHeadsOp, (op, { tensors, target }) => {
  if (target !== 'cpu-fallback') return null;
  const { inputTensor: joint, kvInputTensor: keysAndValues } = op;
  // Verified: the joint tensor has three dimensions.
  const [batch, sequence] = joint.type.shape as [number, number, number];
  const size = op.query.type.dimSize(3);
  const heads = op.numHeads.number;
  const kvHeads = op.numKvHeads?.number ?? heads;
  const part = (input: Tensor, from: number, count: number): Tensor =>
    tensors.slice(input, 2, from * size, (from + count) * size);
  const split = (inputs: readonly Tensor[], count: number): Tensor[] =>
    inputs
      .map((input) => tensors.reshape(input, [batch, sequence, count, size]))
      .map((input) => tensors.permute(input, [0, 2, 1, 3]));
  // Both alternatives have three tensors.
  const [query, key, value] = (
    keysAndValues === null
      ? split([part(joint, 0, heads), part(joint, heads, heads), part(joint, 2 * heads, heads)], heads)
      : [
          ...split([joint], heads),
          ...split([part(keysAndValues, 0, kvHeads), part(keysAndValues, kvHeads, kvHeads)], kvHeads),
        ]
  ) as [Tensor, Tensor, Tensor];
  return [query, op.transposeKey.value === 0n ? key : tensors.permute(key, [0, 1, 3, 2]), value];
});

/** Operations of attention and training of other shapes than the library takes. */
export const attentions: readonly Decomposition[] = [
  byOp(AdamWOp, inFourDimensions),
  byOp(SdpaForwardOp, inFourDimensions),
  byOp(SdpaBackwardOp, inFourDimensions),
  splitHeads,
];
