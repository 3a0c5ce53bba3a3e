import {
  type Attribute,
  constantOf,
  IntegerAttr,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { ConstantOp } from '../constant-op.ts';
import { integerConstant } from '../elements.ts';

/** Returns the number that a value is known to be, as a scalar. */
export function scalarConstant(value: Value): bigint | null {
  const constant = constantOf(value);
  return constant instanceof IntegerAttr ? constant.value : null;
}

/** Inserts a constant. @throws for attributes without a type. */
export function insertConstant(rewriter: Rewriter, attribute: Attribute): Value {
  return rewriter.insert(ConstantOp.of(attribute, rewriter.location)).result;
}

/** Inserts a constant that is one integer everywhere; `null` when the shape of the type is not known. */
export function insertInteger(rewriter: Rewriter, value: bigint | number, type: Type): Value | null {
  const attribute = integerConstant(value, type);
  return attribute === null ? null : insertConstant(rewriter, attribute);
}
