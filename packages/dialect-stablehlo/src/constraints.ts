import {
  type AttrConstraint,
  attrWhere,
  ComplexType,
  DenseArrayAttr,
  DenseElementsAttr,
  denseArrayAttr,
  f32,
  DYNAMIC,
  f64,
  FloatType,
  i1,
  i32,
  i64,
  IndexType,
  integerAttr,
  IntegerType,
  isInstance,
  RankedTensorType,
  type Type,
  type TypeConstraint,
  typeWhere,
} from '@shardform/ir-core';
import { boundsOf } from './inference/bounded-shape.ts';
import { isPerAxis, isQuantized, isValidQuantization } from './inference/quantized-types.ts';

/** A set of element types with the text that constraints use for it (StableHLO's ODS, StablehloTypes). */
export interface ElementSet {
  readonly summary: string;
  /** @param holder the tensor of such elements. */
  accepts(element: Type, holder: RankedTensorType): boolean;
}

const WIDTHS: readonly number[] = [2, 4, 8, 16, 32, 64];

export const pred: ElementSet = { summary: 'bool', accepts: (element) => element === i1 };

const signedInt: ElementSet = {
  summary: '2/4/8/16/32/64-bit signless integer',
  accepts: (element) =>
    element instanceof IntegerType && element.signedness === 'signless' && WIDTHS.includes(element.width),
};

export const int: ElementSet = {
  summary: '2/4/8/16/32/64-bit integer',
  accepts: (element) =>
    element instanceof IntegerType && element.signedness !== 'signed' && WIDTHS.includes(element.width),
};

export const float: ElementSet = {
  summary: '4/6/8/16/32/64-bit float',
  accepts: (element) => element instanceof FloatType && element.width <= 64 && element.name !== 'tf32',
};

export const complex: ElementSet = {
  summary: 'complex type with 32/64-bit float elements',
  accepts: (element) =>
    element instanceof ComplexType && (element.elementType === f32 || element.elementType === f64),
};

export const quantized: ElementSet = {
  summary: 'per-tensor integer quantized',
  accepts: (element, holder) =>
    isQuantized(element) && !isPerAxis(element) && isValidQuantization(element, holder),
};

export const quantizedPerAxis: ElementSet = {
  summary: 'per-axis integer quantized',
  accepts: (element, holder) => isPerAxis(element) && isValidQuantization(element, holder),
};

/** Floats that `complex` takes. */
const float32or64: ElementSet = {
  summary: '32/64-bit float',
  accepts: (element) => element === f32 || element === f64,
};

const indexElement: ElementSet = {
  summary: 'index',
  accepts: (element) => element instanceof IndexType,
};

/** `ranked tensor of A or B values`. */
/* @__NO_SIDE_EFFECTS__ */
export function rankedTensorOf(
  sets: readonly ElementSet[],
  kind = 'ranked tensor',
  holds: (type: RankedTensorType) => boolean = () => true,
): TypeConstraint<RankedTensorType> {
  const summary = `${kind} of ${sets.map((set) => set.summary).join(' or ')} values`;
  return typeWhere(
    RankedTensorType,
    summary,
    (type) => sets.some((set) => set.accepts(type.elementType, type)) && holds(type),
  );
}

