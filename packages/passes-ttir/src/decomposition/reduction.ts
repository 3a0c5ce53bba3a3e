import { boolAttr, byOp, DenseElementsAttr, type Tensor } from '@shardform/ir-core';
import {
  ArgMaxOp,
  ConstantOp,
  i32Array,
  i32Numbers,
  MaxOp,
  NotEqualOp,
  ProdOp,
  ReduceAndOp,
  ReduceOrOp,
  SumOp,
  TypecastOp,
} from '@shardform/dialect-ttir';
import { type Decomposition } from './decomposition.ts';

/** The library finds the greatest element along the last dimension: others are brought there, and several joined. */
const argMaxOfLast: Decomposition = byOp(ArgMaxOp, (op, { create, tensors }) => {
  if (op.dimArg === null || op.dimArg.elements.length === 0) return null;
  const { shape, rank } = op.input.type;
  const reduced = new Set(i32Numbers(op.dimArg).map((dim) => (dim < 0 ? dim + rank : dim)));
  if (reduced.size === 1 && reduced.has(rank - 1)) return null;
  const dims = shape.map((_, d) => d);
  const kept = dims.filter((d) => !reduced.has(d));
  const sizes = kept.map((d) => op.input.type.dimSize(d));
  const joined = dims.filter((d) => reduced.has(d)).reduce((size, d) => size * op.input.type.dimSize(d), 1);
  const permuted = tensors.permute(op.input, [...kept, ...dims.filter((d) => reduced.has(d))]);
  const input = reduced.size === 1 ? permuted : tensors.reshape(permuted, [...sizes, joined]);
  const keeps = op.keepDim.value !== 0n;
  const type = op.result.type.withShape(keeps ? [...sizes, 1] : sizes);
  const found = create(ArgMaxOp, { input, keepDim: op.keepDim, dimArg: i32Array([sizes.length]) }, [type]);
  return [keeps ? tensors.reshape(found.result, op.result.type.shape) : found.result];
});

/** The library multiplies along one dimension or along all. */
const prodOfOne: Decomposition = byOp(ProdOp, (op, { create }) => {
  const { rank } = op.input.type;
  if (op.dimArg === null || [1, rank].includes(op.dimArg.elements.length)) return null;
  const keeps = op.keepDim.value !== 0n;
  // The last dimension first: then the others keep their numbers.
  const dims = i32Numbers(op.dimArg)
    .map((dim) => (dim < 0 ? dim + rank : dim))
    .sort((a, b) => b - a);
  const reduced = dims.reduce<Tensor>((input, dim) => {
    const shape = keeps ? input.type.shape.with(dim, 1) : input.type.shape.toSpliced(dim, 1);
    return create(ProdOp, { input, keepDim: op.keepDim, dimArg: i32Array([dim]) }, [
      input.type.withShape(shape),
    ]).result;
  }, op.input);
  return [reduced];
});

/** Truth values are numbers: their product is zero where one is false. */
const andToProd: Decomposition = byOp(ReduceAndOp, ({ input, dimArg, keepDim, result }, { create }) => [
  create(ProdOp, { input, dimArg, keepDim }, [result.type]).result,
]);

/**
 * The greatest of them is one where one is true; a sum would count them, and two of three is not the same truth as one of
 * three. Programs for the host have truth values of one bit, and make one of the sum.
 */
const orToMax: Decomposition = byOp(ReduceOrOp, ({ input, dimArg, keepDim, result }, { create, target }) => {
  const { type } = result;
  if (target !== 'cpu-fallback') return [create(MaxOp, { input, dimArg, keepDim }, [type]).result];
  const sum = create(SumOp, { input, dimArg, keepDim }, [type]).result;
  const zero = create(ConstantOp, { value: DenseElementsAttr.splat(type, 0) }, [type]).result;
  const isAny = create(NotEqualOp, { lhs: sum, rhs: zero }, [type]).result;
  return [create(TypecastOp, { input: isAny, conservativeFolding: boolAttr(false) }, [type]).result];
});

/** Reductions that the library has not. */
export const reductions: readonly Decomposition[] = [argMaxOfLast, prodOfOne, andToProd, orToMax];
