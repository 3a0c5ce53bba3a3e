import {
  type Context,
  definePass,
  isTriviallyDead,
  type Operation,
  type Speculatability,
  speculatabilityOf,
} from '@shardform/ir-core';

const ASSERTIONS: Readonly<Record<string, Speculatability>> = {
  'hlo_test_speculatability.is_speculatable': 'always',
  'hlo_test_speculatability.is_recursively_speculatable': 'recursively',
  'hlo_test_speculatability.is_not_speculatable': 'never',
};

/** Erases each assertion about an operation that holds, together with the operation when nothing else uses it. */
export const hloTestSpeculatability = /* @__PURE__ */ definePass({
  name: 'hlo-test-speculatability',
  className: 'HloTestSpeculatabilityPass',
  summary: 'Checks assertions about speculatability; for tests of the dialect',
  anchor: 'func.func',
  run(func, { context }) {
    const holding: Operation[] = [];
    func.walk((op) => {
      const source = op.operands[0]?.value.definingOp ?? null;
      if (source !== null && ASSERTIONS[op.name] === speculatabilityOf(source, context)) holding.push(op);
    });
    for (const assertion of holding) {
      const source = assertion.getOperand(0).definingOp;
      assertion.erase();
      if (source?.hasNoUses() === true) eraseWithOperands(source, context);
    }
  },
});

/** Erases an operation, and what was computed for it alone. */
function eraseWithOperands(op: Operation, context: Context): void {
  const operands = op.operandValues();
  op.erase();
  for (const { definingOp } of operands) {
    if (definingOp === null) continue;
    // An operand that stood twice may be gone.
    if (definingOp.parent !== null && isTriviallyDead(definingOp, context))
      eraseWithOperands(definingOp, context);
  }
}
