import {
  AffineMapAttr,
  anyTypeOf,
  ArrayAttr,
  type AttrConstraint,
  attrOf,
  attrWhere,
  boolAttrConstraint,
  DenseArrayAttr,
  denseArrayAttr,
  DenseElementsAttr,
  type ElementsAttr,
  f32,
  FloatAttr,
  floatAttr,
  i32,
  i64,
  integerAttr,
  IntegerAttr,
  IntegerType,
  isElementsAttr,
  isInstance,
  MemRefType,
  RankedTensorType,
  type Type,
  type TypeConstraint,
  typeOf,
  typeWhere,
} from '@shardform/ir-core';

/** Any tensor of known rank. */
export const tensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ typeOf(
  RankedTensorType,
  'ranked tensor of any type values',
);

/** Any tensor of known rank, or a buffer with at least one dimension. */
export const tensorOrMemref: TypeConstraint<RankedTensorType | MemRefType> = /* @__PURE__ */ anyTypeOf<
  RankedTensorType | MemRefType
>([
  tensor,
  typeWhere(
    MemRefType,
    'non-0-ranked.memref of any type values',
    ({ shape }) => shape !== null && shape.length > 0,
  ),
]);

/** 8-bit signed integers. */
export const si8: IntegerType = /* @__PURE__ */ IntegerType.get(8, 'signed');
/** 32-bit signed integers. */
export const si32: IntegerType = /* @__PURE__ */ IntegerType.get(32, 'signed');
/** 32-bit unsigned integers. */
export const ui32: IntegerType = /* @__PURE__ */ IntegerType.get(32, 'unsigned');
/** 64-bit signed integers. */
export const si64: IntegerType = /* @__PURE__ */ IntegerType.get(64, 'signed');

export const si32Attr = /* @__PURE__ */ integerAttr(si32, '32-bit signed integer attribute');
export const ui32Attr = /* @__PURE__ */ integerAttr(ui32, '32-bit unsigned integer attribute');
export const si64Attr = /* @__PURE__ */ integerAttr(si64, '64-bit signed integer attribute');
export const si8Attr = /* @__PURE__ */ integerAttr(si8, '8-bit signed integer attribute');
export const i32Attr = /* @__PURE__ */ integerAttr(i32, '32-bit signless integer attribute');
export const f32Attr = /* @__PURE__ */ floatAttr(f32, '32-bit float attribute');
export const affineMapAttr = /* @__PURE__ */ attrOf(AffineMapAttr, 'AffineMap attribute');
export const i64IntegerAttr = /* @__PURE__ */ integerAttr(i64, '64-bit signless integer attribute');
/** `true` or `false`. */
export const boolAttr = boolAttrConstraint;
export const i64ArrayAttr = /* @__PURE__ */ denseArrayAttr(i64, 'i64 dense array attribute');
export const i32DenseArrayAttr = /* @__PURE__ */ denseArrayAttr(i32, 'i32 dense array attribute');

/** `[1 : i32, 2 : i32]`. */
export const i32ArrayAttr: AttrConstraint<ArrayAttr> = /* @__PURE__ */ attrWhere(
  ArrayAttr,
  '32-bit integer array attribute',
  (attribute) =>
    attribute.elements.every((element) => element instanceof IntegerAttr && element.type === i32),
);

/** The attribute that stands for a missing one. */
/* @__NO_SIDE_EFFECTS__ */
function integerDefault(type: IntegerType): (value: number) => () => IntegerAttr {
  return (value) => () => IntegerAttr.get(value, type);
}

/** Makes an `i32` default. */
export const i32Default = /* @__PURE__ */ integerDefault(i32);
/** Makes an `i64` default. */
export const i64Default = /* @__PURE__ */ integerDefault(i64);
/** Makes a `ui32` default. */
export const ui32Default = /* @__PURE__ */ integerDefault(ui32);
/** Makes an `si32` default. */
export const si32Default = /* @__PURE__ */ integerDefault(si32);
/** Makes an `si8` default. */
export const si8Default = /* @__PURE__ */ integerDefault(si8);

/** Returns the attribute that stands for a missing one. */
/* @__NO_SIDE_EFFECTS__ */
export function f32Default(value: number): () => FloatAttr {
  return () => FloatAttr.get(value, f32);
}

export const elementsAttr: AttrConstraint<ElementsAttr> = {
  summary: 'constant vector/tensor attribute',
  accepts: isElementsAttr,
  isKind: isElementsAttr,
};

/** `dense<[[0, 1]]> : tensor<1x2xi64>`. */
export const i64ElementsAttr: AttrConstraint<DenseElementsAttr> = /* @__PURE__ */ attrWhere(
  DenseElementsAttr,
  '64-bit signless integer elements attribute',
  (attribute) => attribute.type.elementType === i64,
);

/** One number for all dimensions of a window, or one for each. */
export type WindowAttr = IntegerAttr | DenseArrayAttr;

/* @__NO_SIDE_EFFECTS__ */
function integerOrArray(type: IntegerType, summary: string): AttrConstraint<WindowAttr> {
  return {
    summary,
    accepts: (attribute): attribute is WindowAttr =>
      (attribute instanceof IntegerAttr && attribute.type === type) ||
      (isInstance(DenseArrayAttr, attribute) && attribute.elementType === i32),
  };
}

export const windowAttr = /* @__PURE__ */ integerOrArray(
  i32,
  '32-bit signless integer attribute or i32 dense array attribute',
);
export const scaleFactorAttr = /* @__PURE__ */ integerOrArray(
  si32,
  '32-bit signed integer attribute or i32 dense array attribute',
);

/** A number that fills a tensor: `1.000000e+00 : f32` or `1 : i32`. */
export type NumberAttr = FloatAttr | IntegerAttr;

export const f32OrI32Attr: AttrConstraint<NumberAttr> = {
  summary: '32-bit float attribute or 32-bit signless integer attribute',
  accepts: (attribute): attribute is NumberAttr =>
    (attribute instanceof FloatAttr && attribute.type === f32) ||
    (attribute instanceof IntegerAttr && attribute.type === i32),
};

/** Returns the numbers of `[1 : i32, 2 : i32]`. */
export function i32Numbers(attribute: ArrayAttr): number[] {
  // The constraint of these attributes admits integers only.
  return attribute.elements.map((element) => (element as IntegerAttr).number);
}

/** `[1 : i32, 2 : i32]`. */
export function i32Array(numbers: readonly number[]): ArrayAttr {
  return ArrayAttr.get(numbers.map((number) => IntegerAttr.get(number, i32)));
}

/** Returns the ranked tensor type of a value that a constraint has accepted. @throws for other types. */
export function tensorType(type: Type): RankedTensorType {
  if (type instanceof RankedTensorType) return type;
  throw new Error(`expected a ranked tensor, got '${String(type)}'`);
}
