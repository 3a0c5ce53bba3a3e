import {
  allTypesMatch,
  type Attribute,
  commutative,
  defineOp,
  i1,
  RankedTensorType,
  type Type,
  UnrankedTensorType,
  VectorType,
} from '@shardform/ir-core';
import { elementwise } from '../elementwise.ts';
import { boolLike, signlessIntegerLike } from '../type-constraints.ts';
import { integerConstant, integerOf, mapElements, mapIntegers, signed } from './elements.ts';
import { type Constants, type Folded, widthOf } from './integer-binary.ts';
import { poisonOf } from './poison.ts';

/** `i1`, or the vector or tensor of `i1` of the same shape. */
export function boolTypeLike(type: Type): Type {
  if (type instanceof RankedTensorType) return RankedTensorType.get(type.shape, i1, type.encoding);
  if (type instanceof UnrankedTensorType) return UnrankedTensorType.get(i1);
  if (type instanceof VectorType) return VectorType.get(type.shape, i1, type.scalable);
  return i1;
}

function both(first: Attribute | null, second: Attribute | null): Folded {
  return first === null || second === null ? null : [first, second];
}

/** A sum and whether it overflows as an unsigned number (MLIR, `arith.addui_extended`). */
export class AddUIExtendedOp extends defineOp('arith.addui_extended', {
  summary: 'extended unsigned integer addition operation returning sum and overflow bit',
  operands: { lhs: signlessIntegerLike, rhs: signlessIntegerLike },
  results: { sum: signlessIntegerLike, overflow: boolLike },
  traits: [allTypesMatch('lhs', 'rhs', 'sum'), commutative, elementwise],
  effects: 'none',
  speculates: 'always',
  format: '$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)',
}) {
  override fold(operands: Constants): Folded {
    const [sum, overflow] = [this.sum.type, this.overflow.type];
    if (integerOf(operands[1]!) === 0n) {
      const none = integerConstant(0, overflow);
      return none === null ? null : [this.lhs, none];
    }
    const poison = poisonOf(operands);
    if (poison !== null) return [poison, poison];
    const width = widthOf(sum);
    const total = mapIntegers(operands, sum, (a, b) => BigInt.asUintN(width, a + b));
    const carry = mapElements(operands, overflow, (a, b) =>
      (BigInt(a) + BigInt(b)) >> BigInt(width) === 0n ? 0n : 1n,
    );
    return both(total, carry);
  }
}

/** A difference and whether it borrows as an unsigned number (MLIR, `arith.subui_extended`). */
export class SubUIExtendedOp extends defineOp('arith.subui_extended', {
  summary: 'extended unsigned integer subtraction operation returning difference and borrow bit',
  operands: { lhs: signlessIntegerLike, rhs: signlessIntegerLike },
  results: { diff: signlessIntegerLike, borrow: boolLike },
  traits: [allTypesMatch('lhs', 'rhs', 'diff'), elementwise],
  effects: 'none',
  speculates: 'always',
  format: '$lhs `,` $rhs attr-dict `:` type($diff) `,` type($borrow)',
}) {}

const halves = {
  operands: { lhs: signlessIntegerLike, rhs: signlessIntegerLike },
  results: { low: signlessIntegerLike, high: signlessIntegerLike },
  format: '$lhs `,` $rhs attr-dict `:` type($lhs)',
} as const;

/** The halves of a product, or `null` when an operand is no constant. */
function foldProduct(
  op: MulSIExtendedOp | MulUIExtendedOp,
  operands: Constants,
  read: (value: bigint, width: number) => bigint,
): Folded {
  const { type } = op.low;
  if (integerOf(operands[1]!) === 0n) return both(operands[1]!, operands[1]!);
  const poison = poisonOf(operands);
  if (poison !== null) return [poison, poison];
  const width = widthOf(type);
  const half = (shift: number): Attribute | null =>
    mapIntegers(operands, type, (a, b) =>
      BigInt.asUintN(width, (read(a, width) * read(b, width)) >> BigInt(shift)),
    );
  return both(half(0), half(width));
}

/** Both halves of a product of signed numbers (MLIR, `arith.mulsi_extended`). */
export class MulSIExtendedOp extends defineOp('arith.mulsi_extended', {
  summary: 'extended signed integer multiplication operation',
  ...halves,
  traits: [allTypesMatch('lhs', 'rhs', 'low', 'high'), commutative, elementwise],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(operands: Constants): Folded {
    return foldProduct(this, operands, signed);
  }
}

/** Both halves of a product of unsigned numbers (MLIR, `arith.mului_extended`). */
export class MulUIExtendedOp extends defineOp('arith.mului_extended', {
  summary: 'extended unsigned integer multiplication operation',
  ...halves,
  traits: [allTypesMatch('lhs', 'rhs', 'low', 'high'), commutative, elementwise],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(operands: Constants): Folded {
    if (integerOf(operands[1]!) === 1n) {
      const none = integerConstant(0, this.high.type);
      return none === null ? null : [this.lhs, none];
    }
    return foldProduct(this, operands, (value) => value);
  }
}
