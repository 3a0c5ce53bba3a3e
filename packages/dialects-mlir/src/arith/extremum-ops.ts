import { commutative } from '@shardform/ir-core';
import { integerOf } from './elements.ts';
import {
  type Constants,
  type Folded,
  foldConstants,
  type IntegerBinary,
  integerBinary,
  widthOf,
} from './integer-binary.ts';
import { allOnes } from './integer-arithmetic.ts';

/** @param absorbing the number that wins against all others; `neutral` loses. As unsigned bits. */
function foldExtremum(op: IntegerBinary, operands: Constants, absorbing: bigint, neutral: bigint): Folded {
  if (op.lhs === op.rhs) return [op.rhs];
  const bound = integerOf(operands[1]!);
  if (bound === absorbing) return [op.rhs];
  if (bound === neutral) return [op.lhs];
  return foldConstants(op, operands);
}

/** The greatest signed number of the operation's width, and the least one as unsigned bits. */
function signedBounds(op: IntegerBinary): { readonly greatest: bigint; readonly least: bigint } {
  const least = 1n << BigInt(widthOf(op.lhs.type) - 1);
  return { greatest: least - 1n, least };
}

export class MaxSIOp extends integerBinary('arith.maxsi', 'signed integer maximum operation', [commutative]) {
  override fold(operands: Constants): Folded {
    const { greatest, least } = signedBounds(this);
    return foldExtremum(this, operands, greatest, least);
  }
}

export class MaxUIOp extends integerBinary('arith.maxui', 'unsigned integer maximum operation', [
  commutative,
]) {
  override fold(operands: Constants): Folded {
    return foldExtremum(this, operands, allOnes(widthOf(this.lhs.type)), 0n);
  }
}

export class MinSIOp extends integerBinary('arith.minsi', 'signed integer minimum operation', [commutative]) {
  override fold(operands: Constants): Folded {
    const { greatest, least } = signedBounds(this);
    return foldExtremum(this, operands, least, greatest);
  }
}

export class MinUIOp extends integerBinary('arith.minui', 'unsigned integer minimum operation', [
  commutative,
]) {
  override fold(operands: Constants): Folded {
    return foldExtremum(this, operands, 0n, allOnes(widthOf(this.lhs.type)));
  }
}
