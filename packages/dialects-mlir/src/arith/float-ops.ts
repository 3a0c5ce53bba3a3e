import {
  commutative,
  decodeFloat,
  defineOp,
  FloatType,
  type IntegerAttr,
  type Operation,
  optionalAttr,
  sameOperandsAndResultType,
  storedDefaultAttr,
  type Trait,
  type Value,
} from '@shardform/ir-core';
import { elementTypeOrSelf, floatLike } from '../type-constraints.ts';
import { floatOf, mapElements, mapFloats } from './elements.ts';
import { FastMathFlagsAttr } from './flags-attr.ts';
import { type Constants, type Folded } from './integer-binary.ts';
import { poisonOf } from './poison.ts';
import { roundingMode, roundsToNearestEven } from './rounding-mode.ts';

const fastmath = /* @__PURE__ */ storedDefaultAttr(FastMathFlagsAttr.constraint, FastMathFlagsAttr.none);

/* @__NO_SIDE_EFFECTS__ */
function floatBinary(name: string, summary: string, traits: readonly Trait[] = []) {
  return defineOp(name, {
    summary,
    operands: { lhs: floatLike, rhs: floatLike },
    results: { result: floatLike },
    attrs: { fastmath },
    traits: [...traits, sameOperandsAndResultType],
    effects: 'none',
    speculates: 'always',
    format: '$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)',
  });
}

/** Declares an operation whose result may be rounded otherwise than to the nearest number. */
/* @__NO_SIDE_EFFECTS__ */
function roundedBinary(name: string, summary: string, traits: readonly Trait[] = []) {
  return defineOp(name, {
    summary,
    operands: { lhs: floatLike, rhs: floatLike },
    results: { result: floatLike },
    attrs: { fastmath, roundingmode: optionalAttr(roundingMode) },
    traits: [...traits, sameOperandsAndResultType],
    effects: 'none',
    speculates: 'always',
    format: '$lhs `,` $rhs ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($result)',
  });
}

interface FloatBinary extends Operation {
  readonly lhs: Value;
  readonly rhs: Value;
  readonly result: Value;
  readonly roundingmode?: IntegerAttr | null;
}

function foldNumbers(
  op: FloatBinary,
  operands: Constants,
  compute: (a: number, b: number) => number,
): Folded {
  const poison = poisonOf(operands);
  if (poison !== null) return [poison];
  if (!roundsToNearestEven(op.roundingmode ?? null)) return null;
  const folded = mapFloats(operands, op.result.type, (a, b) => compute(a, b));
  return folded === null ? null : [folded];
}

export class AddFOp extends roundedBinary('arith.addf', 'floating point addition operation', [commutative]) {
  override fold(operands: Constants): Folded {
    if (Object.is(floatOf(operands[1]!), -0)) return [this.lhs];
    return foldNumbers(this, operands, (a, b) => a + b);
  }
}

export class SubFOp extends roundedBinary('arith.subf', 'floating point subtraction operation') {
  override fold(operands: Constants): Folded {
    if (Object.is(floatOf(operands[1]!), 0)) return [this.lhs];
    return foldNumbers(this, operands, (a, b) => a - b);
  }
}

export class MulFOp extends roundedBinary('arith.mulf', 'floating point multiplication operation', [
  commutative,
]) {
  override fold(operands: Constants): Folded {
    if (floatOf(operands[1]!) === 1) return [this.lhs];
    return foldNumbers(this, operands, (a, b) => a * b);
  }
}

export class DivFOp extends roundedBinary('arith.divf', 'floating point division operation') {
  override fold(operands: Constants): Folded {
    if (floatOf(operands[1]!) === 1) return [this.lhs];
    return foldNumbers(this, operands, (a, b) => a / b);
  }
}

export class RemFOp extends floatBinary('arith.remf', 'floating point division remainder operation') {
  override fold(operands: Constants): Folded {
    return foldNumbers(this, operands, (a, b) => a % b);
  }
}

/** The maximum, where NaN wins. */
export class MaximumFOp extends floatBinary('arith.maximumf', 'floating-point maximum operation', [
  commutative,
]) {
  override fold(operands: Constants): Folded {
    if (this.lhs === this.rhs) return [this.rhs];
    if (floatOf(operands[1]!) === -Infinity) return [this.lhs];
    return foldNumbers(this, operands, (a, b) => Math.max(a, b));
  }
}

/** The minimum, where NaN wins. */
export class MinimumFOp extends floatBinary('arith.minimumf', 'floating-point minimum operation', [
  commutative,
]) {
  override fold(operands: Constants): Folded {
    if (this.lhs === this.rhs) return [this.rhs];
    if (floatOf(operands[1]!) === Infinity) return [this.lhs];
    return foldNumbers(this, operands, (a, b) => Math.min(a, b));
  }
}

/** The maximum, where NaN loses. */
export class MaxNumFOp extends floatBinary('arith.maxnumf', 'floating-point maximum operation', [
  commutative,
]) {
  override fold(operands: Constants): Folded {
    if (this.lhs === this.rhs) return [this.rhs];
    if (floatOf(operands[1]!) === -Infinity) return [this.lhs];
    return foldNumbers(this, operands, (a, b) =>
      Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b),
    );
  }
}

/** The minimum, where NaN loses. */
export class MinNumFOp extends floatBinary('arith.minnumf', 'floating-point minimum operation', [
  commutative,
]) {
  override fold(operands: Constants): Folded {
    if (this.lhs === this.rhs) return [this.rhs];
    if (floatOf(operands[1]!) === Infinity) return [this.lhs];
    return foldNumbers(this, operands, (a, b) =>
      Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b),
    );
  }
}

export class NegFOp extends defineOp('arith.negf', {
  summary: 'floating point negation',
  operands: { operand: floatLike },
  results: { result: floatLike },
  attrs: { fastmath },
  traits: [sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
  format: '$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)',
}) {
  override fold(operands: Constants): Folded {
    const { definingOp } = this.operand;
    if (definingOp instanceof NegFOp) return [definingOp.operand];
    const poison = poisonOf(operands);
    if (poison !== null) return [poison];
    const type = elementTypeOrSelf(this.result.type);
    if (!(type instanceof FloatType)) return null;
    const sign = 1n << BigInt(type.width - 1);
    const folded = mapElements(operands, this.result.type, (bits) => {
      // Formats without a negative zero have no negative NaN either.
      const isPlain =
        type.format.specials === 'fnuz' &&
        !(decodeFloat(type.format, bits) < 0 || decodeFloat(type.format, bits) > 0);
      return isPlain ? bits : BigInt(bits) ^ sign;
    });
    return folded === null ? null : [folded];
  }
}

/** Replaces subnormal numbers by zeros (MLIR, `arith.flush_denormals`). */
export class FlushDenormalsOp extends defineOp('arith.flush_denormals', {
  summary: 'flush of subnormal numbers to zero',
  operands: { operand: floatLike },
  results: { result: floatLike },
  attrs: { fastmath },
  traits: [sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
  format: '$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)',
}) {}
