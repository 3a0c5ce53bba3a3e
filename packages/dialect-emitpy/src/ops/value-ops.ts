import {
  anyAttr,
  anyType,
  arrayAttr,
  type ArrayAttr,
  type AttrConstraint,
  type Attribute,
  constantLike,
  defineOp,
  FloatAttr,
  IndexType,
  IntegerAttr,
  type OpReport,
  optionalAttr,
  StringAttr,
  stringAttr,
  type Type,
  variadic,
} from '@shardform/ir-core';
import { OpaqueAttr } from '../attrs/opaque-attr.ts';
import { containerType, dictType, emitpyType, indexType, keyType } from '../types/constraints.ts';
import { DictType } from '../types/dict-type.ts';
import { StringType } from '../types/named-types.ts';
import { verifyIdentifier } from '../verify/identifier.ts';
import { pythonExpression } from './expression-trait.ts';

/** Lists of texts. */
export const stringArrayAttr: AttrConstraint<ArrayAttr> = {
  ...arrayAttr,
  summary: 'string array attribute',
  accepts: (attribute): attribute is ArrayAttr =>
    arrayAttr.accepts(attribute) && attribute.elements.every((element) => element instanceof StringAttr),
};

/** Python as it stands, or a constant with a type. */
export const opaqueOrTyped: AttrConstraint = {
  ...anyAttr,
  summary: 'An opaque attribute or TypedAttr instance',
};

/** Returns the type of a constant; `null` for Python as it stands. */
export function typeOfConstant(value: Attribute): Type | null {
  return value instanceof IntegerAttr || value instanceof FloatAttr ? value.type : null;
}

/**
 * A call of a function of Python by its name. In `args`, an index stands for the operand with that number; names in
 * `keyword_args` are empty where an argument is given by its place.
 */
export class CallOpaqueOp extends defineOp('emitpy.call_opaque', {
  summary: 'Opaque call operation',
  operands: { operands: variadic(anyType) },
  attrs: {
    callee: stringAttr,
    args: optionalAttr(arrayAttr),
    keyword_args: optionalAttr(stringArrayAttr),
  },
  results: { results: variadic(anyType) },
  traits: [pythonExpression],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const { args, keywordArgs } = this;
    if (this.callee.value === '') return report.opError('callee must not be empty');
    if ((args === null) !== (keywordArgs === null))
      return report.opError('args and keyword_args must be specified together');
    const [given, named] = [args?.elements.length ?? 0, keywordArgs?.elements.length ?? 0];
    if (given !== named)
      return report.opError(
        `args and keyword_args must have the same size (empty strings are allowed), but got args size = ${given} and keyword_args size = ${named}`,
      );
    // The printer looks up what indices stand for.
    const wrong = args?.elements.find(
      (own) => own instanceof IntegerAttr && own.type instanceof IndexType && !(own.number in this.operands),
    );
    return (
      wrong === undefined || report.opError(`args names operand ${String(wrong)}, which the call has not`)
    );
  }
}

/** A text of Python as a value. */
export class LiteralOp extends defineOp('emitpy.literal', {
  summary: 'Literal operation',
  attrs: { value: stringAttr },
  results: { result: indexType },
  traits: [pythonExpression],
  effects: 'none',
  speculates: 'always',
  format: '$value attr-dict `:` type($result)',
}) {
  override verifyOp(report: OpReport): boolean {
    return this.value.value !== '' || report.opError('value must not be empty');
  }
}

/** An element: `container[index]`. */
export class SubscriptOp extends defineOp('emitpy.subscript', {
  summary: 'Subscript operation',
  operands: { container: containerType, index: keyType },
  results: { result: emitpyType },
  traits: [pythonExpression],
  effects: 'none',
  speculates: 'always',
  format: '$container `[` $index `]` attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const { type } = this.container;
    return (
      !(this.index.type instanceof StringType) ||
      type instanceof DictType ||
      report.opError(`cannot use string index on non-dict type '${String(type)}'`)
    );
  }
}

/** An attribute of an object: `object.name`. */
export class GetAttrOp extends defineOp('emitpy.get_attr', {
  summary: 'Get attribute from an object',
  operands: { object: anyType },
  attrs: { attr_name: stringAttr },
  results: { result: anyType },
  traits: [pythonExpression],
  effects: 'none',
  speculates: 'always',
  format: '$object `,` $attr_name attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyIdentifier(this.attrName.value, report);
  }
}

/** Sets an attribute of an object: `object.name = value`. */
export class SetAttrOp extends defineOp('emitpy.set_attr', {
  summary: 'Set attribute on an object',
  operands: { object: anyType, value: anyType },
  attrs: { attr_name: stringAttr },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$object `,` $attr_name `,` $value attr-dict `:` `(` type($object) `,` type($value) `)`',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyIdentifier(this.attrName.value, report);
  }
}

/** A new dictionary under a name, of keys and values in turn, or as Python writes it. */
export class CreateDictOp extends defineOp('emitpy.create_dict', {
  summary: 'Create dictionary operation',
  operands: { items: variadic(anyType) },
  attrs: { dict_name: stringAttr, literal_expr: optionalAttr(stringAttr) },
  results: { result: dictType },
  effects: 'none',
  speculates: 'always',
  format: '$dict_name (`(` $items^ `)`)? attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const { items, literalExpr: literal } = this;
    if (!verifyIdentifier(this.dictName.value, report)) return false;
    if (literal !== null) {
      if (literal.value === '') return report.opError('literal_expr must not be empty');
      return (
        items.length === 0 ||
        report.opError(
          'cannot have both literal_expr and items operands; use either literal_expr for Python dict literals or items for key-value pairs',
        )
      );
    }
    if (items.length === 0)
      return report.opError(
        'cannot have both literal_expr and items empty; for an empty dict, use literal_expr = "{}" instead',
      );
    if (items.length % 2 !== 0)
      return report.opError('items must be alternating key-value pairs (even count required)');
    const wrong = items.findIndex(({ type }, i) => i % 2 === 0 && !keyType.accepts(type));
    return (
      wrong < 0 ||
      report.opError(
        `dictionary keys must be index or string type, but got '${String(items[wrong]!.type)}' at position ${wrong}`,
      )
    );
  }
}

/** A constant. */
export class ConstantOp extends defineOp('emitpy.constant', {
  summary: 'Constant operation',
  attrs: { value: opaqueOrTyped },
  results: { result: anyType },
  traits: [constantLike, pythonExpression],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    const { value, result } = this;
    if (value instanceof OpaqueAttr) return value.value !== '' || report.opError('value must not be empty');
    const type = typeOfConstant(value);
    return (
      type === null ||
      type === result.type ||
      report.opError(
        `requires attribute to either be an #emitpy.opaque attribute or it's type ('${String(type)}') to match the op's result type ('${String(result.type)}')`,
      )
    );
  }
}
