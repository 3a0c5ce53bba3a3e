import { commutative, constantOf, type Value } from '@shardform/ir-core';
import { integerOf } from './elements.ts';
import {
  type Constants,
  type Folded,
  foldConstants,
  foldTo,
  integerBinary,
  operandsOf,
  widthOf,
} from './integer-binary.ts';
import { allOnes } from './integer-arithmetic.ts';

/** Returns true if `value` is `of` with all bits flipped: an exclusive or with all ones. */
function isComplement(value: Value, of: Value): boolean {
  const xor = operandsOf(value, XOrIOp);
  return xor?.[0] === of && integerOf(constantOf(xor[1])) === allOnes(widthOf(of.type));
}

export class AndIOp extends integerBinary('arith.andi', 'integer binary and', [commutative]) {
  override fold(operands: Constants): Folded {
    const { lhs, rhs } = this;
    const mask = integerOf(operands[1]!);
    if (mask === 0n) return [rhs];
    if (mask === allOnes(widthOf(lhs.type))) return [lhs];
    if (isComplement(rhs, lhs) || isComplement(lhs, rhs)) return foldTo(0, this);
    if (operandsOf(rhs, AndIOp)?.includes(lhs) === true) return [rhs];
    if (operandsOf(lhs, AndIOp)?.includes(rhs) === true) return [lhs];
    return foldConstants(this, operands) ?? (lhs === rhs ? [lhs] : null);
  }
}

export class OrIOp extends integerBinary('arith.ori', 'integer binary or', [commutative]) {
  override fold(operands: Constants): Folded {
    const { lhs, rhs } = this;
    const bits = integerOf(operands[1]!);
    if (bits === 0n) return [lhs];
    const ones = allOnes(widthOf(lhs.type));
    if (bits === ones) return [rhs];
    if (isComplement(rhs, lhs) || isComplement(lhs, rhs)) return foldTo(ones, this);
    return foldConstants(this, operands) ?? (lhs === rhs ? [lhs] : null);
  }
}

export class XOrIOp extends integerBinary('arith.xori', 'integer binary xor', [commutative]) {
  override fold(operands: Constants): Folded {
    const { lhs, rhs } = this;
    if (integerOf(operands[1]!) === 0n) return [lhs];
    if (lhs === rhs) return foldTo(0, this);
    const left = operandsOf(lhs, XOrIOp);
    if (left?.[1] === rhs) return [left[0]];
    if (left?.[0] === rhs) return [left[1]];
    const right = operandsOf(rhs, XOrIOp);
    if (right?.[1] === lhs) return [right[0]];
    if (right?.[0] === lhs) return [right[1]];
    return foldConstants(this, operands);
  }
}
