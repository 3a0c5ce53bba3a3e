import { constantOf, type Value } from '@shardform/ir-core';
import { integerOf } from './elements.ts';
import {
  type Constants,
  type Folded,
  foldConstants,
  foldTo,
  exactBinary,
  integerBinary,
  widthOf,
} from './integer-binary.ts';
import { allOnes } from './integer-arithmetic.ts';

/** Dividing by zero must not be executed where the program would not divide. */
function hasSafeUnsignedDivisor({ rhs }: { readonly rhs: Value }): boolean {
  const value = integerOf(constantOf(rhs));
  return value !== null && value !== 0n;
}

/** Neither must dividing by -1, which overflows for the least number. */
function hasSafeSignedDivisor({ rhs }: { readonly rhs: Value }): boolean {
  const value = integerOf(constantOf(rhs));
  return value !== null && value !== 0n && value !== allOnes(widthOf(rhs.type));
}

function foldDivision(
  op: DivUIOp | DivSIOp | CeilDivUIOp | CeilDivSIOp | FloorDivSIOp,
  operands: Constants,
): Folded {
  return integerOf(operands[1]!) === 1n ? [op.lhs] : foldConstants(op, operands);
}

function foldRemainder(op: RemUIOp | RemSIOp, operands: Constants): Folded {
  return integerOf(operands[1]!) === 1n ? foldTo(0, op) : foldConstants(op, operands);
}

export class DivUIOp extends exactBinary(
  'arith.divui',
  'unsigned integer division operation',
  hasSafeUnsignedDivisor,
) {
  override fold(operands: Constants): Folded {
    return foldDivision(this, operands);
  }
}

export class DivSIOp extends exactBinary(
  'arith.divsi',
  'signed integer division operation',
  hasSafeSignedDivisor,
) {
  override fold(operands: Constants): Folded {
    return foldDivision(this, operands);
  }
}

export class CeilDivUIOp extends integerBinary(
  'arith.ceildivui',
  'unsigned ceil integer division operation',
  [],
  hasSafeUnsignedDivisor,
) {
  override fold(operands: Constants): Folded {
    return foldDivision(this, operands);
  }
}

export class CeilDivSIOp extends integerBinary(
  'arith.ceildivsi',
  'signed ceil integer division operation',
  [],
  hasSafeSignedDivisor,
) {
  override fold(operands: Constants): Folded {
    return foldDivision(this, operands);
  }
}

export class FloorDivSIOp extends integerBinary(
  'arith.floordivsi',
  'signed floor integer division operation',
) {
  override fold(operands: Constants): Folded {
    return foldDivision(this, operands);
  }
}

export class RemUIOp extends integerBinary('arith.remui', 'unsigned integer division remainder operation') {
  override fold(operands: Constants): Folded {
    return foldRemainder(this, operands);
  }
}

export class RemSIOp extends integerBinary('arith.remsi', 'signed integer division remainder operation') {
  override fold(operands: Constants): Folded {
    return foldRemainder(this, operands);
  }
}
