import {
  defineOp,
  defineTrait,
  MemRefType,
  type Operation,
  type OpReport,
  optionalAttr,
  ShapedType,
  type Trait,
  type Type,
  type TypeConstraint,
  unitAttr,
  type Value,
} from '@shardform/ir-core';
import { elementTypeOrSelf } from '../type-constraints.ts';
import { type Element, mapElements } from './elements.ts';
import { type Constants, type Folded } from './integer-binary.ts';
import { poisonOf } from './poison.ts';

function sameShape(a: readonly number[] | null, b: readonly number[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((size, i) => size === b[i]);
}

/** Returns true if both types are scalars, or tensors, vectors or buffers of one shape. */
export function haveSameDimensions(a: Type, b: Type): boolean {
  if (!(a instanceof ShapedType) || !(b instanceof ShapedType))
    return !(a instanceof ShapedType) && !(b instanceof ShapedType);
  return a.constructor === b.constructor && sameShape(a.shape, b.shape);
}

/** The operand and the result have one shape (MLIR's SameInputOutputTensorDims). */
const sameDimensions: Trait = /* @__PURE__ */ defineTrait({
  name: 'SameInputOutputTensorDims',
  verify: (op, report) =>
    haveSameDimensions(op.getOperand(0).type, op.getResult().type) ||
    report.opError('failed to verify that input and output have the same tensor dimensions'),
});

/** An operation that turns the elements of a value into elements of another type. */
export interface CastOp extends Operation {
  readonly in: Value;
  readonly out: Value;
}

/** Returns the declaration that all conversions share. */
/* @__NO_SIDE_EFFECTS__ */
export function castSpec<I extends Type, O extends Type>(
  summary: string,
  from: TypeConstraint<I>,
  to: TypeConstraint<O>,
) {
  return {
    summary,
    operands: { in: from },
    results: { out: to },
    traits: [sameDimensions],
    effects: 'none',
    speculates: 'always',
    format: '$in attr-dict `:` type($in) `to` type($out)',
  } as const;
}

/** Declares a conversion of elements. */
/* @__NO_SIDE_EFFECTS__ */
export function castOp<I extends Type, O extends Type>(
  name: string,
  summary: string,
  from: TypeConstraint<I>,
  to: TypeConstraint<O>,
) {
  return defineOp(name, castSpec(summary, from, to));
}

/** Declares a conversion of elements without sign, which may be known not to be negative. */
/* @__NO_SIDE_EFFECTS__ */
export function nonNegativeCastOp<I extends Type, O extends Type>(
  name: string,
  summary: string,
  from: TypeConstraint<I>,
  to: TypeConstraint<O>,
) {
  return defineOp(name, {
    ...castSpec(summary, from, to),
    attrs: { nonNeg: optionalAttr(unitAttr) },
    format: '$in (`nneg` $nonNeg^)? attr-dict `:` type($in) `to` type($out)',
  });
}

/** Reports types that the conversion is not between; `holds` sees the element types. */
export function verifyCast(op: CastOp, report: OpReport, holds: (from: Type, to: Type) => boolean): boolean {
  const [from, to] = [op.in.type, op.out.type];
  // Buffers are not converted but seen otherwise: all else about them has to be equal.
  const isView =
    !(from instanceof MemRefType && to instanceof MemRefType) ||
    (from.layout === to.layout && from.memorySpace === to.memorySpace);
  return (
    (isView && holds(elementTypeOrSelf(from), elementTypeOrSelf(to))) ||
    report.opError(`operand type '${String(from)}' and result type '${String(to)}' are cast incompatible`)
  );
}

/** Converts a constant; `convert` gives `null` where the result is not defined. */
export function foldCast(
  op: CastOp,
  operands: Constants,
  convert: (element: Element, from: Type, to: Type) => Element | null,
): Folded {
  const poison = poisonOf(operands);
  if (poison !== null) return [poison];
  const [from, to] = [elementTypeOrSelf(op.in.type), elementTypeOrSelf(op.out.type)];
  const folded = mapElements(operands, op.out.type, (element) => convert(element, from, to));
  return folded === null ? null : [folded];
}
