import { RankedTensorType, type TypeConstraint, typeOf } from '@shardform/ir-core';
import { FutureType } from '@shardform/dialect-stablehlo';

/** Ranked tensors of any elements. */
export const tensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ typeOf(
  RankedTensorType,
  'ranked tensor',
);

/** `!stablehlo.future`, the result of an asynchronous start. */
export const future: TypeConstraint<FutureType> = /* @__PURE__ */ typeOf(FutureType, 'future');
