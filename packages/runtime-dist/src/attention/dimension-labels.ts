import { BroadcastInDimOp, ReshapeOp, TransposeOp } from '@shardform/dialect-stablehlo';
import type { Operation } from '@shardform/ir-core';
import { sizesOf } from './score-kinds.ts';

/** A label for each dimension of a tensor of scores; -1 for those of one element, and those that cannot be followed. */
export type Labels = readonly number[];

/** Returns the labels of an operation's result by those of an operand with as many elements. */
export function labelsBelow(op: Operation, labels: Labels): Labels {
  if (op instanceof TransposeOp) return op.permutation.numbers().map((d) => labels[d]);
  if (op instanceof ReshapeOp) return reshaped(labels, sizesOf(op.operand), sizesOf(op.result));
  if (!(op instanceof BroadcastInDimOp)) return labels;
  const placed = new Array<number>(sizesOf(op.result).length).fill(-1);
  op.broadcastDimensions.numbers().forEach((d, i) => (placed[d] = labels[i]));
  return placed;
}

/** Returns the labels of an operand by those of the result, which has as many elements. */
export function labelsAbove(op: Operation, labels: Labels): Labels {
  if (op instanceof TransposeOp) {
    const before = new Array<number>(labels.length).fill(-1);
    op.permutation.numbers().forEach((d, i) => (before[d] = labels[i]));
    return before;
  }
  if (op instanceof ReshapeOp) return reshaped(labels, sizesOf(op.result), sizesOf(op.operand));
  return op instanceof BroadcastInDimOp ? op.broadcastDimensions.numbers().map((d) => labels[d]) : labels;
}

/** Dimensions keep their labels where they neither are merged nor split. */
function reshaped(labels: Labels, from: readonly number[], to: readonly number[]): Labels {
  const result = new Array<number>(to.length).fill(-1);
  let [i, j] = [0, 0];
  while (i < from.length && j < to.length) {
    if (from[i] === to[j]) {
      result[j++] = labels[i++];
      continue;
    }
    if (from[i] === 1) i++;
    else if (to[j] === 1) j++;
    else {
      let [left, right] = [from[i++], to[j++]];
      while (left !== right && i <= from.length && j <= to.length) {
        if (left < right) left *= from[i++] ?? Infinity;
        else right *= to[j++] ?? Infinity;
      }
    }
  }
  return result;
}
