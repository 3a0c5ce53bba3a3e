import {
  anyAttr,
  anyType,
  arrayAttr,
  type AttrConstraint,
  constantLike,
  defineOp,
  FloatAttr,
  IndexType,
  IntegerAttr,
  type OpReport,
  optionalAttr,
  stringAttr,
  typeOf,
  variadic,
} from '@shardform/ir-core';
import { OpaqueAttr } from '../attrs/opaque-attr.ts';
import { valueType } from '../types/constraints.ts';
import { LValueType, PointerType } from '../types/types.ts';

/** C++ as it stands, or a constant with a type. */
export const opaqueOrTyped: AttrConstraint = {
  ...anyAttr,
  summary: 'An opaque attribute or TypedAttr instance',
};

/**
 * A call of a function of C++ by its name. In `args`, an index stands for the operand with that number; without them, the
 * operands are the arguments. `template_args` stand in angle brackets.
 */
export class CallOpaqueOp extends defineOp('emitc.call_opaque', {
  summary: 'Opaque call operation',
  operands: { operands: variadic(valueType) },
  attrs: { callee: stringAttr, args: optionalAttr(arrayAttr), template_args: optionalAttr(arrayAttr) },
  results: { results: variadic(valueType) },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    if (this.callee.value === '') return report.opError('callee must not be empty');
    const wrong = this.args?.elements.some(
      (own) => own instanceof IntegerAttr && own.type instanceof IndexType && !(own.number in this.operands),
    );
    return wrong !== true || report.opError('index argument is out of range');
  }
}

/** A text of C++ as a value, which stands where it is used. */
export class LiteralOp extends defineOp('emitc.literal', {
  summary: 'Literal operation',
  attrs: { value: stringAttr },
  results: { result: valueType },
  effects: 'none',
  speculates: 'always',
  format: '$value attr-dict `:` type($result)',
}) {
  override verifyOp(report: OpReport): boolean {
    return this.value.value !== '' || report.opError('value must not be empty');
  }
}

/** A constant. */
export class ConstantOp extends defineOp('emitc.constant', {
  summary: 'Constant operation',
  attrs: { value: opaqueOrTyped },
  results: { result: valueType },
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    const { value, result } = this;
    if (value instanceof OpaqueAttr) return value.value !== '' || report.opError('value must not be empty');
    const type = value instanceof IntegerAttr || value instanceof FloatAttr ? value.type : null;
    return (
      type === null ||
      type === result.type ||
      report.opError(
        `requires attribute to either be an #emitc.opaque attribute or it's type ('${String(type)}') to match the op's result type ('${String(result.type)}')`,
      )
    );
  }
}

/** An element: `value[indices]`. */
export class SubscriptOp extends defineOp('emitc.subscript', {
  summary: 'Subscript operation',
  operands: { value: valueType, indices: variadic(valueType) },
  results: { result: typeOf(LValueType, 'EmitC lvalue type') },
  effects: 'none',
  speculates: 'always',
  format: '$value `[` $indices `]` attr-dict `:` functional-type(operands, results)',
}) {}

/** `&` gives the address of a variable, `*` what a pointer points to. */
export class ApplyOp extends defineOp('emitc.apply', {
  summary: 'Apply operation',
  operands: { operand: anyType },
  attrs: { applicableOperator: stringAttr },
  results: { result: valueType },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$applicableOperator `(` $operand `)` attr-dict `:` functional-type($operand, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const { applicableOperator: operator, operand } = this;
    if (operator.value === '&')
      return (
        operand.type instanceof LValueType ||
        report.opError('operand type must be an lvalue when applying `&`')
      );
    if (operator.value !== '*') return report.opError('applicable operator is illegal');
    return (
      operand.type instanceof PointerType ||
      report.opError('operand type must be a pointer when applying `*`')
    );
  }
}
