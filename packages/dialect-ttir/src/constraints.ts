import {
  ArrayAttr,
  type AttrConstraint,
  attrWhere,
  boolAttrConstraint,
  denseArrayAttr,
  f32,
  FloatAttr,
  i32,
  i64,
  integerAttr,
  IntegerAttr,
  IntegerType,
  RankedTensorType,
  type Type,
  type TypeConstraint,
  typeOf,
} from '@shardform/ir-core';

/** Any tensor of known rank. */
export const tensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ typeOf(
  RankedTensorType,
  'ranked tensor of any type values',
);

export const si32: IntegerType = /* @__PURE__ */ IntegerType.get(32, 'signed');
export const ui32: IntegerType = /* @__PURE__ */ IntegerType.get(32, 'unsigned');
export const si64: IntegerType = /* @__PURE__ */ IntegerType.get(64, 'signed');

export const si32Attr = /* @__PURE__ */ integerAttr(si32, '32-bit signed integer attribute');
export const ui32Attr = /* @__PURE__ */ integerAttr(ui32, '32-bit unsigned integer attribute');
export const si64Attr = /* @__PURE__ */ integerAttr(si64, '64-bit signed integer attribute');
export const i64IntegerAttr = /* @__PURE__ */ integerAttr(i64, '64-bit signless integer attribute');
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

/** A number that fills a tensor: `1.000000e+00 : f32` or `1 : i32`. */
export type NumberAttr = FloatAttr | IntegerAttr;

export const f32OrI32Attr: AttrConstraint<NumberAttr> = {
  summary: '32-bit float attribute or 32-bit signless integer attribute',
  accepts: (attribute): attribute is NumberAttr =>
    (attribute instanceof FloatAttr && attribute.type === f32) ||
    (attribute instanceof IntegerAttr && attribute.type === i32),
};

/** The numbers of `[1 : i32, 2 : i32]`. */
export function i32Numbers(attribute: ArrayAttr): number[] {
  // The constraint of these attributes admits integers only.
  return attribute.elements.map((element) => (element as IntegerAttr).number);
}

/** `[1 : i32, 2 : i32]`. */
export function i32Array(numbers: readonly number[]): ArrayAttr {
  return ArrayAttr.get(numbers.map((number) => IntegerAttr.get(number, i32)));
}

/** The ranked tensor type of a value that a constraint has accepted. @throws for other types. */
export function tensorType(type: Type): RankedTensorType {
  if (type instanceof RankedTensorType) return type;
  throw new Error(`expected a ranked tensor, got '${String(type)}'`);
}
