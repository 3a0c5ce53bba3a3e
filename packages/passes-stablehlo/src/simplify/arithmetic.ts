import {
  constantOf,
  DenseElementsAttr,
  FusedLoc,
  IntegerType,
  type Operation,
  RankedTensorType,
  type Rewriter,
  type RewritePattern,
  type Value,
} from '@shardform/ir-core';
import { isAllOnes, isSplatOf, replaceByConstant } from '../constant-values.ts';
import { replaceByValue } from './replace.ts';

/** The equivalents of an operation of two operands where the second one is special. */
interface Identity {
  readonly holds: (lhs: Value, rhs: Value) => boolean;
  /** One of the operands, or zero. */
  readonly result: 'lhs' | 'rhs' | 'zero';
}

const zero = (_: Value, rhs: Value): boolean => isSplatOf(rhs, 0);
const one = (_: Value, rhs: Value): boolean => isSplatOf(rhs, 1);
const allOnes = (_: Value, rhs: Value): boolean => isAllOnes(rhs);
const same = (lhs: Value, rhs: Value): boolean => lhs === rhs;
/** Floats may be infinite or no number: 0 * x and x - x are not 0 for these. */
const whereInteger =
  (holds: Identity['holds']): Identity['holds'] =>
  (lhs, rhs) =>
    lhs.type instanceof RankedTensorType && lhs.type.elementType instanceof IntegerType && holds(lhs, rhs);

const commutatives = ['add', 'and', 'maximum', 'minimum', 'multiply', 'or', 'xor'];

const identities: Readonly<Record<string, readonly Identity[]>> = {
  add: [{ holds: zero, result: 'lhs' }],
  and: [
    { holds: zero, result: 'rhs' },
    { holds: allOnes, result: 'lhs' },
  ],
  multiply: [
    { holds: whereInteger(zero), result: 'rhs' },
    { holds: one, result: 'lhs' },
  ],
  or: [
    { holds: zero, result: 'lhs' },
    { holds: allOnes, result: 'rhs' },
  ],
  subtract: [
    { holds: zero, result: 'lhs' },
    { holds: whereInteger(same), result: 'zero' },
  ],
  xor: [
    { holds: zero, result: 'lhs' },
    { holds: same, result: 'zero' },
  ],
};

/** `op(constant, x)` as `op(x, constant)`. */
function constantLast(name: string): RewritePattern {
  return {
    name: `constant of stablehlo.${name} last`,
    root: `stablehlo.${name}`,
    matchAndRewrite(op, rewriter) {
      const [lhs, rhs] = op.operandValues();
      if (constantOf(lhs!) === null || constantOf(rhs!) !== null) return false;
      // As upstream, what is made of two operations has the locations of both.
      const location = FusedLoc.get([op.location, lhs!.location]);
      rewriter.modifyInPlace(op, () => {
        op.setOperands([rhs!, lhs!]);
        op.location = location;
      });
      return true;
    },
  };
}

function identityPattern(name: string, { holds, result }: Identity, index: number): RewritePattern {
  return {
    name: `identity ${index} of stablehlo.${name}`,
    root: `stablehlo.${name}`,
    matchAndRewrite(op, rewriter) {
      const [lhs, rhs] = op.operandValues();
      if (!holds(lhs!, rhs!)) return false;
      if (result === 'zero') return replaceByZero(op, rewriter);
      return replaceByValue(rewriter, op, result === 'lhs' ? lhs! : rhs!);
    },
  };
}

function replaceByZero(op: Operation, rewriter: Rewriter): boolean {
  const { type } = op.getResult();
  if (!(type instanceof RankedTensorType) || !type.hasStaticShape) return false;
  if (!(type.elementType instanceof IntegerType)) return false;
  return replaceByConstant(rewriter, op, DenseElementsAttr.splat(type, 0));
}

/** Constants as second operands, and what operations with neutral and absorbing elements are equal to. */
export const arithmeticPatterns: readonly RewritePattern[] = [
  ...commutatives.map(constantLast),
  ...Object.entries(identities).flatMap(([name, list]) =>
    list.map((identity, i) => identityPattern(name, identity, i)),
  ),
];
