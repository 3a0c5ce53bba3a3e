import {
  anyTypeOf,
  type Class,
  isInstance,
  MemRefType,
  RankedTensorType,
  type ShapedType,
  TupleType,
  type Type,
  type TypeConstraint,
  typeOf,
  UnrankedTensorType,
} from '@shardform/ir-core';
import {
  complex,
  type ElementSet,
  float,
  int,
  pred,
  quantized,
  quantizedPerAxis,
  rankedTensorOf,
  staticTensor,
  tensor,
} from './constraints.ts';
import { FutureType } from './types/future-type.ts';
import { TokenType } from './types/token-type.ts';

/** `!stablehlo.token`, by which operations with effects are ordered. */
export const token: TypeConstraint<TokenType> = /* @__PURE__ */ typeOf(TokenType, 'token');
/** `!stablehlo.future`, the result of an asynchronous start. */
export const future: TypeConstraint<FutureType> = /* @__PURE__ */ typeOf(FutureType, 'future');

const ELEMENTS: readonly ElementSet[] = [float, pred, int, complex, quantized];
const ALL_ELEMENTS: readonly ElementSet[] = [...ELEMENTS, quantizedPerAxis];

/** A tensor of the same shape, of which rules about elements may ask; of unknown rank it counts as a scalar. */
function shapeOf({ shape, elementType }: ShapedType): RankedTensorType {
  return RankedTensorType.get(shape ?? [], elementType);
}

/** `memref of A or B values`. */
const buffer: TypeConstraint = {
  summary: `memref of ${summaries(ELEMENTS)} values`,
  accepts: (type): type is Type =>
    isInstance(MemRefType, type) && ELEMENTS.some((set) => set.accepts(type.elementType, shapeOf(type))),
};

/** A tensor of known or unknown rank, as custom calls take them. */
const anyRankTensor: TypeConstraint = {
  summary: `tensor of ${summaries(ALL_ELEMENTS)} values`,
  accepts: (type): type is Type =>
    // Types without a common constructor signature; the list has only shaped types.
    [RankedTensorType, UnrankedTensorType].some((cls) => isInstance(cls as Class<object>, type)) &&
    ALL_ELEMENTS.some((set) => set.accepts((type as ShapedType).elementType, shapeOf(type as ShapedType))),
};

const perAxisTensor = /* @__PURE__ */ rankedTensorOf([quantizedPerAxis]);

/** Tuples, also of tuples, of what the constraints accept. */
function tupleOf(constraints: readonly TypeConstraint[]): TypeConstraint<TupleType> {
  const accepts = (type: Type): type is TupleType =>
    isInstance(TupleType, type) &&
    type.types.every((part) => constraints.some((constraint) => constraint.accepts(part)) || accepts(part));
  const parts = constraints.map((constraint) => constraint.summary).join(' or ');
  return { summary: `nested tuple with any combination of ${parts} values`, accepts };
}

function summaries(sets: readonly ElementSet[]): string {
  return sets.map((set) => set.summary).join(' or ');
}

/** HLO_Tuple. */
export const tuple = /* @__PURE__ */ tupleOf([tensor, buffer, perAxisTensor, token]);
/** Ranked tensors and tokens. */
export const tensorOrToken = /* @__PURE__ */ anyTypeOf<Type>([tensor, token]);
/** Results of branches. */
export const branchResult = /* @__PURE__ */ anyTypeOf<Type>([tensor, perAxisTensor, token]);
/** Values that a loop carries. */
export const loopValue = /* @__PURE__ */ anyTypeOf<Type>([tensor, perAxisTensor, token, buffer]);
/** Operands and results of `composite`. */
export const compositeValue = /* @__PURE__ */ anyTypeOf<Type>([tensor, perAxisTensor, token, tuple]);
/** Elements of a tuple. */
export const tupleElement = /* @__PURE__ */ anyTypeOf<Type>([tensor, perAxisTensor, token, tuple, buffer]);
/** Operands and results of `custom_call`. */
export const customCallValue = /* @__PURE__ */ anyTypeOf<Type>([
  anyRankTensor,
  buffer,
  token,
  tupleOf([anyRankTensor, buffer, token]),
  future,
]);
/** Results of `infeed` and `recv`. */
export const received = /* @__PURE__ */ anyTypeOf<Type>([
  rankedTensorOf(ELEMENTS, 'statically shaped tensor', (type) => type.hasStaticShape),
  staticTensor,
  token,
]);
