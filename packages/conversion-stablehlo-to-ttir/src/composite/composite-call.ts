import {
  type Attribute,
  boolAttr,
  type ConversionRewriter,
  DictionaryAttr,
  DenseElementsAttr,
  DenseArrayAttr,
  ArrayAttr,
  f32,
  FloatAttr,
  i32,
  i64,
  IntegerAttr,
  type Operation,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { ReshapeOp, i32Array, tensorType } from '@shardform/dialect-ttir';
import { tensorsOf } from '../convert/convertible.ts';

/** A composite, or the custom call that stands for one: its operands and its attributes. */
export class CompositeCall {
  readonly op: Operation;
  readonly attributes: DictionaryAttr;
  readonly rewriter: ConversionRewriter;

  constructor(op: Operation, attributes: DictionaryAttr, rewriter: ConversionRewriter) {
    this.op = op;
    this.attributes = attributes;
    this.rewriter = rewriter;
  }

  /** The operands that are tensors: all of them, in composites that have a counterpart in TTIR. */
  get operands(): readonly Value<RankedTensorType>[] {
    return tensorsOf(this.op.operandValues());
  }

  /** The type of a result, which is a tensor. */
  resultType(index = 0): RankedTensorType {
    return tensorType(this.op.getResult(index).type);
  }

  /** An attribute that is a number. */
  float(name: string): FloatAttr | null {
    const attribute = this.attributes.get(name);
    return attribute instanceof FloatAttr ? FloatAttr.get(attribute.value, f32) : null;
  }

  /** An attribute that is an integer, or a tensor of one. */
  integer(name: string): number | null {
    const attribute = this.attributes.get(name);
    if (attribute instanceof DenseElementsAttr && attribute.elementCount === 1) {
      return Number(attribute.storedIntegers()[0]!);
    }
    return attribute instanceof IntegerAttr ? attribute.number : null;
  }

  flag(name: string, otherwise: boolean): boolean {
    const attribute = this.attributes.get(name);
    return attribute instanceof IntegerAttr ? attribute.number !== 0 : otherwise;
  }

  /** An attribute that lists integers, in any of the forms that front ends write. */
  list(name: string): number[] | null {
    const attribute: Attribute | null = this.attributes.get(name);
    if (attribute instanceof DenseElementsAttr) return attribute.integers().map(Number);
    if (attribute instanceof DenseArrayAttr) return [...attribute.numbers()];
    if (!(attribute instanceof ArrayAttr)) return null;
    return attribute.elements.flatMap((element) => (element instanceof IntegerAttr ? [element.number] : []));
  }

  reshape(input: Value<RankedTensorType>, shape: readonly number[]): Value<RankedTensorType> {
    return this.rewriter.create(ReshapeOp, { input, shape: i32Array(shape) }, [input.type.withShape(shape)])
      .result;
  }
}

/** Returns an attribute `value : i32`. */
export function i32Of(value: number): IntegerAttr {
  return IntegerAttr.get(value, i32);
}

/** Returns an attribute `value : i64`. */
export function i64Of(value: number): IntegerAttr {
  return IntegerAttr.get(value, i64);
}

/** Returns an attribute `array<i64: ...>`. */
export function i64List(numbers: readonly number[]): DenseArrayAttr {
  return DenseArrayAttr.get(i64, numbers);
}

/** Returns an attribute `true` or `false`. */
export const boolOf = boolAttr;
