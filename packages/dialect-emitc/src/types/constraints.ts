import { type Type, type TypeConstraint, typeOf } from '@shardform/ir-core';
import { LValueType } from './types.ts';

/** Variables and elements. */
export const lvalueType: TypeConstraint<LValueType> = /* @__PURE__ */ typeOf(LValueType, 'EmitC lvalue type');

/** Values: all but variables. */
export const valueType: TypeConstraint = {
  summary: 'type supported by EmitC',
  accepts: (type): type is Type => !(type instanceof LValueType),
};
