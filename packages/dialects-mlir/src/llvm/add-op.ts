import {
  commutative,
  defineOp,
  sameOperandsAndResultType,
  storedDefaultAttr,
  type Type,
  type TypeConstraint,
  VectorType,
} from '@shardform/ir-core';
import { defineFlagsAttr } from '../arith/flags-attr.ts';
import { isSignlessInteger } from '../type-constraints.ts';

/** `#llvm.overflow<nsw, nuw>`: what must not overflow, signed and unsigned. */
export const LlvmOverflowFlagsAttr = /* @__PURE__ */ defineFlagsAttr('llvm.overflow', {
  flags: ['nsw', 'nuw'],
  separator: ', ',
  summary: 'LLVM integer overflow flags',
  cppEnum: '::mlir::LLVM::IntegerOverflowFlags',
  cppAttr: 'LLVM_IntegerOverflowFlagsAttr',
});

const integerOrVector: TypeConstraint = {
  summary: 'signless integer or LLVM dialect-compatible vector of signless integer',
  accepts: (type): type is Type =>
    isSignlessInteger(type) ||
    (type instanceof VectorType && type.shape.length === 1 && isSignlessInteger(type.elementType)),
};

/** The sum of two integers (MLIR, `llvm.add`). */
export class LlvmAddOp extends defineOp('llvm.add', {
  summary: 'integer addition',
  operands: { lhs: integerOrVector, rhs: integerOrVector },
  attrs: { overflowFlags: storedDefaultAttr(LlvmOverflowFlagsAttr.constraint, LlvmOverflowFlagsAttr.none) },
  results: { result: integerOrVector },
  traits: [commutative, sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
  format: '$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)',
}) {}
