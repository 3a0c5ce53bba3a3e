import {
  anyType,
  Attribute,
  type AttrConstraint,
  constantLike,
  DenseElementsAttr,
  DenseResourceAttr,
  DenseStringsAttr,
  defineOp,
  FloatAttr,
  type FoldResult,
  i1,
  IndexType,
  IntegerAttr,
  type Location,
  type NameSuggestion,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  SparseElementsAttr,
  type Type,
  VectorType,
} from '@shardform/ir-core';
import { isSignlessIntegerOrIndex } from '../type-constraints.ts';

/** Attributes that have a type, such as numbers and elements. */
interface TypedAttribute extends Attribute {
  readonly type: Type;
}

/** The attributes that have a type (MLIR's TypedAttr). */
export const typedAttr: AttrConstraint<TypedAttribute> = {
  summary: 'TypedAttr instance',
  accepts: isTyped,
  isKind: isTyped,
};

function isTyped(attribute: Attribute): attribute is TypedAttribute {
  return 'type' in attribute && attribute.type instanceof Object;
}

function isElements(attribute: Attribute): boolean {
  const classes = [DenseElementsAttr, DenseResourceAttr, DenseStringsAttr, SparseElementsAttr];
  return classes.some((cls) => attribute instanceof cls);
}

/** A constant integer, float, vector or tensor (MLIR, `arith.constant`). */
export class ConstantOp extends defineOp('arith.constant', {
  summary: 'integer or floating point constant',
  attrs: { value: typedAttr },
  results: { result: anyType },
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const dictionaryOffset = parser.offset;
    for (const [name, attribute] of parser.parseOptionalAttrDict()) {
      if (name === 'value' && !typedAttr.accepts(attribute)) {
        parser.fail(
          `'arith.constant' op attribute 'value' failed to satisfy constraint: ${typedAttr.summary}`,
          dictionaryOffset,
        );
      }
      state.setAttr(name, attribute);
    }
    const { offset } = parser;
    const value = parser.parseAttribute();
    if (!typedAttr.accepts(value)) parser.fail('invalid kind of attribute specified', offset);
    state.setAttr('value', value);
    state.resultTypes.push(value.type);
  }

  static print(this: void, printer: Printer, op: ConstantOp): void {
    printer.printOptionalAttrDict(op.sortedDiscardable());
    printer.write(' ');
    printer.printAttribute(op.value);
  }

  static suggestNames(this: void, op: ConstantOp, suggest: NameSuggestion): void {
    suggest(op.result, constantName(op.value));
  }

  /** A constant with the value of an attribute, which is of the constant's type. */
  static of(value: Attribute, location?: Location): ConstantOp {
    if (!isTyped(value)) throw new Error('the value of a constant has a type');
    return ConstantOp.create({ value }, [value.type], location === undefined ? {} : { location });
  }

  override verifyOp(report: OpReport): boolean {
    const { value, result } = this;
    if (value.type !== result.type) {
      return report.opError('failed to verify that all of {value, result} have same type');
    }
    if (value instanceof IntegerAttr && !isSignlessIntegerOrIndex(value.type)) {
      return report.opError('integer return type must be signless');
    }
    if (!(value instanceof IntegerAttr || value instanceof FloatAttr || isElements(value))) {
      return report.opError('value must be an integer, float, or elements attribute');
    }
    const { type } = result;
    if (type instanceof VectorType && type.scalable.includes(true) && !isSplat(value)) {
      return report.opError(
        "intializing scalable vectors with elements attribute is not supported unless it's a vector splat",
      );
    }
    return true;
  }

  override fold(): readonly FoldResult[] {
    return [this.value];
  }
}

function isSplat(value: Attribute): boolean {
  return value instanceof DenseElementsAttr && value.isSplat;
}

/** `c5_i32`, `c5` for an index, `true`, `cst`: the name that the printer gives to a constant's result. */
function constantName(value: Attribute): string {
  if (!(value instanceof IntegerAttr)) return 'cst';
  if (value.type === i1) return value.value === 1n ? 'true' : 'false';
  return `c${value.value}${value.type instanceof IndexType ? '' : `_${String(value.type)}`}`;
}

/** Returns the constant operation for a folded value, or `null` when arith has none for it. */
export function materializeConstant(value: Attribute, type: Type, location: Location): ConstantOp | null {
  if (!isTyped(value) || value.type !== type) return null;
  if (value instanceof IntegerAttr && !isSignlessIntegerOrIndex(type)) return null;
  if (!(value instanceof IntegerAttr || value instanceof FloatAttr || isElements(value))) return null;
  return ConstantOp.create({ value }, [type], { location });
}
