import { RankedTensorType, ShapedType, type TypeConstraint, typeOf, typeWhere } from '@shardform/ir-core';

export const shaped: TypeConstraint<ShapedType> = /* @__PURE__ */ typeOf(
  ShapedType,
  'shaped of any non-token type values',
);

export const rankedTensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ typeOf(
  RankedTensorType,
  'ranked tensor of any non-token type values',
);

export const staticShapeTensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ typeWhere(
  RankedTensorType,
  'statically shaped tensor of any type values',
  (type) => type.hasStaticShape,
);
