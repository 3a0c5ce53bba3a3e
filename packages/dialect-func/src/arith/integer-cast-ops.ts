import { IndexType, IntegerType, type OpReport, type Type, type Value } from '@shardform/ir-core';
import { indexCastable, signlessFixedWidthIntegerLike } from '../type-constraints.ts';
import { type CastOp, castOp, foldCast, verifyCast } from './cast-op.ts';
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
export class ExtUIOp extends castOp(
  'arith.extui',
  'integer zero extension operation',
  signlessFixedWidthIntegerLike,
  signlessFixedWidthIntegerLike,
) {
  override verifyOp(report: OpReport): boolean {
    return verifyCast(this, report, isWider);
  }

  override fold(operands: Constants): Folded {
    return foldTwice(this, ExtUIOp) ?? foldCast(this, operands, zeroExtend);
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
export class TruncIOp extends castOp(
  'arith.trunci',
  'integer truncation operation',
  signlessFixedWidthIntegerLike,
  signlessFixedWidthIntegerLike,
) {
  override verifyOp(report: OpReport): boolean {
    return verifyCast(this, report, isNarrower);
  }

  override fold(operands: Constants): Folded {
    const { definingOp } = this.in;
    if (definingOp instanceof ExtUIOp || definingOp instanceof ExtSIOp) {
      const source: Value = definingOp.in;
      if (source.type === this.out.type) return [source];
      if (widthOf(source.type) > widthOf(this.out.type)) {
        this.setOperand(0, source);
        return [this.out];
      }
    }
    return foldTwice(this, TruncIOp) ?? foldCast(this, operands, zeroExtend);
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
export class IndexCastUIOp extends castOp(
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
