import {
  DenseArrayAttr,
  i64,
  isInstance,
  memoryEffectsOf,
  type Operation,
  pattern,
  type RewritePattern,
  type Value,
} from '@shardform/ir-core';
import { type DataType, dataTypeOf, isExact, TileType } from '@shardform/dialect-ttcore';
import { i32Array, tensorType } from '@shardform/dialect-ttir';
import { LayoutAttr } from '../attrs/layout-attr.ts';
import { ToLayoutOp, ToTensorSpecOp } from '../ops/layout-ops.ts';
import { MatmulOp } from '../ops/matmul-ops.ts';
import { PermuteOp, RepeatOp, ReshapeOp } from '../ops/shape-ops.ts';
import { TypecastOp } from '../ops/unary-ops.ts';

/** The layout of a value, if it has one. */
function layoutOf(value: Value): LayoutAttr | null {
  const { encoding } = tensorType(value.type);
  return encoding !== null && isInstance(LayoutAttr, encoding) ? encoding : null;
}

/** The number format of a value that has a layout. */
function formatOf(value: Value): DataType | null {
  const element = layoutOf(value)?.memref.elementType;
  if (element === undefined) return null;
  return element instanceof TileType ? element.dataType : dataTypeOf(element);
}

/** Changes of type, shape or layout that change nothing. */
const moveNothing: readonly RewritePattern[] = [TypecastOp, ReshapeOp, ToLayoutOp, ToTensorSpecOp].map(
  (cls) =>
    pattern(cls, `ttnn-move-nothing`, (op, rewriter) => {
      const isSame =
        op.name === 'ttnn.typecast' || op.name === 'ttnn.reshape'
          ? op.input.type === op.result.type
          : layoutOf(op.input) !== null && layoutOf(op.input) === layoutOf(op.result);
      if (!isSame) return false;
      rewriter.replaceOp(op, [op.input]);
      return true;
    }),
);

/** A change of the type of what was only changed for it. */
const castOnce = pattern(TypecastOp, 'ttnn-cast-once', (op, rewriter) => {
  const inner = op.input.definingOp;
  if (!(inner instanceof TypecastOp) || !inner.result.hasOneUse) return false;
  rewriter.replaceOpWith(op, TypecastOp, { input: inner.input }, op.resultTypes());
  return true;
});

function writes(op: Operation): boolean {
  return memoryEffectsOf(op)?.some(({ kind }) => kind === 'write') ?? false;
}

/** Of two shapes the last counts. */
const reshapeOnce = pattern(ReshapeOp, 'ttnn-reshape-once', (op, rewriter) => {
  const inner = op.input.definingOp;
  if (!(inner instanceof ReshapeOp)) return false;
  // What is written into the first shape must be seen in the second.
  if (inner.result.users().some((user) => user !== op && writes(user))) return false;
  rewriter.replaceOpWith(op, ReshapeOp, { input: inner.input, shape: op.shape }, op.resultTypes());
  return true;
});

/** Two permutations are one. */
const permuteOnce = pattern(PermuteOp, 'ttnn-permute-once', (op, rewriter) => {
  const inner = op.input.definingOp;
  if (!(inner instanceof PermuteOp) || !inner.result.hasOneUse) return false;
  const first = inner.permutation.numbers();
  const permutation = DenseArrayAttr.get(
    i64,
    op.permutation.numbers().map((dim) => first[dim]!),
  );
  const { padValue } = op;
  rewriter.replaceOpWith(op, PermuteOp, { input: inner.input, permutation, padValue }, op.resultTypes());
  return true;
});

/** Without an exchange there is nothing to do; where only dimensions of size one move, the shape changes. */
const permuteInPlace = pattern(PermuteOp, 'ttnn-permute-in-place', (op, rewriter) => {
  const permutation = op.permutation.numbers();
  const { shape } = op.input.type;
  const order = permutation.filter((dim) => shape[dim] !== 1);
  if (order.some((dim, i) => i > 0 && dim < order[i - 1]!)) return false;
  if (permutation.every((dim, i) => dim === i)) rewriter.replaceOp(op, [op.input]);
  else {
    const args = { input: op.input, shape: i32Array(op.result.type.shape) };
    rewriter.replaceOpWith(op, ReshapeOp, args, op.resultTypes());
  }
  return true;
});

/** Whether a tensor is put into DRAM on purpose, to make room in L1 until it is brought there. */
function isStaged(inner: ToLayoutOp | ToTensorSpecOp, outer: ToLayoutOp | ToTensorSpecOp): boolean {
  if (inner.next === outer) return false;
  const [source, between, target] = [inner.input, inner.result, outer.result].map(layoutOf);
  if (between?.bufferType !== 'dram' || target?.bufferType !== 'l1') return false;
  return !(
    source?.bufferType === target.bufferType &&
    source.memoryLayout === target.memoryLayout &&
    source.isTiled === target.isTiled
  );
}

/** The layout before the last change does not matter. */
const relayOnce: readonly RewritePattern[] = [ToLayoutOp, ToTensorSpecOp].map((cls) =>
  pattern(cls, 'ttnn-change-layout-once', (op, rewriter) => {
    const inner = op.input.definingOp;
    if (!(inner instanceof cls) || isStaged(inner, op)) return false;
    rewriter.replaceOpWith(op, cls, { input: inner.input }, op.resultTypes());
    return true;
  }),
);

/** A change to a wider type and back needs no change of type. */
const castAndBack = pattern(ToTensorSpecOp, 'ttnn-cast-and-back', (op, rewriter) => {
  const cast = op.input.definingOp;
  if (!(cast instanceof TypecastOp)) return false;
  const [source, between, target] = [cast.input, op.input, op.result].map(formatOf);
  if (!source || !between || source !== target || !isExact(source, between)) return false;
  rewriter.replaceOpWith(op, ToTensorSpecOp, { input: cast.input }, op.resultTypes());
  return true;
});

/** The library repeats the only batch of the second matrix by itself. */
const matmulOfRepeated = pattern(MatmulOp, 'ttnn-matmul-of-repeated', (op, rewriter) => {
  const repeat = op.b.definingOp;
  if (!(repeat instanceof RepeatOp) || op.a.type.rank !== 4) return false;
  const factors = repeat.repeatDims.shape;
  if (factors.length !== 4 || op.b.type.shape[0] !== 1) return false;
  if (factors.some((factor, d) => (factor !== 1) !== (d === 1))) return false;
  if (op.a.type.shape[1] !== op.b.type.shape[1]) return false;
  rewriter.modifyInPlace(op, () => {
    op.setOperand(1, repeat.input);
  });
  return true;
});

/** Simplifications of operations that move elements. */
export const movePatterns: readonly RewritePattern[] = [
  ...moveNothing,
  castOnce,
  reshapeOnce,
  permuteInPlace,
  permuteOnce,
  ...relayOnce,
  castAndBack,
  matmulOfRepeated,
];
