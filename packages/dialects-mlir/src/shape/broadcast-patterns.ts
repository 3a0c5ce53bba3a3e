import {
  type CanonicalizationPattern,
  DYNAMIC,
  boolAttr,
  index,
  pattern,
  RankedTensorType,
  ShapedType,
  type Value,
} from '@shardform/ir-core';
import { CastOp } from '../tensor/element-ops.ts';
import { ConstShapeOp, ConstWitnessOp, extents } from './constant-ops.ts';
import { CstrBroadcastableOp } from './constraint-ops.ts';
import { BroadcastOp, ShapeOfOp } from './shape-ops.ts';
import { isExtentTensor } from './types.ts';

/** The sizes of a shape, {@link DYNAMIC} where one is not known; `null` when nothing is known. */
function knownSizes({ definingOp }: Value): readonly number[] | null {
  if (definingOp instanceof ConstShapeOp) return definingOp.shape.integers().map(Number);
  if (!(definingOp instanceof ShapeOfOp)) return null;
  const { type } = definingOp.arg;
  return type instanceof ShapedType ? type.shape : null;
}

function isEmpty(shape: Value): boolean {
  return knownSizes(shape)?.length === 0 || (isExtentTensor(shape.type) && shape.type.shape[0] === 0);
}

/** Each shape once, without those that have no dimensions, which make no difference. */
function relevant(shapes: readonly Value[]): readonly Value[] {
  return [...new Set(shapes)].filter((shape) => !isEmpty(shape));
}

/**
 * Returns true if at each index, counted from the last, all sizes but ones are one, or there is only one that is not
 * one.
 */
export function isKnownToBroadcast(shapes: readonly (readonly number[])[]): boolean {
  const rank = Math.max(...shapes.map(({ length }) => length));
  return Array.from({ length: rank }, (_, place) => {
    const sizes = shapes.map((sizes) => sizes.at(-1 - place) ?? 1).filter((size) => size !== 1);
    return sizes.length <= 1 || sizes.every((size) => size !== DYNAMIC && size === sizes[0]);
  }).every(Boolean);
}

/** Shapes that fit and are known, broadcast together. */
function together(shapes: readonly (readonly number[])[]): number[] {
  const rank = Math.max(...shapes.map(({ length }) => length));
  return Array.from({ length: rank }, (_, d) =>
    shapes.map((sizes) => sizes.at(d - rank) ?? 1).reduce((a, b) => (a === 1 ? b : a)),
  );
}

/** Canonicalization of broadcasts of shapes and of the constraint that they can be broadcast, as in MLIR. */
export const broadcastPatterns: readonly CanonicalizationPattern[] = [
  pattern(CstrBroadcastableOp, 'known-to-broadcast', (op, rewriter) => {
    const sizes = op.shapes.map(knownSizes);
    const isSingle = op.shapes.filter((shape) => !isEmpty(shape)).length <= 1;
    if (!isSingle && (sizes.includes(null) || !isKnownToBroadcast(sizes.filter((known) => known !== null))))
      return false;
    rewriter.replaceOpWith(op, ConstWitnessOp, { passing: boolAttr(true) }, op.resultTypes());
    return true;
  }),
  pattern(CstrBroadcastableOp, 'relevant-shapes', (op, rewriter) => {
    const shapes = relevant(op.shapes);
    if (shapes.length === op.shapes.length || shapes.length < 2) return false;
    rewriter.replaceOpWith(op, CstrBroadcastableOp, { shapes }, op.resultTypes());
    return true;
  }),
  pattern(BroadcastOp, 'relevant-shapes', (op, rewriter) => {
    const shapes = relevant(op.shapes);
    if (shapes.length === op.shapes.length || shapes.length === 0) return false;
    rewriter.replaceOpWith(op, BroadcastOp, { shapes, error: op.error }, op.resultTypes());
    return true;
  }),
  pattern(BroadcastOp, 'constant-shapes', (op, rewriter) => {
    const isConstant = (shape: Value): boolean => shape.definingOp instanceof ConstShapeOp;
    const constants = op.shapes.filter((shape) => isConstant(shape) && isExtentTensor(shape.type));
    const known = constants.map(knownSizes).filter((sizes) => sizes !== null);
    if (known.length < 2 || !isKnownToBroadcast(known)) return false;
    const shape = extents(together(known));
    const { result } = rewriter.create(ConstShapeOp, { shape });
    const others = op.shapes.filter((other) => !constants.includes(other));
    const args = { shapes: [...others, result], error: op.error };
    rewriter.replaceOpWith(op, BroadcastOp, args, op.resultTypes());
    return true;
  }),
  pattern(BroadcastOp, 'single-shape', (op, rewriter) => {
    const [source] = op.shapes;
    if (source === undefined || op.shapes.length !== 1) return false;
    const { type } = op.result;
    if (source.type === type) {
      rewriter.replaceOp(op, [source]);
      return true;
    }
    if (!isExtentTensor(source.type) || !isExtentTensor(type)) return false;
    rewriter.replaceOpWith(op, CastOp, { source }, [type]);
    return true;
  }),
  pattern(BroadcastOp, 'known-rank', (op, rewriter) => {
    const { type } = op.result;
    if (!isExtentTensor(type) || type.shape[0] !== DYNAMIC) return false;
    const ranks = op.shapes.map((shape) => (isExtentTensor(shape.type) ? shape.type.dimSize(0) : DYNAMIC));
    if (ranks.includes(DYNAMIC)) return false;
    const ranked = RankedTensorType.get([Math.max(...ranks)], index);
    const args = { shapes: op.shapes, error: op.error };
    const { result } = rewriter.create(BroadcastOp, args, [ranked]);
    rewriter.replaceOpWith(op, CastOp, { source: result }, [type]);
    return true;
  }),
];