/** HLO_Tensor. */
export const tensor = /* @__PURE__ */ rankedTensorOf([float, pred, int, complex, quantized]);
/** HLO_TensorOrPerAxisQuantizedTensor. */
export const tensorOrPerAxis = /* @__PURE__ */ rankedTensorOf([
  float,
  pred,
  int,
  complex,
  quantized,
  quantizedPerAxis,
]);
/** Ranked tensors of anything but quantized numbers. */
export const nonQuantizedTensor = /* @__PURE__ */ rankedTensorOf([float, pred, int, complex]);
/** Ranked tensors of floats, complex or quantized numbers. */
export const floatComplexQuantizedTensor = /* @__PURE__ */ rankedTensorOf([float, complex, quantized]);
/** Ranked tensors of floats or quantized numbers. */
export const floatQuantizedTensor = /* @__PURE__ */ rankedTensorOf([float, quantized]);
/** Ranked tensors of anything but booleans. */
export const numericTensor = /* @__PURE__ */ rankedTensorOf([int, float, complex, quantized]);
/** Ranked tensors of booleans or integers. */
export const predOrIntTensor = /* @__PURE__ */ rankedTensorOf([pred, int]);
/** Ranked tensors of integers of either signedness. */
export const intTensor = /* @__PURE__ */ rankedTensorOf([int]);
/** Ranked tensors of booleans. */
export const predTensor = /* @__PURE__ */ rankedTensorOf([pred]);
/** Ranked tensors of numbers that may be negative. */
export const signedNumericTensor = /* @__PURE__ */ rankedTensorOf([signedInt, float, complex, quantized]);
/** Ranked tensors of numbers that are magnitudes: complex ones have none. */
export const absResultTensor = /* @__PURE__ */ rankedTensorOf([signedInt, float, quantized]);
export const staticTensor = /* @__PURE__ */ rankedTensorOf(
  [float, pred, int, complex, quantized, quantizedPerAxis],
  'statically shaped tensor',
  (type) => type.hasStaticShape,
);
/** A tensor of known sizes, of which one may be known by its bound only. */
export const staticTensorOrPerAxis = /* @__PURE__ */ rankedTensorOf(
  [float, pred, int, complex, quantized, quantizedPerAxis],
  'statically shaped or single bounded dimension tensor',
  (type) => type.hasStaticShape || hasSingleBoundedDimension(type),
);
export const staticIotaTensor = /* @__PURE__ */ rankedTensorOf(
  [int, float, complex, quantized],
  'statically shaped tensor',
  (type) => type.hasStaticShape,
);
function hasSingleBoundedDimension(type: RankedTensorType): boolean {
  const unknown = type.shape.flatMap((size, d) => (size === DYNAMIC ? [d] : []));
  return unknown.length === 1 && (boundsOf(type)?.[unknown[0]!] ?? DYNAMIC) !== DYNAMIC;
}

/** Ranked tensors of floats or complex numbers. */
export const floatComplexTensor = /* @__PURE__ */ rankedTensorOf([float, complex]);
/** Ranked tensors of floats of 4 to 64 bits. */
export const floatTensor = /* @__PURE__ */ rankedTensorOf([float]);
/** Ranked tensors of f32 or f64. */
export const float32or64Tensor = /* @__PURE__ */ rankedTensorOf([float32or64]);
/** Ranked tensors of complex numbers. */
export const complexTensor = /* @__PURE__ */ rankedTensorOf([complex]);
/** The operand of `uniform_quantize`. */
export const quantizableTensor = /* @__PURE__ */ rankedTensorOf([float, quantized, quantizedPerAxis]);
/** Ranked tensors of quantized numbers, with scales per tensor or per index of a dimension. */
export const quantizedTensor = /* @__PURE__ */ rankedTensorOf([quantized, quantizedPerAxis]);
/** A vector of one value per feature. */
export const featureTensor = /* @__PURE__ */ rankedTensorOf(
  [float, quantized],
  '1D tensor',
  (type) => type.rank === 1,
);
/** Numbers that random generators make. */
export const randomTensor = /* @__PURE__ */ rankedTensorOf([pred, int, float]);
export const randomScalarTensor = /* @__PURE__ */ rankedTensorOf(
  [pred, int, float],
  '0D tensor',
  (type) => type.rank === 0,
);
/** Ranked tensors of integers or floats. */
export const intOrFloatTensor = /* @__PURE__ */ rankedTensorOf([int, float]);
export const staticIntOrFloatTensor = /* @__PURE__ */ rankedTensorOf(
  [int, float],
  'statically shaped tensor',
  (type) => type.hasStaticShape,
);
/** Sizes of a shape that is computed. */
export const shapeTensor = /* @__PURE__ */ rankedTensorOf(
  [indexElement, int],
  'statically shaped 1-dimensional tensor',
  (type) => type.rank === 1 && type.hasStaticShape,
);
/** Indices, as many as there are dimensions. */
export const indicesTensor = /* @__PURE__ */ rankedTensorOf(
  [indexElement, int],
  '1D tensor',
  (type) => type.rank === 1,
);
export const sliceSizesTensor = /* @__PURE__ */ rankedTensorOf(
  [int],
  'statically shaped 1-dimensional integer tensor',
  (type) => type.rank === 1 && type.hasStaticShape,
);
export const paddingTensor = /* @__PURE__ */ rankedTensorOf(
  [int],
  'statically shaped 2-dimensional integer tensor',
  (type) => type.rank === 2 && type.hasStaticShape,
);
export const int32Tensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ typeWhere(
  RankedTensorType,
  'ranked tensor of 32-bit signless integer values',
  (type) => type.elementType === i32,
);
/** Indices of `scatter`: of any integer type. */
export const integerOrIndexTensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ typeWhere(
  RankedTensorType,
  'ranked tensor of integer or index values',
  ({ elementType }) => elementType instanceof IntegerType || elementType instanceof IndexType,
);

