import {
  type AttrConstraint,
  attrWhere,
  ComplexType,
  DenseElementsAttr,
  denseArrayAttr,
  f32,
  f64,
  FloatType,
  i1,
  i64,
  integerAttr,
  IntegerType,
  isInstance,
  RankedTensorType,
  type Type,
  type TypeConstraint,
  typeWhere,
} from '@shardform/ir-core';

/** A set of element types with the text that constraints use for it (StableHLO's ODS, StablehloTypes). */
export interface ElementSet {
  readonly summary: string;
  accepts(element: Type): boolean;
}

const WIDTHS: readonly number[] = [2, 4, 8, 16, 32, 64];

export const pred: ElementSet = { summary: 'bool', accepts: (element) => element === i1 };

export const signedInt: ElementSet = {
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

/** An element type that stores quantized numbers; the quant types declare themselves so. */
export interface QuantizedElement {
  readonly quantization: 'per-tensor' | 'per-axis';
}

const quantizationOf = (element: Type): string | undefined =>
  (element as Type & Partial<QuantizedElement>).quantization;

export const quantized: ElementSet = {
  summary: 'per-tensor integer quantized',
  accepts: (element) => quantizationOf(element) === 'per-tensor',
};

export const quantizedPerAxis: ElementSet = {
  summary: 'per-axis integer quantized',
  accepts: (element) => quantizationOf(element) === 'per-axis',
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
    (type) => sets.some((set) => set.accepts(type.elementType)) && holds(type),
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
export const nonQuantizedTensor = /* @__PURE__ */ rankedTensorOf([float, pred, int, complex]);
export const floatComplexQuantizedTensor = /* @__PURE__ */ rankedTensorOf([float, complex, quantized]);
export const floatQuantizedTensor = /* @__PURE__ */ rankedTensorOf([float, quantized]);
export const numericTensor = /* @__PURE__ */ rankedTensorOf([int, float, complex, quantized]);
export const predOrIntTensor = /* @__PURE__ */ rankedTensorOf([pred, int]);
export const intTensor = /* @__PURE__ */ rankedTensorOf([int]);
export const predTensor = /* @__PURE__ */ rankedTensorOf([pred]);
export const signedNumericTensor = /* @__PURE__ */ rankedTensorOf([signedInt, float, complex, quantized]);
export const absResultTensor = /* @__PURE__ */ rankedTensorOf([signedInt, float, quantized]);
export const staticTensor = /* @__PURE__ */ rankedTensorOf(
  [float, pred, int, complex, quantized, quantizedPerAxis],
  'statically shaped tensor',
  (type) => type.hasStaticShape,
);
/** A static tensor; upstream also takes tensors with one dimension that is bounded by its encoding. */
export const staticTensorOrPerAxis = /* @__PURE__ */ rankedTensorOf(
  [float, pred, int, complex, quantized, quantizedPerAxis],
  'statically shaped or single bounded dimension tensor',
  (type) => type.hasStaticShape,
);
export const staticIotaTensor = /* @__PURE__ */ rankedTensorOf(
  [int, float, complex, quantized],
  'statically shaped tensor',
  (type) => type.hasStaticShape,
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

/** Dimensions: `[0, 1]` in formats. */
export const dimensionsAttr = /* @__PURE__ */ denseArrayAttr(i64, 'i64 dense array attribute');

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

/** `dense<...> : tensor<...xi64>`. */
export const i64ElementsAttr: AttrConstraint<DenseElementsAttr> = /* @__PURE__ */ attrWhere(
  DenseElementsAttr,
  '64-bit signless integer elements attribute',
  (attribute) => attribute.type.elementType === i64,
);

/** The ranked tensor type of a value that a constraint has accepted. @throws for other types. */
export function tensorType(type: Type): RankedTensorType {
  if (isInstance(RankedTensorType, type)) return type;
  throw new Error(`expected a ranked tensor, got '${String(type)}'`);
}
