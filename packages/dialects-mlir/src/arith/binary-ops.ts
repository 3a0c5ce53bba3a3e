import { commutative } from '@shardform/ir-core';
import { integerOf } from './elements.ts';
import {
  type Constants,
  exactBinary,
  type Folded,
  foldConstants,
  foldTo,
  operandsOf,
  overflowingBinary,
} from './integer-binary.ts';

export class AddIOp extends overflowingBinary('arith.addi', 'integer addition operation', [commutative]) {
  override fold(operands: Constants): Folded {
    if (integerOf(operands[1]!) === 0n) return [this.lhs];
    const left = operandsOf(this.lhs, SubIOp);
    if (left?.[1] === this.rhs) return [left[0]];
    const right = operandsOf(this.rhs, SubIOp);
    if (right?.[1] === this.lhs) return [right[0]];
    return foldConstants(this, operands);
  }
}

export class SubIOp extends overflowingBinary('arith.subi', 'integer subtraction operation') {
  override fold(operands: Constants): Folded {
    if (this.lhs === this.rhs) return foldTo(0, this);
    if (integerOf(operands[1]!) === 0n) return [this.lhs];
    const sum = operandsOf(this.lhs, AddIOp);
    if (sum?.[1] === this.rhs) return [sum[0]];
    if (sum?.[0] === this.rhs) return [sum[1]];
    return foldConstants(this, operands);
  }
}

export class MulIOp extends overflowingBinary('arith.muli', 'integer multiplication operation', [
  commutative,
]) {
  override fold(operands: Constants): Folded {
    const factor = integerOf(operands[1]!);
    if (factor === 0n) return [this.rhs];
    if (factor === 1n) return [this.lhs];
    return foldConstants(this, operands);
  }
}

export class ShLIOp extends overflowingBinary('arith.shli', 'integer left-shift') {
  override fold(operands: Constants): Folded {
    return integerOf(operands[1]!) === 0n ? [this.lhs] : foldConstants(this, operands);
  }
}

export class ShRUIOp extends exactBinary('arith.shrui', 'unsigned integer right-shift') {
  override fold(operands: Constants): Folded {
    return integerOf(operands[1]!) === 0n ? [this.lhs] : foldConstants(this, operands);
  }
}

export class ShRSIOp extends exactBinary('arith.shrsi', 'signed integer right-shift') {
  override fold(operands: Constants): Folded {
    return integerOf(operands[1]!) === 0n ? [this.lhs] : foldConstants(this, operands);
  }
}
