import type * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { boolAttr, f32, i32, type Tensor } from '@shardform/ir-core';
import { type ConversionScope, splat } from './convertible.ts';

/**
 * Returns integers that are ordered as the operands of a comparison in the total order of floats are: their bits as f32,
 * in which those of negative numbers are turned around unless only equality is asked. `null` for integers, which have no such
 * order.
 */
export function totalOrderSides(
  { lhs, rhs, comparisonDirection: { value: direction } }: shlo.CompareOp,
  scope: ConversionScope,
): { readonly lhs: Tensor; readonly rhs: Tensor } | null {
  const isEquality = direction === 'EQ' || direction === 'NE';
  const [left, right] = [lhs, rhs].map((side) => orderedBits(side, isEquality, scope));
  return left == null || right == null ? null : { lhs: left, rhs: right };
}

function orderedBits(input: Tensor, isEquality: boolean, scope: ConversionScope): Tensor | null {
  const { builder } = scope;
  const wideType = input.type.withElementType(f32);
  const wide =
    input.type.elementType === f32
      ? input
      : builder.create(ttir.TypecastOp, { input, conservativeFolding: boolAttr(true) }, [wideType]).result;
  const type = input.type.withElementType(i32);
  const bits = builder.create(ttir.BitcastConvertOp, { input: wide }, [type]).result;
  if (isEquality) return bits;
  const [sign, magnitude] = [31, 0x7fff_ffff].map((number) => splat(type, number, scope));
  if (sign == null || magnitude == null) return null;
  const spread = builder.create(ttir.RightShiftOp, { lhs: bits, rhs: sign }, [type]).result;
  const turned = builder.create(ttir.BitwiseAndOp, { lhs: spread, rhs: magnitude }, [type]).result;
  return builder.create(ttir.BitwiseXorOp, { lhs: bits, rhs: turned }, [type]).result;
}