/** A result of `partition_id` and `replica_id`. */
export const uint32Tensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ typeWhere(
  RankedTensorType,
  'ranked tensor of 32-bit unsigned integer values',
  (type) =>
    type.elementType instanceof IntegerType && type.elementType.isUnsigned && type.elementType.width === 32,
);

/** A scalar of any element type. */
export const scalarTensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ rankedTensorOf(
  [float, pred, int, complex, quantized],
  '0D tensor',
  (type) => type.rank === 0,
);

/** A scalar index. */
export const scalarIntTensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ rankedTensorOf(
  [int],
  '0D tensor',
  (type) => type.rank === 0,
);

// ---- attributes

/**
 * An array that was a tensor of one dimension, such as `dense<[0, 1]> : tensor<2xi64>`, before StableHLO had
 * `array<i64: 0, 1>`; programs of that time are read still.
 */
/* @__NO_SIDE_EFFECTS__ */
function arrayOnceDense(elementType: IntegerType, summary: string): AttrConstraint<DenseArrayAttr> {
  return {
    ...denseArrayAttr(elementType, summary),
    fromDeprecated: (attribute) =>
      attribute instanceof DenseElementsAttr &&
      attribute.type.shape?.length === 1 &&
      attribute.type.elementType === elementType
        ? DenseArrayAttr.get(elementType, attribute.integers())
        : null,
  };
}

/** Dimensions: `[0, 1]` in formats. */
export const dimensionsAttr = /* @__PURE__ */ arrayOnceDense(i64, 'i64 dense array attribute');

export const nonNegativeI64 = /* @__PURE__ */ integerAttr(
  i64,
  '64-bit signless integer attribute whose value is non-negative',
  (value) => value >= 0n,
);

export const positiveI64 = /* @__PURE__ */ integerAttr(
  i64,
  '64-bit signless integer attribute whose value is positive',
  (value) => value > 0n,
);

export const anyI64 = /* @__PURE__ */ integerAttr(i64, '64-bit signless integer attribute');

export const positiveI32 = /* @__PURE__ */ integerAttr(
  i32,
  '32-bit signless integer attribute whose value is positive',
  (value) => value > 0n,
);

export const nonNegativeI32 = /* @__PURE__ */ integerAttr(
  i32,
  '32-bit signless integer attribute whose value is non-negative',
  (value) => value >= 0n,
);

/** Flags, one per window dimension. */
export const flagsAttr = /* @__PURE__ */ arrayOnceDense(i1, 'i1 dense array attribute');

/** `dense<...> : tensor<...xi64>`. */
export const i64ElementsAttr: AttrConstraint<DenseElementsAttr> = /* @__PURE__ */ attrWhere(
  DenseElementsAttr,
  '64-bit signless integer elements attribute',
  (attribute) => attribute.type.elementType === i64,
);

/** Returns the ranked tensor type of a value that a constraint has accepted. @throws for other types. */
export function tensorType(type: Type): RankedTensorType {
  if (isInstance(RankedTensorType, type)) return type;
  throw new Error(`expected a ranked tensor, got '${String(type)}'`);
}
