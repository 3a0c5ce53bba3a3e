import { cloneOp, inversePermutation, type RewritePattern, type Tensor } from '@shardform/ir-core';
import {
  ArgMaxOp,
  i32Array,
  i32Numbers,
  MaxOp,
  MeanOp,
  MinOp,
  PermuteOp,
  ProdOp,
  ReduceAndOp,
  ReduceOrOp,
  type ReductionOp,
  ReshapeOp,
  SumOp,
} from '@shardform/dialect-ttir';
import type { Commuting, Maker, Rule } from './commute.ts';
import { fromFront, sameDimension } from './moves.ts';

type AnyReduction = ReductionOp | ArgMaxOp;

/** The dimensions that are reduced: all when none are named. */
function dimsOf(op: AnyReduction): number[] {
  const { type } = op.input;
  return op.dimArg === null
    ? type.shape.map((_, d) => d)
    : i32Numbers(op.dimArg).map((dim) => fromFront(dim, type));
}

/** The reduction of another tensor over other dimensions. */
function remade(op: AnyReduction, input: Tensor, dims: readonly number[], make: Maker): Tensor {
  const keeps = op.keepDim.value !== 0n;
  const shape = input.type.shape.flatMap((size, d) => (dims.includes(d) ? (keeps ? [1] : []) : [size]));
  const copy = cloneOp(op);
  copy.setOperands([input]);
  copy.dimArg = i32Array(dims);
  copy.setResultTypes([op.result.type.withShape(shape)]);
  return make.insert(copy).result;
}

/** Returns a permutation without the positions `removed`, with the remaining dimensions renumbered. */
export function contracted(order: readonly number[], removed: readonly number[]): number[] {
  const gone = new Set(removed.map((place) => order[place]!));
  const left = order.map((_, d) => d).filter((d) => !gone.has(d));
  return order.filter((_, place) => !removed.includes(place)).map((dim) => left.indexOf(dim));
}

/** Returns a permutation of the dimensions that remain as one of all `rank` dimensions, where `fixed` stay in place. */
export function expanded(order: readonly number[], fixed: readonly number[], rank: number): number[] {
  const all = Array.from({ length: rank }, (_, d) => d);
  const remaining = all.filter((d) => !fixed.includes(d));
  return all.map((d) => (fixed.includes(d) ? d : remaining[order[remaining.indexOf(d)]!]!));
}

const permuteRule: Rule<AnyReduction, PermuteOp> = {
  above(op, move, make) {
    if (!isFreeOfOrder(op)) return null;
    const dims = dimsOf(op);
    const given = move.permutation.numbers();
    const order = op.keepDim.value !== 0n ? given : expanded(given, dims, op.input.type.rank);
    const places = inversePermutation(order);
    return remade(
      op,
      make.tensors.permute(op.input, order),
      dims.map((dim) => places[dim]!),
      make,
    );
  },
  below(op, move, make) {
    if (!isFreeOfOrder(op)) return null;
    const [order, dims] = [move.permutation.numbers(), dimsOf(op)];
    const reduced = remade(
      op,
      move.input,
      dims.map((dim) => order[dim]!),
      make,
    );
    return make.tensors.permute(reduced, op.keepDim.value !== 0n ? order : contracted(order, dims));
  },
};

/** Returns false for an argmax over several dimensions, whose result depends on their order. */
function isFreeOfOrder(op: AnyReduction): boolean {
  return !(op instanceof ArgMaxOp) || dimsOf(op).length === 1;
}

/** The dimensions that are reduced, in a tensor of another shape; `null` when one is split or joined. */
function dimsAfter(op: AnyReduction, from: readonly number[], to: readonly number[]): number[] | null {
  if (op.dimArg === null) return to.length === 0 ? null : to.map((_, d) => d);
  const dims = dimsOf(op).map((dim) => sameDimension(from, to, dim));
  // Dimensions of size one may all be the same one of the other shape.
  const isEachOnce = new Set(dims).size === dims.length;
  return isEachOnce && dims.every((dim) => dim !== null) ? dims : null;
}

const reshapeRule: Rule<AnyReduction, ReshapeOp> = {
  above(op, move, make) {
    const { shape } = op.input.type;
    // Only such a reduction leaves the number of elements and of dimensions as it is.
    if (op.keepDim.value === 0n || dimsOf(op).some((dim) => shape[dim] !== 1)) return null;
    const dims = dimsAfter(op, shape, move.result.type.shape);
    return dims && remade(op, make.tensors.reshape(op.input, move.result.type.shape), dims, make);
  },
  below(op, move, make) {
    const dims = dimsAfter(op, move.result.type.shape, move.input.type.shape);
    return dims && make.tensors.reshape(remade(op, move.input, dims, make), op.result.type.shape);
  },
};

/** Reductions: the dimensions that are reduced follow the move; reshapes may not split or join them. */
export function reductionRules(commuting: Commuting): readonly RewritePattern[] {
  const classes = [SumOp, MeanOp, MaxOp, MinOp, ProdOp, ReduceAndOp, ReduceOrOp, ArgMaxOp] as const;
  return classes.flatMap((opClass) => [
    commuting.rule<AnyReduction, PermuteOp>(opClass, PermuteOp, permuteRule),
    commuting.rule<AnyReduction, ReshapeOp>(opClass, ReshapeOp, reshapeRule),
  ]);
}
