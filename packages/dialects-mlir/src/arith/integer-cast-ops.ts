import {
  defineOp,
  IndexType,
  IntegerType,
  type OpReport,
  storedDefaultAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { indexCastable, signlessFixedWidthIntegerLike } from '../type-constraints.ts';
import { type CastOp, castOp, castSpec, foldCast, nonNegativeCastOp, verifyCast } from './cast-op.ts';
import { IntegerOverflowFlagsAttr } from './flags-attr.ts';
import { type Element, integerWidth, signed } from './elements.ts';
import { type Constants, type Folded, widthOf } from './integer-binary.ts';

function isWider(from: Type, to: Type): boolean {
  return from instanceof IntegerType && to instanceof IntegerType && to.width > from.width;
}

function isNarrower(from: Type, to: Type): boolean {
  return isWider(to, from);
}

function isIndexCast(from: Type, to: Type): boolean {
  return (
    (from instanceof IndexType && to instanceof IntegerType) ||
    (from instanceof IntegerType && to instanceof IndexType)
  );
}

function signExtend(element: Element, from: Type, to: Type): Element {
  return BigInt.asUintN(integerWidth(to), signed(BigInt(element), integerWidth(from)));
}

function zeroExtend(element: Element, _from: Type, to: Type): Element {
  return BigInt.asUintN(integerWidth(to), BigInt(element));
}

/** Folds a conversion of a conversion of the same kind: the middle type doesn't matter. */
function foldTwice(op: CastOp, cls: abstract new (...args: never[]) => CastOp): Folded {
  const { definingOp } = op.in;
  if (!(definingOp instanceof cls)) return null;
  op.setOperand(0, definingOp.in);
  return [op.out];
}

/** Extends integers with zeros (MLIR, `arith.extui`). */
export class ExtUIOp extends nonNegativeCastOp(
  'arith.extui',
  'integer zero extension operation',
  signlessFixedWidthIntegerLike,
  signlessFixedWidthIntegerLike,
) {
  override verifyOp(report: OpReport): boolean {
    return verifyCast(this, report, isWider);
  }

  override fold(operands: Constants): Folded {
    // What holds of the value in the middle may not hold of the first one.
    return (this.nonNeg === null ? foldTwice(this, ExtUIOp) : null) ?? foldCast(this, operands, zeroExtend);
  }
}

/** Extends integers with their sign (MLIR, `arith.extsi`). */
export class ExtSIOp extends castOp(
  'arith.extsi',
  'integer sign extension operation',
  signlessFixedWidthIntegerLike,
  signlessFixedWidthIntegerLike,
) {
  override verifyOp(report: OpReport): boolean {
    return verifyCast(this, report, isWider);
  }

  override fold(operands: Constants): Folded {
    return foldTwice(this, ExtSIOp) ?? foldCast(this, operands, signExtend);
  }
}

/** Cuts high bits off (MLIR, `arith.trunci`). */
export class TruncIOp extends defineOp('arith.trunci', {
  ...castSpec('integer truncation operation', signlessFixedWidthIntegerLike, signlessFixedWidthIntegerLike),
  attrs: {
    overflowFlags: storedDefaultAttr(IntegerOverflowFlagsAttr.constraint, IntegerOverflowFlagsAttr.none),
  },
  format: '$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyCast(this, report, isNarrower);
  }

  override fold(operands: Constants): Folded {
    const { definingOp } = this.in;
    if (definingOp instanceof ExtUIOp || definingOp instanceof ExtSIOp) {
      const source: Value = definingOp.in;
      if (source.type === this.out.type) return [source];
      if ((this.overflowFlags?.flags.length ?? 0) === 0 && widthOf(source.type) > widthOf(this.out.type)) {
        this.setOperand(0, source);
        return [this.out];
      }
    }
    return (
      ((this.overflowFlags?.flags.length ?? 0) === 0 ? foldTwice(this, TruncIOp) : null) ??
      foldCast(this, operands, zeroExtend)
    );
  }
}

/** Converts between integers and indices, with sign (MLIR, `arith.index_cast`). */
export class IndexCastOp extends castOp(
  'arith.index_cast',
  'cast between index and integer types',
  indexCastable,
  indexCastable,
) {
  override verifyOp(report: OpReport): boolean {
    return verifyCast(this, report, isIndexCast);
  }

  override fold(operands: Constants): Folded {
    return foldCast(this, operands, signExtend);
  }
}

/** Converts between integers and indices, without sign (MLIR, `arith.index_castui`). */
export class IndexCastUIOp extends nonNegativeCastOp(
  'arith.index_castui',
  'unsigned cast between index and integer types',
  indexCastable,
  indexCastable,
) {
  override verifyOp(report: OpReport): boolean {
    return verifyCast(this, report, isIndexCast);
  }

  override fold(operands: Constants): Folded {
    return foldCast(this, operands, zeroExtend);
  }
}
