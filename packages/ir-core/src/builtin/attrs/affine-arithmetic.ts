import {
  affineBinary,
  type AffineBinaryKind,
  affineConstant,
  type AffineExpr,
  isSymbolicOrConstant,
  largestKnownDivisor,
} from './affine-expr.ts';
import { floorDivide } from '../../number/floor-divide.ts';

/**
 * `lhs + rhs`. Constants are folded and stand last, symbolic operands stand after others, multiples of one expression
 * are collected, and `x - (x floordiv c) * c` becomes `x mod c`.
 */
export function affineAdd(lhs: AffineExpr, rhs: AffineExpr): AffineExpr {
  if (lhs.kind === 'constant' && rhs.kind === 'constant') {
    return fold('add', lhs, rhs, lhs.value + rhs.value);
  }
  if (lhs.kind === 'constant' || (isSymbolicOrConstant(lhs) && !isSymbolicOrConstant(rhs))) {
    return affineAdd(rhs, lhs);
  }
  if (rhs.kind === 'constant') {
    if (rhs.value === 0n) return lhs;
    if (lhs.kind === 'add' && lhs.rhs.kind === 'constant' && fits(lhs.rhs.value + rhs.value)) {
      return affineAdd(lhs.lhs, affineConstant(lhs.rhs.value + rhs.value));
    }
  }
  const [left, right] = [asMultiple(lhs), asMultiple(rhs)];
  if (left.of === right.of && fits(left.factor + right.factor)) {
    return affineMultiply(left.of, affineConstant(left.factor + right.factor));
  }
  if (lhs.kind === 'add' && lhs.rhs.kind === 'constant' && rhs.kind !== 'constant') {
    return affineAdd(affineAdd(lhs.lhs, rhs), lhs.rhs);
  }
  const modulus = modulusOfRemainder(lhs, rhs);
  return modulus === null ? affineBinary('add', lhs, rhs) : affineMod(lhs, modulus);
}

/** `lhs - rhs`. */
export function affineSubtract(lhs: AffineExpr, rhs: AffineExpr): AffineExpr {
  return affineAdd(lhs, affineNegate(rhs));
}

/** `-expression`. */
export function affineNegate(expression: AffineExpr): AffineExpr {
  return affineMultiply(expression, affineConstant(-1));
}

/**
 * `lhs * rhs`. The constant or symbolic factor stands last, the constant one at the very end.
 *
 * @throws when both factors mention dimensions, which is not affine.
 */
export function affineMultiply(lhs: AffineExpr, rhs: AffineExpr): AffineExpr {
  if (lhs.kind === 'constant' && rhs.kind === 'constant') {
    return fold('mul', lhs, rhs, lhs.value * rhs.value);
  }
  if (!isSymbolicOrConstant(rhs) || lhs.kind === 'constant') {
    if (!isSymbolicOrConstant(lhs)) throw new Error('the product of two dimensions is not affine');
    return affineMultiply(rhs, lhs);
  }
  if (rhs.kind === 'constant') {
    if (rhs.value === 1n) return lhs;
    if (rhs.value === 0n) return rhs;
  }
  if (lhs.kind === 'mul' && lhs.rhs.kind === 'constant') {
    if (rhs.kind !== 'constant') return affineMultiply(affineMultiply(lhs.lhs, rhs), lhs.rhs);
    if (fits(lhs.rhs.value * rhs.value)) {
      return affineMultiply(lhs.lhs, affineConstant(lhs.rhs.value * rhs.value));
    }
  }
  return affineBinary('mul', lhs, rhs);
}

/** `lhs floordiv rhs`. A division by zero is kept as it is. */
export function affineFloorDiv(lhs: AffineExpr, rhs: AffineExpr): AffineExpr {
  if (rhs.kind !== 'constant' || rhs.value === 0n) return affineBinary('floordiv', lhs, rhs);
  const divisor = rhs.value;
  if (lhs.kind === 'constant') return fold('floordiv', lhs, rhs, floorDivide(lhs.value, divisor));
  if (divisor === 1n) return lhs;
  const quotient = exactQuotient(lhs, divisor);
  if (quotient !== null) return quotient;
  if (lhs.kind === 'add' && (isMultipleOf(lhs.lhs, divisor) || isMultipleOf(lhs.rhs, divisor))) {
    return affineAdd(affineFloorDiv(lhs.lhs, rhs), affineFloorDiv(lhs.rhs, rhs));
  }
  return affineBinary('floordiv', lhs, rhs);
}

