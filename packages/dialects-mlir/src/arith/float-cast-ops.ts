import {
  decodeFloat,
  defineOp,
  encodeFloat,
  FloatType,
  type FloatBits,
  type OpReport,
  optionalAttr,
  type Type,
} from '@shardform/ir-core';
import { bitcastable, floatLike, signlessFixedWidthIntegerLike } from '../type-constraints.ts';
import { castOp, castSpec, foldCast, nonNegativeCastOp, verifyCast } from './cast-op.ts';
import { type Element, integerWidth, signed } from './elements.ts';
import { FastMathFlagsAttr } from './flags-attr.ts';
import { type Constants, type Folded, widthOf } from './integer-binary.ts';
import { roundingMode } from './rounding-mode.ts';

/** The flags that exempt a cast from special cases; absent where it handles all. */
const fastmath = /* @__PURE__ */ optionalAttr(FastMathFlagsAttr.constraint);

function isWider(from: Type, to: Type): boolean {
  return from instanceof FloatType && to instanceof FloatType && to.width > from.width;
}

function isNarrower(from: Type, to: Type): boolean {
  return isWider(to, from);
}

/** The number of an element of a type that a JavaScript number holds. */
function numberOf(element: Element, type: Type): number | null {
  return type instanceof FloatType ? decodeFloat(type.format, element) : null;
}

function bitsOf(value: number | null, type: Type): FloatBits | null {
  return value === null || !(type instanceof FloatType) || type.width > 64
    ? null
    : encodeFloat(type.format, value);
}

/** Widens numbers, which changes none (MLIR, `arith.extf`). */
export class ExtFOp extends defineOp('arith.extf', {
  ...castSpec('cast from floating-point to wider floating-point', floatLike, floatLike),
  attrs: { fastmath },
  format: '$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyCast(this, report, isWider);
  }

  override fold(operands: Constants): Folded {
    return foldCast(this, operands, (element, from, to) => bitsOf(numberOf(element, from), to));
  }
}

/** Rounds numbers to a narrower type (MLIR, `arith.truncf`). */
export class TruncFOp extends defineOp('arith.truncf', {
  ...castSpec('cast from floating-point to narrower floating-point', floatLike, floatLike),
  attrs: { roundingmode: optionalAttr(roundingMode), fastmath },
  format: '$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyCast(this, report, isNarrower);
  }

  /** Constants are narrowed when they lose nothing. */
  override fold(operands: Constants): Folded {
    return foldCast(this, operands, (element, from, to) => {
      const value = numberOf(element, from);
      const bits = bitsOf(value, to);
      return bits === null || Object.is(numberOf(bits, to), value) ? bits : null;
    });
  }
}

/** Numbers in another format of equal width (MLIR, `arith.convertf`). */
export class ConvertFOp extends defineOp('arith.convertf', {
  ...castSpec('conversion between floating-point types of equal width', floatLike, floatLike),
  attrs: { roundingmode: optionalAttr(roundingMode), fastmath },
  format: '$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyCast(
      this,
      report,
      (from, to) =>
        from !== to && from instanceof FloatType && to instanceof FloatType && from.width === to.width,
    );
  }
}

/** Integers as numbers. Rounded once, so that integers beyond 2^53 are not for a JavaScript number. */
function integerToFloat(value: bigint, to: Type): FloatBits | null {
  const number = Number(value);
  const isExact = BigInt(number) === value;
  return isExact || (to instanceof FloatType && to.width === 64) ? bitsOf(number, to) : null;
}

/** Integers, read without sign, as numbers (MLIR, `arith.uitofp`). */
export class UIToFPOp extends nonNegativeCastOp(
  'arith.uitofp',
  'cast from unsigned integer type to floating-point',
  signlessFixedWidthIntegerLike,
  floatLike,
) {
  override fold(operands: Constants): Folded {
    return foldCast(this, operands, (element, _, to) => integerToFloat(BigInt(element), to));
  }
}

/** Integers, read with sign, as numbers (MLIR, `arith.sitofp`). */
export class SIToFPOp extends castOp(
  'arith.sitofp',
  'cast from integer type to floating-point',
  signlessFixedWidthIntegerLike,
  floatLike,
) {
  override fold(operands: Constants): Folded {
    const width = widthOf(this.in.type);
    return foldCast(this, operands, (element, _, to) => integerToFloat(signed(BigInt(element), width), to));
  }
}

/** Rounds a number towards zero; `null` when the result is out of range. */
function truncate(value: number | null, least: bigint, greatest: bigint): bigint | null {
  if (value === null || !Number.isFinite(value)) return null;
  const integer = BigInt(Math.trunc(value));
  return integer < least || integer > greatest ? null : integer;
}

/** Numbers as unsigned integers, rounded towards zero (MLIR, `arith.fptoui`). */
export class FPToUIOp extends castOp(
  'arith.fptoui',
  'cast from floating-point type to unsigned integer type',
  floatLike,
  signlessFixedWidthIntegerLike,
) {
  override fold(operands: Constants): Folded {
    return foldCast(this, operands, (element, from, to) =>
      truncate(numberOf(element, from), 0n, (1n << BigInt(integerWidth(to))) - 1n),
    );
  }
}

/** Numbers as signed integers, rounded towards zero (MLIR, `arith.fptosi`). */
export class FPToSIOp extends castOp(
  'arith.fptosi',
  'cast from floating-point type to integer type',
  floatLike,
  signlessFixedWidthIntegerLike,
) {
  override fold(operands: Constants): Folded {
    return foldCast(this, operands, (element, from, to) => {
      const limit = 1n << BigInt(integerWidth(to) - 1);
      const integer = truncate(numberOf(element, from), -limit, limit - 1n);
      return integer === null ? null : BigInt.asUintN(integerWidth(to), integer);
    });
  }
}

/** Bits under another type of equal width (MLIR, `arith.bitcast`). */
export class BitcastOp extends castOp(
  'arith.bitcast',
  'bitcast between values of equal bit width',
  bitcastable,
  bitcastable,
) {
  override verifyOp(report: OpReport): boolean {
    return verifyCast(this, report, (from, to) => {
      const width = (type: Type): number | null =>
        type instanceof FloatType ? type.width : 'width' in type ? integerWidth(type) : null;
      return from === to || (width(from) !== null && width(from) === width(to));
    });
  }

  override fold(operands: Constants): Folded {
    if (this.in.type === this.out.type) return [this.in];
    return foldCast(this, operands, (element) => element);
  }
}
