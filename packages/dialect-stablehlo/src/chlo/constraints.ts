import {
  isTensorType,
  RankedTensorType,
  type ShapedType,
  type TypeConstraint,
  UnrankedTensorType,
} from '@shardform/ir-core';
import { complex, type ElementSet, float, int, pred, quantized, quantizedPerAxis } from '../constraints.ts';

/** Tensors of known or unknown rank. */
export type AnyTensorType = RankedTensorType | UnrankedTensorType;

/** `tensor of A or B values`. */
/* @__NO_SIDE_EFFECTS__ */
function tensorOf(sets: readonly ElementSet[]): TypeConstraint<AnyTensorType> {
  return {
    summary: `tensor of ${sets.map((set) => set.summary).join(' or ')} values`,
    accepts: (type): type is AnyTensorType =>
      isTensorType(type) && sets.some((set) => set.accepts(type.elementType, asRanked(type))),
  };
}

function asRanked({ shape, elementType }: ShapedType): RankedTensorType {
  return RankedTensorType.get(shape ?? [], elementType);
}

/** Tensors of any element type of StableHLO, ranked or not. */
export const anyRank = /* @__PURE__ */ tensorOf([float, pred, int, complex, quantized, quantizedPerAxis]);
/** Tensors of floats, ranked or not. */
export const floatAnyRank = /* @__PURE__ */ tensorOf([float]);
/** Tensors of floats or complex numbers, ranked or not. */
export const floatComplexAnyRank = /* @__PURE__ */ tensorOf([float, complex]);
/** Tensors of complex numbers, ranked or not. */
export const complexAnyRank = /* @__PURE__ */ tensorOf([complex]);
/** Tensors of booleans, ranked or not. */
export const predAnyRank = /* @__PURE__ */ tensorOf([pred]);
/** Tensors of booleans or integers, ranked or not. */
export const predOrIntAnyRank = /* @__PURE__ */ tensorOf([pred, int]);
