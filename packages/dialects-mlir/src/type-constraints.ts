import {
  anyTypeOf,
  type Type,
  type TypeConstraint,
  FloatType,
  i1,
  IndexType,
  IntegerType,
  MemRefType,
  RankedTensorType,
  ShapedType,
  UnrankedTensorType,
  VectorType,
} from '@shardform/ir-core';

/** Integers without a sign of their own, of any width. */
export function isSignlessInteger(type: Type): type is IntegerType {
  return type instanceof IntegerType && type.signedness === 'signless';
}

/** Returns true for `index` and for integers without a sign. */
export function isSignlessIntegerOrIndex(type: Type): type is IntegerType | IndexType {
  return type instanceof IndexType || isSignlessInteger(type);
}

function isFloat(type: Type): type is FloatType {
  return type instanceof FloatType;
}

/** A type of a dialect that arithmetic on floats takes. */
export interface FloatLikeType {
  readonly isFloatLike: true;
}

function isFloatLike(type: Type): boolean {
  // Types of other dialects may declare themselves.
  return isFloat(type) || (type as Type & Partial<FloatLikeType>).isFloatLike === true;
}

/** Returns the element type of a vector or tensor, the type itself otherwise. */
export function elementTypeOrSelf(type: Type): Type {
  return type instanceof ShapedType ? type.elementType : type;
}

function isVectorOrTensor(type: Type): type is VectorType | RankedTensorType | UnrankedTensorType {
  return type instanceof RankedTensorType || type instanceof VectorType || type instanceof UnrankedTensorType;
}

/** A type that `holds`, or vectors or tensors of such elements (MLIR's `…Like` constraints). */
/* @__NO_SIDE_EFFECTS__ */
export function scalarOrElements(summary: string, holds: (type: Type) => boolean): TypeConstraint {
  return {
    summary,
    accepts: (type): type is Type => holds(type) || (isVectorOrTensor(type) && holds(type.elementType)),
  };
}

/* @__NO_SIDE_EFFECTS__ */
function memRefOf(holds: (type: Type) => boolean): TypeConstraint {
  return {
    summary: 'memref',
    accepts: (type): type is MemRefType =>
      type instanceof MemRefType && type.shape !== null && holds(type.elementType),
  };
}

/** `i1`, or vectors or tensors of it. */
export const boolLike = /* @__PURE__ */ scalarOrElements('bool-like', (type) => type === i1);
/** Signless integers or `index`, or vectors or tensors of these. */
export const signlessIntegerLike = /* @__PURE__ */ scalarOrElements(
  'signless-integer-like',
  isSignlessIntegerOrIndex,
);
/** Signless integers, or vectors or tensors of these. */
export const signlessFixedWidthIntegerLike = /* @__PURE__ */ scalarOrElements(
  'signless-fixed-width-integer-like',
  isSignlessInteger,
);
/** Floats, or vectors or tensors of these. */
export const floatLike = /* @__PURE__ */ scalarOrElements('floating-point-like', isFloatLike);
export const indexCastable = /* @__PURE__ */ anyTypeOf(
  [signlessIntegerLike, memRefOf(isSignlessIntegerOrIndex)],
  'signless-integer-like or memref of signless-integer',
);
export const bitcastable = /* @__PURE__ */ anyTypeOf(
  [
    scalarOrElements('', (type) => isSignlessIntegerOrIndex(type) || isFloat(type)),
    memRefOf((type) => isSignlessIntegerOrIndex(type) || isFloat(type)),
  ],
  'signless-integer-or-float-like or memref of signless-integer or float',
);
