import { pattern } from '@shardform/ir-core';
import { i32Array, PermuteOp, ReshapeOp } from '@shardform/dialect-ttir';

/** For each dimension after a reshape the dimensions before that it joins; `null` when one is split. */
function joinedDims(from: readonly number[], to: readonly number[]): readonly (readonly number[])[] | null {
  const groups: number[][] = [];
  let at = 0;
  for (const size of to) {
    const group: number[] = [];
    let joined = 1;
    if (at < from.length && from[at] === size) {
      group.push(at);
      joined = from[at++]!;
    } else if (size !== 1) {
      while (at < from.length && size % (joined * from[at]!) === 0) {
        group.push(at);
        joined *= from[at++]!;
      }
    }
    if (joined !== size) return null;
    groups.push(group);
  }
  return at === from.length ? groups : null;
}

/** A permutation, a reshape that joins dimensions and a permutation that give all elements their order back. */
export const permuteReshapePermute = pattern(PermuteOp, 'ttir-permute-reshape-permute', (op, rewriter) => {
  const reshape = op.input.definingOp;
  if (!(reshape instanceof ReshapeOp)) return false;
  const first = reshape.input.definingOp;
  if (!(first instanceof PermuteOp)) return false;
  if (![first, reshape, op].some(({ result }) => result.hasOneUse)) return false;
  const { rank } = reshape.input.type;
  const groups = joinedDims(reshape.input.type.shape, reshape.result.type.shape);
  if (rank !== reshape.result.type.rank || groups === null) return false;
  const order = first.permutation.numbers();
  const dims = op.permutation.numbers().flatMap((group) => groups[group]!.map((dim) => order[dim]!));
  if (dims.some((dim, d) => dim !== d)) return false;
  const shape = i32Array(op.result.type.shape);
  rewriter.replaceOpWith(op, ReshapeOp, { input: first.input, shape }, op.resultTypes());
  return true;
});
