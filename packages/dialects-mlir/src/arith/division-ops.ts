import {
  constantOf,
  defineTrait,
  type MemoryEffect,
  pure,
  type Speculatability,
  type Value,
} from '@shardform/ir-core';
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

const NO_EFFECTS: readonly MemoryEffect[] = [];

/** Dividing by zero must not be executed where the program would not divide. */
function withUnsignedDivisor(divisor: Value): Speculatability {
  const value = integerOf(constantOf(divisor));
  return value !== null && value !== 0n ? 'speculatable' : 'not-speculatable';
}

/** Neither must dividing by -1, which overflows for the least number. */
function withSignedDivisor(divisor: Value): Speculatability {
  const value = integerOf(constantOf(divisor));
  const isSafe = value !== null && value !== 0n && value !== allOnes(widthOf(divisor.type));
  return isSafe ? 'speculatable' : 'not-speculatable';
}

const noMemoryEffect = /* @__PURE__ */ defineTrait({ name: 'NoMemoryEffect' });

function foldDivision(
  op: DivUIOp | DivSIOp | CeilDivUIOp | CeilDivSIOp | FloorDivSIOp,
  operands: Constants,
): Folded {
  return integerOf(operands[1]!) === 1n ? [op.lhs] : foldConstants(op, operands);
}

function foldRemainder(op: RemUIOp | RemSIOp, operands: Constants): Folded {
  return integerOf(operands[1]!) === 1n ? foldTo(0, op) : foldConstants(op, operands);
}

export class DivUIOp extends exactBinary('arith.divui', 'unsigned integer division operation', [
  noMemoryEffect,
]) {
  override fold(operands: Constants): Folded {
    return foldDivision(this, operands);
  }

  memoryEffects(): readonly MemoryEffect[] {
    return NO_EFFECTS;
  }

  speculatability(): Speculatability {
    return withUnsignedDivisor(this.rhs);
  }
}

export class DivSIOp extends exactBinary('arith.divsi', 'signed integer division operation', [
  noMemoryEffect,
]) {
  override fold(operands: Constants): Folded {
    return foldDivision(this, operands);
  }

  memoryEffects(): readonly MemoryEffect[] {
    return NO_EFFECTS;
  }

  speculatability(): Speculatability {
    return withSignedDivisor(this.rhs);
  }
}

export class CeilDivUIOp extends integerBinary(
  'arith.ceildivui',
  'unsigned ceil integer division operation',
  [noMemoryEffect],
) {
  override fold(operands: Constants): Folded {
    return foldDivision(this, operands);
  }

  memoryEffects(): readonly MemoryEffect[] {
    return NO_EFFECTS;
  }

  speculatability(): Speculatability {
    return withUnsignedDivisor(this.rhs);
  }
}

export class CeilDivSIOp extends integerBinary('arith.ceildivsi', 'signed ceil integer division operation', [
  noMemoryEffect,
]) {
  override fold(operands: Constants): Folded {
    return foldDivision(this, operands);
  }

  memoryEffects(): readonly MemoryEffect[] {
    return NO_EFFECTS;
  }

  speculatability(): Speculatability {
    return withSignedDivisor(this.rhs);
  }
}

export class FloorDivSIOp extends integerBinary(
  'arith.floordivsi',
  'signed floor integer division operation',
  [pure],
) {
  override fold(operands: Constants): Folded {
    return foldDivision(this, operands);
  }
}

export class RemUIOp extends integerBinary('arith.remui', 'unsigned integer division remainder operation', [
  pure,
]) {
  override fold(operands: Constants): Folded {
    return foldRemainder(this, operands);
  }
}

export class RemSIOp extends integerBinary('arith.remsi', 'signed integer division remainder operation', [
  pure,
]) {
  override fold(operands: Constants): Folded {
    return foldRemainder(this, operands);
  }
}
