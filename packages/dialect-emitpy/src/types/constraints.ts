import { anyTypeOf, IndexType, type Type, type TypeConstraint, typeOf } from '@shardform/ir-core';
import { DictType } from './dict-type.ts';
import { ClassType, OpaqueType, StringType } from './named-types.ts';

const opaque = /* @__PURE__ */ typeOf(OpaqueType, 'EmitPy opaque type');
const dict = /* @__PURE__ */ typeOf(DictType, 'EmitPy dictionary type');
const string = /* @__PURE__ */ typeOf(StringType, 'EmitPy string type.');

/** Numbers that count. */
export const indexType: TypeConstraint<IndexType> = /* @__PURE__ */ typeOf(IndexType, 'index');

/** A dictionary. */
export const dictType: TypeConstraint<DictType> = dict;

/** Types of the dialect. */
export const emitpyType: TypeConstraint = /* @__PURE__ */ anyTypeOf<Type>([
  opaque,
  /* @__PURE__ */ typeOf(ClassType, 'EmitPy class type'),
  dict,
  string,
]);

/** What has elements. */
export const containerType: TypeConstraint = /* @__PURE__ */ anyTypeOf<Type>([opaque, dict]);

/** What elements are found by. */
export const keyType: TypeConstraint = /* @__PURE__ */ anyTypeOf<Type>([indexType, string]);
