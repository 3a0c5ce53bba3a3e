import {
  defineOp,
  type FoldResult,
  FloatType,
  IntegerType,
  ShapedType,
  type Type,
  type TypeConstraint,
} from '@shardform/ir-core';
import { AnyQuantizedType, CalibratedQuantizedType } from './other-types.ts';
import { UniformQuantizedType } from './uniform-type.ts';

function isQuantized(type: Type): boolean {
  return [UniformQuantizedType, AnyQuantizedType, CalibratedQuantizedType].some((cls) => type instanceof cls);
}

/* @__NO_SIDE_EFFECTS__ */
function scalarOrElements(summary: string, holds: (type: Type) => boolean): TypeConstraint {
  return {
    summary: `primitive/tensor/vector of ${summary}`,
    accepts: (type): type is Type => holds(type instanceof ShapedType ? type.elementType : type),
  };
}

const real = /* @__PURE__ */ scalarOrElements(
  'real valued primitive (float or quantized type)',
  (type) => type instanceof FloatType || isQuantized(type),
);
const realOrStorage = /* @__PURE__ */ scalarOrElements(
  'real valued primitive (float or quantized type) or primitive/tensor/vector of storage primitive (integer type)',
  (type) => type instanceof FloatType || type instanceof IntegerType || isQuantized(type),
);

/** Numbers as quantized ones (MLIR, `quant.qcast`). */
export class QuantizeCastOp extends defineOp('quant.qcast', {
  summary: 'convert a quantizable type to a quantized type',
  operands: { arg: real },
  results: { result: real },
  effects: 'none',
  speculates: 'always',
}) {}

/** Quantized numbers as numbers (MLIR, `quant.dcast`). Undoes `quant.qcast`. */
export class DequantizeCastOp extends defineOp('quant.dcast', {
  summary: 'convert back from a quantized to quantizable (expressed) type',
  operands: { arg: real },
  results: { result: real },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] | null {
    const { definingOp } = this.arg;
    const isBack = definingOp instanceof QuantizeCastOp && definingOp.arg.type === this.result.type;
    return isBack ? [definingOp.arg] : null;
  }
}

/** Quantized numbers as the integers that they are stored as, or back (MLIR, `quant.scast`). */
export class StorageCastOp extends defineOp('quant.scast', {
  summary: 'cast from or to a type based on the storage type',
  operands: { arg: realOrStorage },
  results: { result: realOrStorage },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] | null {
    const { definingOp } = this.arg;
    const isBack = definingOp instanceof StorageCastOp && definingOp.arg.type === this.result.type;
    return isBack ? [definingOp.arg] : null;
  }
}
