import {
  boolAttr,
  constantOf,
  DenseArrayAttr,
  f32,
  FloatAttr,
  FloatType,
  i32,
  i64,
  IntegerAttr,
  pattern,
  type Builder,
  type RankedTensorType,
  type RewritePattern,
  type Value,
} from '@shardform/ir-core';
import {
  type DataType,
  dataTypeOf,
  isExact,
  isFloatFormat,
  isTruncation,
  isWrapping,
} from '@shardform/dialect-ttcore';
import { i32Array, type NumberAttr, tensorType } from '../constraints.ts';
import { ClampTensorOp, GreaterEqualOp, GreaterThanOp, LessEqualOp, LessThanOp } from '../ops/binary-ops.ts';
import { BroadcastOp, ReshapeOp } from '../ops/shape-ops.ts';
import { ClampScalarOp, Relu6Op, TypecastOp } from '../ops/unary-ops.ts';
import { splatNumber } from '../splat-number.ts';

/** A bound for elements of the type: a float, or an integer that has no fraction. */
function boundFor(type: RankedTensorType, number: number): NumberAttr {
  return type.elementType instanceof FloatType
    ? FloatAttr.get(number, f32)
    : IntegerAttr.get(Math.trunc(number), i32);
}

/** A bound that is constant and one number becomes an attribute. */
function boundOf(bound: Value, type: RankedTensorType): NumberAttr | null {
  const number = splatNumber(constantOf(bound));
  return number === null ? null : boundFor(type, Number(number));
}

/** Bounds that are constant numbers become attributes. */
const clampByConstants = pattern(ClampTensorOp, 'ttir-clamp-by-constants', (op, rewriter) => {
  const [min, max] = [boundOf(op.min, op.result.type), boundOf(op.max, op.result.type)];
  if (min === null || max === null) return false;
  rewriter.replaceOpWith(op, ClampScalarOp, { input: op.input, min, max }, op.resultTypes());
  return true;
});

/** A tensor with dimensions of size one added behind, and stretched. */
function stretched(rewriter: Pick<Builder, 'create'>, value: Value, type: RankedTensorType): Value {
  const { shape } = tensorType(value.type);
  if (shape.join() === type.shape.join()) return value;
  const padded = [...shape, ...new Array<number>(type.rank - shape.length).fill(1)];
  const input =
    padded.length === shape.length
      ? value
      : rewriter.create(ReshapeOp, { input: value, shape: i32Array(padded) }, [
          tensorType(value.type).withShape(padded),
        ]).result;
  const factors = type.shape.map((size, d) => (padded[d] === size ? 1 : size));
  return rewriter.create(BroadcastOp, { input, broadcastDimensions: DenseArrayAttr.get(i64, factors) }, [
    type,
  ]).result;
}

/** Bounds get the shape of the result. */
const stretchBounds = pattern(ClampTensorOp, 'ttir-clamp-stretch-bounds', (op, rewriter) => {
  const { type } = op.result;
  if ([op.min, op.max].every((bound) => tensorType(bound.type).shape.join() === type.shape.join()))
    return false;
  const [min, max] = [stretched(rewriter, op.min, type), stretched(rewriter, op.max, type)];
  rewriter.replaceOpWith(op, ClampTensorOp, { input: op.input, min, max }, [type]);
  return true;
});

/** Bounds of bounds are the narrower ones. */
const clampOnce = pattern(ClampScalarOp, 'ttir-clamp-once', (op, rewriter) => {
  const inner = op.input.definingOp;
  if (!(inner instanceof ClampScalarOp) || !inner.result.hasOneUse) return false;
  const like = (number: number): NumberAttr =>
    op.min instanceof FloatAttr ? FloatAttr.get(number, f32) : IntegerAttr.get(Math.trunc(number), i32);
  const min = like(Math.max(Number(inner.min.value), Number(op.min.value)));
  const max = like(Math.min(Number(inner.max.value), Number(op.max.value)));
  rewriter.replaceOpWith(op, ClampScalarOp, { input: inner.input, min, max }, op.resultTypes());
  return true;
});

/** Between zero and six there is an operation of its own. */
const clampToRelu6 = pattern(ClampScalarOp, 'ttir-clamp-to-relu6', (op, rewriter) => {
  if (Number(op.min.value) !== 0 || Number(op.max.value) !== 6) return false;
  rewriter.replaceOpWith(op, Relu6Op, { input: op.input }, op.resultTypes());
  return true;
});

/** `a < b` is written as `b > a`, which the hardware has. */
const compareTheOtherWay: readonly RewritePattern[] = [
  pattern(LessThanOp, 'ttir-lt-to-gt', (op, rewriter) => {
    rewriter.replaceOpWith(op, GreaterThanOp, { lhs: op.rhs, rhs: op.lhs }, op.resultTypes());
    return true;
  }),
  pattern(LessEqualOp, 'ttir-le-to-ge', (op, rewriter) => {
    rewriter.replaceOpWith(op, GreaterEqualOp, { lhs: op.rhs, rhs: op.lhs }, op.resultTypes());
    return true;
  }),
];

/** The formats that two changes of type go through. */
function formatsOf(first: TypecastOp, second: TypecastOp): readonly (DataType | null)[] {
  return [first.input, second.input, second.result].map(({ type }) => dataTypeOf(type.elementType));
}

/** Returns true if the format in between changes values, so that a conservative change of type must keep it. */
function isFelt(first: TypecastOp, second: TypecastOp): boolean {
  const [source, between, target] = formatsOf(first, second);
  if (!source || !between || !target) return true;
  return !isExact(source, between) && isExact(between, target);
}

/** A change of the type that was changed before is a change of the first type. */
const castOnce = pattern(TypecastOp, 'ttir-cast-once', (op, rewriter) => {
  const inner = op.input.definingOp;
  if (!(inner instanceof TypecastOp)) return false;
  const formats = formatsOf(inner, op);
  const [, , target] = formats;
  const isWrapped = isWrapping(formats) && target != null && isFloatFormat(target);
  if (isTruncation(formats) || isWrapped) return false;
  const [outerCares, innerCares] = [op, inner].map(
    ({ conservativeFolding }) => conservativeFolding?.value ?? false,
  );
  if ((outerCares || innerCares) && isFelt(inner, op)) return false;
  const conservativeFolding = boolAttr(Boolean(outerCares) && Boolean(innerCares));
  rewriter.replaceOpWith(op, TypecastOp, { input: inner.input, conservativeFolding }, op.resultTypes());
  return true;
});

/** Simplifications of elementwise operations. */
export const elementwisePatterns: readonly RewritePattern[] = [
  clampByConstants,
  stretchBounds,
  clampOnce,
  clampToRelu6,
  ...compareTheOtherWay,
  castOnce,
];