/** `lhs ceildiv rhs`. A division by zero is kept as it is. */
export function affineCeilDiv(lhs: AffineExpr, rhs: AffineExpr): AffineExpr {
  if (rhs.kind !== 'constant' || rhs.value === 0n) return affineBinary('ceildiv', lhs, rhs);
  if (lhs.kind === 'constant') return fold('ceildiv', lhs, rhs, -floorDivide(-lhs.value, rhs.value));
  if (rhs.value === 1n) return lhs;
  return exactQuotient(lhs, rhs.value) ?? affineBinary('ceildiv', lhs, rhs);
}

/** `lhs mod rhs`, never negative. A modulus that is not positive is kept as it is. */
export function affineMod(lhs: AffineExpr, rhs: AffineExpr): AffineExpr {
  if (rhs.kind !== 'constant' || rhs.value < 1n) return affineBinary('mod', lhs, rhs);
  const modulus = rhs.value;
  if (lhs.kind === 'constant') return affineConstant(((lhs.value % modulus) + modulus) % modulus);
  if (isMultipleOf(lhs, modulus)) return affineConstant(0);
  if (lhs.kind === 'add') {
    if (isMultipleOf(lhs.lhs, modulus)) return affineMod(lhs.rhs, rhs);
    if (isMultipleOf(lhs.rhs, modulus)) return affineMod(lhs.lhs, rhs);
  }
  if (lhs.kind === 'mod' && lhs.rhs.kind === 'constant') {
    const inner = lhs.rhs.value;
    if (inner >= 1n && inner % modulus === 0n) return affineMod(lhs.lhs, rhs);
  }
  return affineBinary('mod', lhs, rhs);
}

/** Combines two expressions by the name of the operation. */
export function affineCombine(kind: AffineBinaryKind, lhs: AffineExpr, rhs: AffineExpr): AffineExpr {
  return COMBINE[kind](lhs, rhs);
}

const COMBINE: Readonly<Record<AffineBinaryKind, (lhs: AffineExpr, rhs: AffineExpr) => AffineExpr>> = {
  add: affineAdd,
  mul: affineMultiply,
  mod: affineMod,
  floordiv: affineFloorDiv,
  ceildiv: affineCeilDiv,
};

/** Replaces dimensions and symbols by expressions, and simplifies. Missing ones stay. */
export function affineReplace(
  expression: AffineExpr,
  dims: readonly AffineExpr[],
  symbols: readonly AffineExpr[],
): AffineExpr {
  switch (expression.kind) {
    case 'dim':
      return dims[expression.position] ?? expression;
    case 'symbol':
      return symbols[expression.position] ?? expression;
    case 'constant':
      return expression;
    default: {
      const lhs = affineReplace(expression.lhs, dims, symbols);
      const rhs = affineReplace(expression.rhs, dims, symbols);
      if (lhs === expression.lhs && rhs === expression.rhs) return expression;
      return affineCombine(expression.kind, lhs, rhs);
    }
  }
}

function fits(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** The folded value; a value that overflows is not folded. */
function fold(kind: AffineBinaryKind, lhs: AffineExpr, rhs: AffineExpr, value: bigint): AffineExpr {
  return fits(value) ? affineConstant(value) : affineBinary(kind, lhs, rhs);
}

function isMultipleOf(expression: AffineExpr, divisor: bigint): boolean {
  return largestKnownDivisor(expression) % divisor === 0n;
}

/** `x * 6` divided by 3 is `x * 2`; `null` where the factor is not a multiple. */
function exactQuotient(lhs: AffineExpr, divisor: bigint): AffineExpr | null {
  if (lhs.kind !== 'mul' || lhs.rhs.kind !== 'constant' || lhs.rhs.value % divisor !== 0n) return null;
  return affineMultiply(lhs.lhs, affineConstant(lhs.rhs.value / divisor));
}

function asMultiple(expression: AffineExpr): { readonly of: AffineExpr; readonly factor: bigint } {
  return expression.kind === 'mul' && expression.rhs.kind === 'constant'
    ? { of: expression.lhs, factor: expression.rhs.value }
    : { of: expression, factor: 1n };
}

/** The `q` of `x + (x floordiv q) * -q`, which is `x mod q`; `null` for other sums. */
function modulusOfRemainder(x: AffineExpr, subtracted: AffineExpr): AffineExpr | null {
  if (subtracted.kind !== 'mul') return null;
  const { lhs, rhs } = subtracted;
  if (rhs.kind === 'constant' && rhs.value === -1n && lhs.kind === 'mul') {
    const { lhs: quotient, rhs: factor } = lhs;
    const matches = quotient.kind === 'floordiv' && quotient.lhs === x && quotient.rhs === factor;
    return matches ? factor : null;
  }
  if (lhs.kind !== 'floordiv' || lhs.lhs !== x || lhs.rhs.kind !== 'constant' || lhs.rhs.value <= 0n) {
    return null;
  }
  return rhs.kind === 'constant' && rhs.value === -lhs.rhs.value ? lhs.rhs : null;
}
