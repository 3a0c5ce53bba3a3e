import {
  type ConditionallySpeculatable,
  definePass,
  isTriviallyDead,
  type Operation,
  pure,
  recursivelySpeculatable,
  type Speculatability,
} from '@shardform/ir-core';

const ASSERTIONS: Readonly<Record<string, Speculatability>> = {
  'hlo_test_speculatability.is_speculatable': 'speculatable',
  'hlo_test_speculatability.is_recursively_speculatable': 'recursively',
  'hlo_test_speculatability.is_not_speculatable': 'not-speculatable',
};

/** Erases each assertion about an operation that holds, together with the operation when nothing else uses it. */
export const hloTestSpeculatability = /* @__PURE__ */ definePass({
  name: 'hlo-test-speculatability',
  className: 'HloTestSpeculatabilityPass',
  summary: 'Checks assertions about speculatability; for tests of the dialect',
  anchor: 'func.func',
  run(func) {
    const holding: Operation[] = [];
    func.walk((op) => {
      const source = op.operands[0]?.value.definingOp ?? null;
      if (source !== null && ASSERTIONS[op.name] === speculatabilityOf(source)) holding.push(op);
    });
    for (const assertion of holding) {
      const source = assertion.getOperand(0).definingOp;
      assertion.erase();
      if (source?.hasNoUses() === true) eraseWithOperands(source);
    }
  },
});

/** Erases an operation, and what was computed for it alone. */
function eraseWithOperands(op: Operation): void {
  const operands = op.operandValues();
  op.erase();
  for (const { definingOp } of operands) {
    if (definingOp === null) continue;
    // An operand that stood twice may be gone.
    if (definingOp.parent !== null && isTriviallyDead(definingOp)) eraseWithOperands(definingOp);
  }
}

/** The answer of the operation itself, or of its traits; `null` when it gives none. */
function speculatabilityOf(op: Operation): Speculatability | null {
  if (op.hasTrait(pure)) return 'speculatable';
  const { speculatability } = op as Operation & Partial<ConditionallySpeculatable>;
  if (speculatability !== undefined) return speculatability.call(op);
  return op.hasTrait(recursivelySpeculatable) ? 'recursively' : null;
}
