import {
  defineType,
  IndexType,
  IntegerType,
  RankedTensorType,
  ShapedType,
  type Type,
  type TypeConstraint,
} from '@shardform/ir-core';

/** `!shape.shape`: the extents of a value, or an error. */
export class ShapeType extends defineType('shape.shape', { summary: 'shape descriptor type' }) {}
/** `!shape.size`: one extent, or an error. */
export class SizeType extends defineType('shape.size', { summary: 'size of one dimension' }) {}
/** `!shape.value_shape`: a value with its shape. */
export class ValueShapeType extends defineType('shape.value_shape', { summary: 'value and its shape' }) {}
/** `!shape.witness`: that a constraint on shapes holds. */
export class WitnessType extends defineType('shape.witness', { summary: 'witness of a constraint' }) {}

/** Returns true if a type is a tensor of the sizes of a shape. */
export function isExtentTensor(type: Type): type is RankedTensorType {
  return type instanceof RankedTensorType && type.rank === 1 && type.elementType instanceof IndexType;
}

/* @__NO_SIDE_EFFECTS__ */
function constraint(summary: string, accepts: (type: Type) => boolean): TypeConstraint {
  return { summary, accepts: (type): type is Type => accepts(type) };
}

/* @__NO_SIDE_EFFECTS__ */
function only(summary: string, type: Type): TypeConstraint {
  return { summary, only: type, accepts: (other): other is Type => other === type };
}

/** `!shape.shape`. */
export const shape = /* @__PURE__ */ only('', ShapeType.instance);
/** `!shape.size`. */
export const size = /* @__PURE__ */ only('', SizeType.instance);
/** `!shape.value_shape`. */
export const valueShape = /* @__PURE__ */ only('', ValueShapeType.instance);
/** `!shape.witness`. */
export const witness = /* @__PURE__ */ only('', WitnessType.instance);
/** `index`, for which MLIR's messages have a name. */
export const indexOnly = /* @__PURE__ */ only('index', IndexType.instance);
export const indexTensor = /* @__PURE__ */ constraint(
  'tensor of index values',
  (type) => type instanceof ShapedType && type.elementType instanceof IndexType,
);
export const extentTensor = /* @__PURE__ */ constraint('1D tensor of index values', isExtentTensor);
export const shapeOrExtentTensor = /* @__PURE__ */ constraint(
  'shape or extent tensor',
  (type) => type === ShapeType.instance || isExtentTensor(type),
);
export const sizeOrIndex = /* @__PURE__ */ constraint(
  'size or index',
  (type) => type === SizeType.instance || type instanceof IndexType,
);
export const shapeOrSize = /* @__PURE__ */ constraint('shape or size', isShapeOrSize);
export const anyShapeOrSize = /* @__PURE__ */ constraint(
  'any shape or size',
  (type) => isShapeOrSize(type) || isExtentTensor(type) || type instanceof IndexType,
);
export const shaped = /* @__PURE__ */ constraint(
  'shaped of any type values',
  (type) => type instanceof ShapedType,
);
export const shapedOrValueShape = /* @__PURE__ */ constraint(
  'shaped of any type values or ',
  (type) => type instanceof ShapedType || type === ValueShapeType.instance,
);
export const valueAsShape = /* @__PURE__ */ constraint(
  '1D tensor of integer or index values or ',
  (type) =>
    type === ValueShapeType.instance ||
    (type instanceof RankedTensorType &&
      type.rank === 1 &&
      (type.elementType instanceof IntegerType || type.elementType instanceof IndexType)),
);

/** Returns true for types whose values may be errors. */
export function isShapeOrSize(type: Type): boolean {
  return type === ShapeType.instance || type === SizeType.instance;
}
