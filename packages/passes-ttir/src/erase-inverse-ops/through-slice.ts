import { inversePermutation, type RewritePattern, type Tensor } from '@shardform/ir-core';
import { i32Numbers, PermuteOp, ReshapeOp, SliceStaticOp, type TensorBuilder } from '@shardform/dialect-ttir';
import type { Commuting } from './commute.ts';

/** The range that a slice takes of each dimension, counted from the start. */
interface Range {
  readonly begin: number;
  readonly end: number;
  readonly step: number;
}

function rangesOf(op: SliceStaticOp): Range[] {
  const [begins, ends, steps] = [i32Numbers(op.begins), i32Numbers(op.ends), i32Numbers(op.step)];
  const counted = (index: number, size: number): number => (index < 0 ? index + size : index);
  return op.input.type.shape.map((size, d) => ({
    begin: counted(begins[d]!, size),
    end: counted(ends[d]!, size),
    step: steps[d]!,
  }));
}

function slice(input: Tensor, ranges: readonly Range[], tensors: TensorBuilder): Tensor {
  return tensors.sliceAll(
    input,
    ranges.map(({ begin }) => begin),
    ranges.map(({ end }) => end),
    ranges.map(({ step }) => step),
  );
}

/** Returns how far from the end the first sliced dimension is: 1 is the last one; 0 when none is sliced. */
function cutDepth(op: SliceStaticOp): number {
  const { shape } = op.input.type;
  const first = rangesOf(op).findIndex(
    ({ begin, end, step }, d) => begin !== 0 || end !== shape[d] || step !== 1,
  );
  return first < 0 ? 0 : shape.length - first;
}

/** Returns the number of trailing dimensions that a reshape leaves alone; `null` when it changes nothing. */
function keptDepth(op: ReshapeOp): number | null {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  if (from.join() === to.join()) return null;
  let depth = 0;
  while (depth < Math.min(from.length, to.length) && from.at(-1 - depth) === to.at(-1 - depth)) depth++;
  return depth;
}

/** Returns true if the reshape leaves alone all sliced dimensions and those behind them. */
function isBeforeCut(op: SliceStaticOp, move: ReshapeOp): boolean {
  const [kept, cut] = [keptDepth(move), cutDepth(op)];
  return kept !== null && cut > 0 && kept >= cut;
}

/** The ranges of the last dimensions, and all of those before them. */
function rangesFor(op: SliceStaticOp, shape: readonly number[]): Range[] {
  const cut = cutDepth(op);
  const whole = shape.slice(0, shape.length - cut).map((size) => ({ begin: 0, end: size, step: 1 }));
  return [...whole, ...rangesOf(op).slice(-cut)];
}

/** Slices: reshapes must leave the dimensions alone that are cut, and those behind them. */
export function sliceRules(commuting: Commuting): readonly RewritePattern[] {
  return [
    commuting.rule(SliceStaticOp, PermuteOp, {
      above(op, move, { tensors }) {
        const [order, ranges] = [move.permutation.numbers(), rangesOf(op)];
        return slice(
          tensors.permute(op.input, order),
          order.map((dim) => ranges[dim]!),
          tensors,
        );
      },
      below(op, move, { tensors }) {
        const [order, ranges] = [move.permutation.numbers(), rangesOf(op)];
        const cut = inversePermutation(order).map((dim) => ranges[dim]!);
        return tensors.permute(slice(move.input, cut, tensors), order);
      },
    }),
    commuting.rule(SliceStaticOp, ReshapeOp, {
      above(op, move, { tensors }) {
        if (!isBeforeCut(op, move)) return null;
        const kept = keptDepth(move)!;
        const [whole, final] = [op.input.type.shape, move.result.type.shape];
        const shape = [...final.slice(0, final.length - kept), ...whole.slice(whole.length - kept)];
        return slice(tensors.reshape(op.input, shape), rangesFor(op, shape), tensors);
      },
      below(op, move, { tensors }) {
        if (!isBeforeCut(op, move)) return null;
        const cut = slice(move.input, rangesFor(op, move.input.type.shape), tensors);
        return tensors.reshape(cut, op.result.type.shape);
      },
    }),
  ];
}
